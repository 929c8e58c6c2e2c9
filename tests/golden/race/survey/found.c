// A local that a function of which nothing is known was given may be found by another thread.
#include <pthread.h>

void keep(int *number);
int *find(void);
void touch(int *number);

void *worker(void *arg)
{
    int found = 0;
    keep(&found);
    found++;
    *find() = 1;
    return 0;
}

void *toucher(void *arg)
{
    int reached = 0;
    int *list[2] = {&reached, 0};
    touch((int *)list); // what is kept there
    reached++;
    return 0;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        pthread_create(&t, 0, worker, 0);
        pthread_create(&t, 0, toucher, 0);
    }
    return 0;
}
