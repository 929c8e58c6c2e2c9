#include <pthread.h>
#include <semaphore.h>
sem_t s; int x;
void *f(void *p) { sem_wait(&s); x++; sem_post(&s); return 0; }
int main(void) { pthread_t t; sem_init(&s, 0, 1); while (1) pthread_create(&t, 0, f, 0); }
