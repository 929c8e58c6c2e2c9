/* A variable index stays in its object. */
#include <pthread.h>
#include <stdlib.h>
int input(void);
struct node { int a[4]; int v; } *shared[2];
void *reader(void *arg)
{
    int i = input();
    shared[0]->a[i] = 1;
    return 0;
}
int main(void)
{
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        shared[i] = malloc(sizeof(struct node));
        if (!shared[i]) abort();
    }
    pthread_create(&t, 0, reader, 0);
    shared[1]->v = 2;
    return 0;
}
