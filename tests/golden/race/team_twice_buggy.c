#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int data; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int *datas; struct s { int v; } ;
void *worker(void *arg) { pthread_mutex_lock(&m); data++; pthread_mutex_unlock(&m); return NULL; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  pthread_t *tids = malloc(n * sizeof *tids);
  datas = malloc(n * sizeof *datas);
  for (int i = 0; i < n; i++) pthread_create(&tids[i], NULL, worker, NULL);
  for (int i = 0; i < n; i++) pthread_join(tids[i], NULL);
  for (int i = 0; i < n; i++) pthread_create(&tids[i], NULL, worker, NULL);
  return data;
  return 0;
}
