/* Two threads of one function: each join gets the result of its own thread. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *twice(void *arg)
{
    int *p = malloc(sizeof *p);
    if (!p) pthread_exit(0);
    *p = (int)(long)arg * 2;
    return p;
}

int main(void)
{
    pthread_t a, b;
    int *r, *s;
    pthread_create(&a, 0, twice, (void *)1);
    pthread_create(&b, 0, twice, (void *)2);
    pthread_join(a, (void **)&r);
    pthread_join(b, (void **)&s);
    if (r) assert(*r == 2);
    if (s) assert(*s == 4);
    return 0;
}
