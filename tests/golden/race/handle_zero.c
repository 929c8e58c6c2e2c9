/* A flusher is started when one is needed, and waited for where there is one: then nobody else writes. */
#include <pthread.h>

typedef struct Log {
    pthread_t flusher;
    int pending;
} Log;

static void *flush(void *arg)
{
    Log *log = arg;
    log->pending = 0;
    return 0;
}

static void wait_for_flusher(Log *log)
{
    if (!log->flusher) return;
    pthread_t thread = log->flusher;
    log->flusher = 0;
    pthread_join(thread, 0);
}

int main(int argc, char **argv)
{
    Log log = {0, 0};
    log.pending = argc;
    if (argc > 1 && pthread_create(&log.flusher, 0, flush, &log) != 0) log.flusher = 0;
    wait_for_flusher(&log);
    log.pending++;
    return argv[0] == 0;
}
