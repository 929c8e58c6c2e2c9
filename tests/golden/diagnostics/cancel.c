#include <pthread.h>
void *f(void *p){ return 0; }
int main(void){ void *(*volatile s)(void *) = f; pthread_t t;
 pthread_create(&t,0,s,0); 
 pthread_cancel(t); return 0; }
