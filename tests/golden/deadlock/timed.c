#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; struct timespec ts;
void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return 0; }
void *g(void *p) { pthread_mutex_lock(&n); if (pthread_mutex_timedlock(&m, &ts) == 0) pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return 0; }
int main(void) { pthread_t t; while(1) {pthread_create(&t, 0, f, 0);pthread_create(&t, 0, g, 0);}}
