// Each thread takes a slot; there is one slot too few. For every number of threads.
#include <pthread.h>
int slots[4], next;
void *take(void *arg)
{
    __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
    int mine = next - 1;
    if (mine <= 4) slots[mine] = 1;
    return 0;
}
int main(void)
{
    pthread_t t;
    while (1) pthread_create(&t, 0, take, 0);
}
