/* A spin lock that main never took. */
#include <pthread.h>

pthread_spinlock_t spin;
int value;

int main(void)
{
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&spin);
    value++;
    pthread_spin_unlock(&spin);
    pthread_spin_destroy(&spin);
    return 0;
}
