#include <pthread.h>
void *__VERIFIER_atomic_w(void *a) { return a; }
int main(void){ pthread_t t;
 pthread_create(&t, 0, __VERIFIER_atomic_w, 0); return 0; }
