/* How far strlen reads is not known: neither a proof nor a counterexample. */
#include <string.h>
#include <pthread.h>

char s[4];

void *worker(void *p)
{
    (void)p;
    s[2] = 1;
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
