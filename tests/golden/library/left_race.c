/* An address that is left outside of the program comes back from there. */
#include <pthread.h>

struct event {
    void *data;
};

struct event *next_event(void);
static int x;

static void *worker(void *unused)
{
    int *p = next_event()->data;
    *p = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    next_event()->data = &x;
    pthread_create(&t, 0, worker, 0);
    x = 2;
    pthread_join(t, 0);
}
