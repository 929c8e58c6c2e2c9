#include <pthread.h>
#include <stdio.h>
char name[40];
void *work(void *arg)
{
    return 0;
}
int main(int argc, char **argv)
{
    pthread_t t;
    pthread_create(&t, 0, work, argv[0]);
    printf("%s\n", name);
    pthread_join(t, 0);
    printf("%s\n", name);
    return 0;
}
