// Each call has a job of its own, and returns when the thread that has its address has ended.
#include <pthread.h>
struct job { int in, out; };
static void *work(void *arg)
{
    struct job *j = arg;
    j->out = 2 * j->in;
    return 0;
}
static int doubled(int n)
{
    struct job j = {n, 0};
    pthread_t t;
    pthread_create(&t, 0, work, &j);
    pthread_join(t, 0);
    return j.out;
}
int main(void) { return doubled(2) + doubled(3); }
