/* Arguments are as many as main is told, each a text with an end, and NULL comes behind them. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int total, quiet;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *argument)
{
    pthread_mutex_lock(&lock);
    total += *(int *)argument;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "nobody";
    int count = 0;
    for (int i = 2; i < argc; i++)
        if (argv[i][0] == '-' && strcmp(argv[i], "-q") == 0) quiet = 1;
    for (int i = 1; argv[i]; i++)
        count = atoi(argv[i]);
    if (argc == 4) count = atoi(argv[3]);
    pthread_t t;
    pthread_create(&t, NULL, add, &count);
    pthread_join(t, NULL);
    if (!quiet) printf("%s of %s: %d\n", name, argv[0], total);
    return 0;
}
