/* The joined thread does not need the lock; another one of the same function does. */
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *f(void *p) { if (p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); } return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, (void *)1); pthread_mutex_lock(&m); pthread_join(t, 0); pthread_mutex_unlock(&m); return 0; }
