/* strlen reads. */
#include <string.h>
#include <pthread.h>

char s[4];

void *worker(void *p)
{
    (void)p;
    s[0] = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    return (int)strlen(s);
    pthread_join(thread, 0);
    return 0;
}
