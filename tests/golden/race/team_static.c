#include <pthread.h>
pthread_t t[100]; int data; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *p) { pthread_mutex_lock(&m); data++; pthread_mutex_unlock(&m); return 0; }
int main(void) {
  for (int i = 0; i < 100; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 100; i++) pthread_join(t[i], 0);
  return data;
}
