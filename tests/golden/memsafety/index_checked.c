#include <pthread.h>
int slots[4], next;
void *take(void *arg)
{
    int mine = next++;
    if (mine >= 0 && mine < 4) slots[mine] = 1;
    return 0;
}
int main(void)
{
    pthread_t t;
    while (1) pthread_create(&t, 0, take, 0);
}
