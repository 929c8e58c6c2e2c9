/* The others are of the default type. */
#define _GNU_SOURCE
#include <pthread.h>
void reach_error(void);
unsigned nondet_uint(void);
static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
int main(void)
{
    unsigned i = nondet_uint();
    if (i > 2 || i == 1) return 0;
    pthread_mutex_lock(&locks[i]);
    pthread_mutex_lock(&locks[i]);
    reach_error();
}
