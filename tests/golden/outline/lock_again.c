/* Who has a lock as a writer, and asks again, may be told so. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int main(void)
{
    pthread_rwlock_wrlock(&l);
    if (pthread_rwlock_wrlock(&l) != 0) assert(0);
}
