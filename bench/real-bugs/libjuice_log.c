#include <pthread.h>
#include "log.h"

static void handler(juice_log_level_t level, const char *message)
{
}

static void *log_one(void *arg)
{
    JLOG_ERROR("one of %d", 2);
    return arg;
}

int main(void)
{
    pthread_t thread;
    juice_set_log_handler(handler);
    pthread_create(&thread, NULL, log_one, NULL);
    JLOG_ERROR("the other of %d", 2);
    pthread_join(thread, NULL);
}
