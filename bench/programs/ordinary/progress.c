/* Workers count what they have done; a thread prints it from time to time, and Control-C ends all. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct stats {
    pthread_mutex_t lock;
    unsigned long blocks, bytes, errors;
};

static struct stats stats = {.lock = PTHREAD_MUTEX_INITIALIZER};
static atomic_int interrupted, finished;

static void on_interrupt(int number)
{
    (void)number;
    atomic_store(&interrupted, 1);
}

static int process_block(unsigned number, unsigned long *size)
{
    *size = 512 + number % 7 * 64;
    return number % 97 == 13 ? -1 : 0;
}

static void *worker(void *arg)
{
    unsigned blocks = *(const unsigned *)arg;
    for (unsigned i = 0; i < blocks && !atomic_load(&interrupted); i++) {
        unsigned long size;
        int status = process_block(i, &size);
        pthread_mutex_lock(&stats.lock);
        stats.blocks++;
        if (status == 0)
            stats.bytes += size;
        else
            stats.errors++;
        pthread_mutex_unlock(&stats.lock);
    }
    return NULL;
}

static void *reporter(void *arg)
{
    (void)arg;
    while (!atomic_load(&finished)) {
        pthread_mutex_lock(&stats.lock);
        unsigned long blocks = stats.blocks, bytes = stats.bytes;
        pthread_mutex_unlock(&stats.lock);
        fprintf(stderr, "%lu blocks, %lu bytes\n", blocks, bytes);
        usleep(1000);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    enum { WORKERS = 2 };
    pthread_t workers[WORKERS], reporting;
    struct sigaction action = {.sa_handler = on_interrupt};
    unsigned blocks = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1000;
    int started = 0;

    sigemptyset(&action.sa_mask);
    if (sigaction(SIGINT, &action, NULL) != 0) {
        perror("sigaction");
        return 1;
    }
    if (pthread_create(&reporting, NULL, reporter, NULL) != 0) {
        fprintf(stderr, "no reporter\n");
        return 1;
    }
    for (int i = 0; i < WORKERS; i++) {
        if (pthread_create(&workers[i], NULL, worker, &blocks) != 0)
            break;
        started++;
    }
    for (int i = 0; i < started; i++)
        pthread_join(workers[i], NULL);
    atomic_store(&finished, 1);
    pthread_join(reporting, NULL);
    printf("%lu blocks, %lu bytes, %lu errors%s\n", stats.blocks, stats.bytes, stats.errors,
           atomic_load(&interrupted) ? " (interrupted)" : "");
    return 0;
}
