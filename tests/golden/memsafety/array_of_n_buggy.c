/* Each worker has an array of as many numbers as it is told, and writes one more. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS 4

static int count;

static void *work(void *unused)
{
    int n = count;
    if (n < 1 || n > 1000)
        return NULL;
    long *squares = malloc(n * sizeof *squares), sum = 0;
    if (!squares)
        return NULL;
    for (int i = 0; i <= n; i++)
        squares[i] = (long)i * i;
    for (int i = n - 1; i >= 0; i--)
        sum += squares[i];
    free(squares);
    printf("%ld\n", sum);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t workers[WORKERS];
    count = argc > 1 ? atoi(argv[1]) : 10;
    for (int i = 0; i < WORKERS; i++)
        if (pthread_create(&workers[i], NULL, work, NULL) != 0)
            return 1;
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    return 0;
}
