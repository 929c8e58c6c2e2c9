// A sequence lock: a reader who finds the same even number before and after has read what belongs together.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t writers = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint number;
static atomic_int hours, minutes;
static void *writer(void *arg)
{
    pthread_mutex_lock(&writers);
    unsigned now = number;
    if (now < 100000) {
        number = now + 1;
        int next = hours + 1;
        hours = next;
        minutes = next;
        number = now + 2;
    }
    pthread_mutex_unlock(&writers);
    return arg;
}
static void *reader(void *arg)
{
    unsigned before = number;
    int h = hours, m = minutes;
    if (before % 2 == 0 && number == before) assert(h == m);
    return arg;
}
int main(void)
{
    pthread_t t;
    for (;;) {
        pthread_create(&t, 0, writer, 0);
        pthread_create(&t, 0, reader, 0);
    }
}
