/* As printed_list_writes.c, but no format of the program writes. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static int width;

static void note(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
}

static void *worker(void *unused)
{
    note("%d of %s, %p", 1, "two", (void *)&width);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    note("%d", width);
}
