// ck_epoch: what is taken out of sight is destroyed after all who may still look at it have ended their sections.
#include <assert.h>
#include <pthread.h>
#include "ck_epoch.c"

static ck_epoch_t epoch;
static ck_epoch_record_t records[2];
static _Atomic int object = 1;
static int *_Atomic visible = (int *)&object;

static void *reader(void *arg)
{
    ck_epoch_begin(&records[0], NULL);
    int *seen = visible;
    if (seen) assert(object == 1);
    ck_epoch_end(&records[0], NULL);
    return arg;
}

int main(void)
{
    pthread_t thread;
    ck_epoch_init(&epoch);
    ck_epoch_register(&epoch, &records[0], NULL);
    ck_epoch_register(&epoch, &records[1], NULL);
    pthread_create(&thread, NULL, reader, NULL);
    visible = NULL;
    ck_epoch_synchronize(&records[1]);
    object = 0;
    pthread_join(thread, NULL);
}
