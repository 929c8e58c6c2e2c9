/* A function without a body reaches more objects than were known before: the table of objects grows while it is asked.
 * It writes them all, and the other thread reads one of them. */
#include <pthread.h>

struct opaque;
struct link {
    struct link *next;
    struct opaque *owner;
    int value;
};

#define LINKS(a) \
    static struct link a##0, a##1 = {&a##0, 0, 1}, a##2 = {&a##1, 0, 2}, a##3 = {&a##2, 0, 3}, a##4 = {&a##3, 0, 4}, \
                             a##5 = {&a##4, 0, 5}, a##6 = {&a##5, 0, 6}, a##7 = {&a##6, 0, 7};

LINKS(a)
LINKS(b)
LINKS(c)
LINKS(d)
LINKS(e)
LINKS(f)
LINKS(g)
LINKS(h)
static struct link *const all[] = {&a7, &b7, &c7, &d7, &e7, &f7, &g7, &h7};

double weigh(struct link *const *);

static void *worker(void *unused)
{
    int sum = h0.value;
    return sum ? unused : 0;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, worker, 0);
    weigh(all);
    pthread_join(id, 0);
    return 0;
}
