/* Who reads asks to write. */
#include <pthread.h>

pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
int value;

int main(void)
{
    pthread_rwlock_rdlock(&table);
    if (value == 0) {
        value = 0;
        pthread_rwlock_wrlock(&table);
        value = 1;
    }
    pthread_rwlock_unlock(&table);
    return 0;
}
