// The survey says that it takes locals not to be used when their functions have returned.
#include <pthread.h>
#include <stdio.h>
struct request { int from, size; };
static void *answer(void *arg)
{
    struct request *r = arg;
    printf("%d %d\n", r->from, r->size);
    return 0;
}
static void accept_from(int from)
{
    struct request r = {from, 100};
    pthread_t t;
    pthread_create(&t, 0, answer, &r);
    pthread_detach(t);
}
int main(void)
{
    accept_from(1);
    pthread_exit(0);
}
