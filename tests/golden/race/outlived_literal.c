/* The literal ends with its block, before the thread does: the survey says what it assumes. */
#include <assert.h>
#include <pthread.h>

struct job {
    int from, to;
};

int length;

void *measure(void *argument)
{
    struct job *job = argument;
    length = job->to - job->from;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    {
        pthread_create(&thread, NULL, measure, &(struct job){2, 7});
    }
    pthread_join(thread, NULL);
    assert(length == 5);
    return 0;
}
