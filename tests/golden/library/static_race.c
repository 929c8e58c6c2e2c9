// Names of temporary files are made in memory of the library's own, one call's over the other's.
#include <pthread.h>
#include <stdio.h>

void *name_it(void *arg)
{
    return tmpnam(NULL);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, name_it, NULL);
    tmpnam(NULL);
    pthread_join(t, NULL);
    return 0;
}
