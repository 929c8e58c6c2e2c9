/* Timers: a thread that sleeps until the next one is due, and calls its function.
   Mistake: the flag that ends the thread is set before the lock is taken. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct timer {
    struct timespec due;
    void (*fire)(void *arg);
    void *arg;
    struct timer *next;
};

struct timers {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct timer *first; /* by time */
    int running;
    pthread_t thread;
};

static int is_before(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec : a->tv_nsec < b->tv_nsec;
}

static void *timers_run(void *arg)
{
    struct timers *ts = arg;
    pthread_mutex_lock(&ts->lock);
    while (ts->running) {
        struct timer *t = ts->first;
        if (!t) {
            pthread_cond_wait(&ts->changed, &ts->lock);
            continue;
        }
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        if (is_before(&now, &t->due)) {
            struct timespec due = t->due;
            pthread_cond_timedwait(&ts->changed, &ts->lock, &due);
            continue;
        }
        ts->first = t->next;
        pthread_mutex_unlock(&ts->lock);
        t->fire(t->arg);
        free(t);
        pthread_mutex_lock(&ts->lock);
    }
    pthread_mutex_unlock(&ts->lock);
    return NULL;
}

static int timers_add(struct timers *ts, long milliseconds, void (*fire)(void *), void *arg)
{
    struct timer *t = malloc(sizeof *t);
    if (!t)
        return -1;
    clock_gettime(CLOCK_REALTIME, &t->due);
    t->due.tv_nsec += milliseconds % 1000 * 1000000;
    t->due.tv_sec += milliseconds / 1000 + t->due.tv_nsec / 1000000000;
    t->due.tv_nsec %= 1000000000;
    t->fire = fire;
    t->arg = arg;
    pthread_mutex_lock(&ts->lock);
    struct timer **at = &ts->first;
    while (*at && !is_before(&t->due, &(*at)->due))
        at = &(*at)->next;
    t->next = *at;
    *at = t;
    pthread_cond_signal(&ts->changed);
    pthread_mutex_unlock(&ts->lock);
    return 0;
}

static int timers_start(struct timers *ts)
{
    pthread_mutex_init(&ts->lock, NULL);
    pthread_cond_init(&ts->changed, NULL);
    ts->first = NULL;
    ts->running = 1;
    return pthread_create(&ts->thread, NULL, timers_run, ts);
}

static void timers_stop(struct timers *ts)
{
    ts->running = 0;
    pthread_mutex_lock(&ts->lock);
    pthread_cond_signal(&ts->changed);
    pthread_mutex_unlock(&ts->lock);
    pthread_join(ts->thread, NULL);
    while (ts->first) {
        struct timer *t = ts->first;
        ts->first = t->next;
        free(t);
    }
    pthread_cond_destroy(&ts->changed);
    pthread_mutex_destroy(&ts->lock);
}

static void say(void *arg) { printf("%s\n", (const char *)arg); }

int main(void)
{
    struct timers timers;
    static char first[] = "first", second[] = "second", never[] = "never";
    struct timespec pause = {.tv_sec = 0, .tv_nsec = 20000000};
    if (timers_start(&timers) != 0) {
        perror("timers_start");
        return 1;
    }
    if (timers_add(&timers, 10, say, second) != 0 || timers_add(&timers, 5, say, first) != 0 ||
        timers_add(&timers, 60000, say, never) != 0)
        fprintf(stderr, "no memory for a timer\n");
    while (nanosleep(&pause, &pause) != 0 && errno == EINTR)
        ;
    timers_stop(&timers);
    return 0;
}
