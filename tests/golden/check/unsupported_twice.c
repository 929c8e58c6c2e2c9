// What was refused at its first use is refused at every other, too.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
pthread_mutex_t mutex = {{7, 7, 7, 7, 7}};
int x;

int main(void)
{
    if (__VERIFIER_nondet_int()) pthread_mutex_lock(&mutex);
    if (__VERIFIER_nondet_int()) pthread_mutex_unlock(&mutex);
    assert(x == 0);
    return 0;
}
