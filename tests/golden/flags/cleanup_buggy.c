/* With -fexceptions the calls in the scope of a cleanup say where an exception goes on. Nothing throws one here. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void release(pthread_mutex_t **held)
{
    pthread_mutex_unlock(*held);
}
static void add(void)
{
    count++;
}
static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    __attribute__((cleanup(release))) pthread_mutex_t *held = &lock;
    add();
    return unused;
}
int main(void)
{
    pthread_t one;
    pthread_create(&one, 0, work, 0);
    work(0);
    pthread_join(one, 0);
    pthread_mutex_lock(&lock);
    assert(count == 2);
    pthread_mutex_unlock(&lock);
#ifdef __EXCEPTIONS
    assert(count == 1);
#endif
}
