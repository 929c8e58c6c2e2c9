/* A driver: the device is set up completely only after it is registered. */
#include <pthread.h>

struct device {
    pthread_mutex_t lock;
    int users, ready;
} device;

void *use(void *arg)
{
    struct device *d = arg;
    pthread_mutex_lock(&d->lock);
    if (d->ready) d->users++;
    pthread_mutex_unlock(&d->lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_init(&device.lock, 0);
    device.users = 0;
    while (1) {
        pthread_create(&t, 0, use, &device);
        device.ready = 1;
    }
}
