#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int data; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int *datas; struct s { int v; } ;
void *worker(void *arg) { struct s *t = arg; t->v = 3; free(t); return NULL; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  pthread_t *tids = malloc(n * sizeof *tids);
  datas = malloc(n * sizeof *datas);
  for (int i = 0; i < n; i++) { struct s *t = malloc(sizeof *t); if (!t) return 1; pthread_create(&tids[i], NULL, worker, t); }
  for (int i = 0; i < n; i++) pthread_join(tids[i], NULL);

  return 0;
}
