/* Threads that only read what is shared: there is no pair of accesses to ask about, and nothing to explore, however many
 * threads there are and whatever they compute. */
#include <pthread.h>

int table[10];

void *worker(void *p)
{
    int sum = 0;
    for (int i = 0; i < 10; i++) sum += table[i];
    return sum ? p : 0;
}

int main(void)
{
    pthread_t thread;
    while (1) pthread_create(&thread, 0, worker, 0);
}
