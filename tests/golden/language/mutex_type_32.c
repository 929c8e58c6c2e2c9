/* The compiler gives such a lock a type without a name. */
#define _GNU_SOURCE
#include <pthread.h>
void reach_error(void);
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int main(void)
{
    pthread_mutex_lock(&lock);
    if (pthread_mutex_trylock(&lock) == 0) reach_error();
}
