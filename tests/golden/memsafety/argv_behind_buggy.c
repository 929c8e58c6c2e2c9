/* One too many: NULL is no text. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument) { return argument; }

int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 1; i <= argc; i++)
        sum += atoi(argv[i]);
    pthread_t t;
    pthread_create(&t, NULL, work, &sum);
    pthread_join(t, NULL);
    return sum != 0;
}
