/* Each thread draws the number of its slot from an atomic counter, and then has the slot for itself. */
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next;
int slots[4];

void *work(void *unused)
{
    unsigned mine = atomic_fetch_add(&next, 1);
    if (mine >= 4) return 0;
    slots[mine] = 1;
    slots[mine]++;
    return 0;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 3; i++)
        pthread_create(&t, 0, work, 0);
    return 0;
}
