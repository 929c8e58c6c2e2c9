#include <pthread.h>
#include "Logging.h"

static void *log_one(void *arg)
{
    Log(error, "one of %d", 2);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_init(&LoggerLock, NULL);
    pthread_create(&thread, NULL, log_one, NULL);
    Log(info, "the other of %d", 2);
    pthread_join(thread, NULL);
}
