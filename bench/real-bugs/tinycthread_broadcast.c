#include "tinycthread.h"

static struct { mtx_t mutex; cnd_t changed; int ready; } door;

static int wait_for_it(void *arg)
{
    mtx_lock(&door.mutex);
    while (!door.ready) cnd_wait(&door.changed, &door.mutex);
    return mtx_unlock(&door.mutex);
}

int main(void)
{
    thrd_t threads[2];
    mtx_init(&door.mutex, mtx_plain);
    cnd_init(&door.changed);
    for (int i = 0; i < 2; i++) if (thrd_create(&threads[i], wait_for_it, NULL) != thrd_success) return 1;
    mtx_lock(&door.mutex);
    door.ready = 1;
    cnd_broadcast(&door.changed);
    mtx_unlock(&door.mutex);
    for (int i = 0; i < 2; i++) thrd_join(threads[i], NULL);
}
