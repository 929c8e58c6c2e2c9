/* Three questions, each about threads of its own kind, among functions about which nothing is asked: the threads of
 * other kinds and those functions are left out. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER,
                log_lock = PTHREAD_MUTEX_INITIALIZER;
int inside_a, inside_b, inside_c, lines, last, mode;

static void report(int n)
{
    for (int i = 0; i < n; i++) {
        if (last == i) return;
        if (n > 3)
            lines++;
        else
            last = i;
    }
    while (__VERIFIER_nondet_int())
        lines--;
}

static void enter(pthread_mutex_t *lock, int *inside)
{
    report(5);
    pthread_mutex_lock(lock);
    ++*inside;
    report(2);
    assert(*inside == 1);
    --*inside;
    pthread_mutex_unlock(lock);
}

void *logger(void *unused)
{
    pthread_mutex_lock(&log_lock);
    report(7);
    pthread_mutex_unlock(&log_lock);
    return 0;
}

void *first(void *unused)
{
    enter(&a, &inside_a);
    return 0;
}

void *second(void *unused)
{
    pthread_t t;
    pthread_create(&t, 0, logger, 0);
    enter(&b, &inside_b);
    return 0;
}

void *third(void *unused)
{
    mode = 1;
    if (mode) enter(&c, &inside_c);
    return 0;
}

int main(void)
{
    pthread_t t;
    for (;;) {
        pthread_create(&t, 0, first, 0);
        if (__VERIFIER_nondet_int()) pthread_create(&t, 0, second, 0);
        pthread_create(&t, 0, third, 0);
    }
}
