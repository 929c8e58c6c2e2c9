/* Two threads fill halves of a table; they have a number in common. */
#include <pthread.h>

static int table[4][5];

static void *fill(void *arg)
{
    int *p = arg;
    for (int i = 0; i < 7; i++)
        p[i] = i;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, fill, &table[0][0]);
    pthread_create(&b, 0, fill, &table[1][1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return table[1][2];
}
