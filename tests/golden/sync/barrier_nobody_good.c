/* A barrier for as many as there are workers. */
#include <pthread.h>

pthread_barrier_t gate;

int main(void)
{
    unsigned workers = 0;
    pthread_barrier_init(&gate, NULL, workers + 1);
    return 0;
}
