#include <stddef.h>
#include "skynet_mq.h"

int main(void)
{
    skynet_mq_init(4);
    struct message_queue *queue = skynet_mq_create(1);
    skynet_mq_mark_release(queue);
    skynet_mq_release(queue);
}
