/* The thread is joined in the block that the compound literal ends with. */
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

int main(int argc, char **argv)
{
    pthread_t thread;
    if (argc > 1) {
        pthread_create(&thread, NULL, measure, &(struct job){2, 7});
        pthread_join(thread, NULL);
        assert(length == 5);
    }
    return 0;
}
