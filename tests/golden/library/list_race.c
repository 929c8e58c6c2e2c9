/* What a wrapper of vfprintf is passed is read: it may race. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static char name[100];

static void say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
}

static void *worker(void *unused)
{
    say("%s\n", name);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    name[2] = 'x';
    pthread_join(t, 0);
}
