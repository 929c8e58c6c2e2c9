// The area of a picture whose sides are set once, under a lock, and the second one is far too large.
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int width, height;
static void *resize(void *arg)
{
    pthread_mutex_lock(&lock);
    width = 80;
    height = 30000000;
    pthread_mutex_unlock(&lock);
    return arg;
}
static void *draw(void *arg)
{
    pthread_mutex_lock(&lock);
    int area = width * height;
    pthread_mutex_unlock(&lock);
    return area ? arg : 0;
}
int main(void)
{
    pthread_t t;
    for (;;) {
        pthread_create(&t, 0, resize, 0);
        pthread_create(&t, 0, draw, 0);
    }
}
