/* The text that tmpnam gave is read while another thread lets it write a new one. */
#include <pthread.h>
#include <stdio.h>

static void *worker(void *unused)
{
    tmpnam(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    char *name = tmpnam(0);
    pthread_create(&t, 0, worker, 0);
    int is_path = name && name[0] == '/';
    pthread_join(t, 0);
    return is_path;
}
