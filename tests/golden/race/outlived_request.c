// The threads read requests whose functions have returned, where the next function has its locals.
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
    accept_from(2);
    pthread_exit(0);
}
