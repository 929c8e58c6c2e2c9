/* The new process has one thread: in it nobody counts any more. In the model all go on, so that this proves nothing. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int count;

static void *work(void *unused)
{
    count = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (fork() == 0) {
        int before = count;
        assert(count == before);
        _exit(0);
    }
    pthread_join(thread, NULL);
}
