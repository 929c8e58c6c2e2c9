/* Threads would not be started by a function of that name. */
#include <pthread.h>
int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *x) { return 0; }
int f(int k) { return k; }
