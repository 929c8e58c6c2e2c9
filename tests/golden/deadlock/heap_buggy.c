/* heap mutexes, pointers */
#include <pthread.h>
#include <stdlib.h>
struct s { pthread_mutex_t l; int v; };
struct s *p, *q;
void *f(void *x) { pthread_mutex_lock(&p->l); pthread_mutex_lock(&q->l); q->v++; pthread_mutex_unlock(&q->l); pthread_mutex_unlock(&p->l); return 0; }
void *g(void *x) { pthread_mutex_lock(&q->l); pthread_mutex_lock(&p->l); q->v++; pthread_mutex_unlock(&p->l); pthread_mutex_unlock(&q->l); return 0; }
int main(void) { pthread_t t; p = malloc(sizeof *p); q = malloc(sizeof *q); pthread_mutex_init(&p->l, 0); pthread_mutex_init(&q->l, 0); while(1) {pthread_create(&t, 0, f, 0);pthread_create(&t, 0, g, 0);}}
