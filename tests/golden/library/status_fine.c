/* That a function may fail is no reason to know less where it does not. */
#include <pthread.h>
void reach_error(void);
static int done;
static void *worker(void *unused)
{
    done = 1;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) != 0) return 1;
    pthread_create(&t, &attributes, worker, 0);
    if (done) reach_error();
}
