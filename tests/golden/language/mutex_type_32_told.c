#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
void reach_error(void);
static pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int main(void)
{
    pthread_mutex_lock(&lock);
    if (pthread_mutex_lock(&lock) != EDEADLK) reach_error();
}
