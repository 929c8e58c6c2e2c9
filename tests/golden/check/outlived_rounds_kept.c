/* A round looks at the local of the round before. */
#include <assert.h>
#include <pthread.h>

int *before, differs;

void *work(void *argument)
{
    assert(*(int *)argument == 4);
    return NULL;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        int four = 4;
        pthread_t thread;
        if (before && *before != 4) differs = 1;
        pthread_create(&thread, NULL, work, &four);
        pthread_join(thread, NULL);
        before = &four;
    }
    assert(!differs);
    return 0;
}
