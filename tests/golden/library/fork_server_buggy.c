/* What goes on is the new process, which starts the threads. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int served;

static void *serve(void *unused)
{
    served++;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pid_t process = fork();
    if (process < 0) return 1;
    if (process > 0) _exit(0);
    pthread_create(&a, NULL, serve, NULL);
    pthread_create(&b, NULL, serve, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return served == 2 ? 0 : 1;
}
