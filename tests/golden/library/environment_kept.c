/* putenv keeps the text itself, which getenv reads while the thread writes it. */
#include <pthread.h>
#include <stdlib.h>

static char home[] = "HOME=/a";

static void *worker(void *unused)
{
    home[6] = 'b';
    return unused;
}

int main(void)
{
    pthread_t t;
    putenv(home);
    pthread_create(&t, 0, worker, 0);
    getenv("HOME");
    pthread_join(t, 0);
}
