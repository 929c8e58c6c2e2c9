/* Memory that one thread has for itself and frees is given to another one, which shows it: both are then shared. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *_Atomic box;

void *maker(void *arg)
{
    box = malloc(sizeof *box);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, maker, 0);
    int *mine = malloc(sizeof *mine);
    if (!mine) return 0;
    assert(box != mine);
    free(mine);
    int *theirs = box;
    if (theirs) assert(theirs != mine);
    return 0;
}
