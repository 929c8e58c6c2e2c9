/* The joined thread needs the lock. */
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *f(void *p) { if (p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); } return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, (void *)1); pthread_mutex_lock(&m); pthread_join(u, 0); pthread_mutex_unlock(&m); return 0; }
