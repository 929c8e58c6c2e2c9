/* A function without a body that does not return may end the thread, which is joined then. */
#include <assert.h>
#include <pthread.h>
void leave(void) __attribute__((noreturn));
void *worker(void *unused)
{
    (void)unused;
    leave();
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(0);
}
