/* errorcheck: relock is told; c11; timed */
#include <pthread.h>
#include <time.h>
pthread_mutex_t m, n;
void *f(void *p) { if (pthread_mutex_lock(&m) == 0) { if (pthread_mutex_lock(&m) == 0) pthread_mutex_unlock(&m); pthread_mutex_unlock(&m);} return 0; }
int main(void) { pthread_t t; pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&m, &a);
 while(1) pthread_create(&t, 0, f, 0);}
