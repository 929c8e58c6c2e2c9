/* A monitor takes a reading now and then; who stops it waits for its thread. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define HISTORY 16

struct monitor {
    pthread_mutex_t lock;
    pthread_t thread;
    int running;
    unsigned history[HISTORY];
    unsigned readings;
    char name[16];
};

static unsigned take_reading(void)
{
    long pages = sysconf(_SC_AVPHYS_PAGES);
    return pages > 0 ? (unsigned)(pages / 1024) : 0;
}

static void *monitor_run(void *arg)
{
    struct monitor *m = arg;
    for (;;) {
        unsigned value = take_reading();
        pthread_mutex_lock(&m->lock);
        if (!m->running) {
            pthread_mutex_unlock(&m->lock);
            break;
        }
        m->history[m->readings % HISTORY] = value;
        m->readings++;
        pthread_mutex_unlock(&m->lock);
        usleep(500);
    }
    return NULL;
}

static struct monitor *monitor_start(const char *name)
{
    struct monitor *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    snprintf(m->name, sizeof m->name, "%s", name);
    pthread_mutex_init(&m->lock, NULL);
    m->running = 1;
    if (pthread_create(&m->thread, NULL, monitor_run, m) != 0) {
        pthread_mutex_destroy(&m->lock);
        free(m);
        return NULL;
    }
    return m;
}

static unsigned monitor_last(struct monitor *m)
{
    unsigned value = 0;
    pthread_mutex_lock(&m->lock);
    if (m->readings > 0)
        value = m->history[(m->readings - 1) % HISTORY];
    pthread_mutex_unlock(&m->lock);
    return value;
}

static void monitor_stop(struct monitor *m)
{
    pthread_mutex_lock(&m->lock);
    m->running = 0;
    pthread_mutex_unlock(&m->lock);
    pthread_join(m->thread, NULL);
    printf("%s: %u readings\n", m->name, m->readings);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

int main(int argc, char **argv)
{
    struct monitor *m = monitor_start(argc > 1 ? argv[1] : "memory");
    if (!m) {
        fprintf(stderr, "cannot start the monitor\n");
        return 1;
    }
    for (int i = 0; i < 5; i++) {
        printf("%u MB\n", monitor_last(m));
        usleep(1000);
    }
    monitor_stop(m);
    return 0;
}
