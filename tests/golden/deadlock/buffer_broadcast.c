/* A buffer of one place, two producers and two consumers, one condition variable for both; all are woken. */
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int full;
void *put(void *p) { pthread_mutex_lock(&m); while (full) pthread_cond_wait(&c, &m); full = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m); return 0; }
void *get(void *p) { pthread_mutex_lock(&m); while (!full) pthread_cond_wait(&c, &m); full = 0; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, put, 0); pthread_create(&t, 0, get, 0);pthread_create(&t, 0, put, 0); pthread_create(&t, 0, get, 0); pthread_exit(0); }
