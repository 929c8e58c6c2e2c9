#include <pthread.h>
void call(void (*f)(void));
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void called(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
}
int main(void)
{
    pthread_mutex_lock(&m);
    call(called);
    pthread_mutex_unlock(&m);
    return 0;
}
