/* Threads are counted where one was started, and waited for from the last one on. */
#include <pthread.h>
#include <stdlib.h>

#define MAX 32

struct job {
    pthread_t id;
    int result;
};

static void *work(void *p)
{
    struct job *j = p;
    j->result = 7;
    return NULL;
}

static int all(int n)
{
    struct job jobs[MAX];
    int live = 0, sum = 0, i = 0;
    for (i = 0; i < n; i++) {
        if (pthread_create(&jobs[live].id, NULL, work, &jobs[live]) == 0)
            live++;
    }
    for (int k = live - 1; k >= 0; k--)
        pthread_join(jobs[k].id, NULL);
    for (int k = 0; k < live; k++)
        sum += jobs[k].result;
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    if (n < 0 || n > MAX)
        return 2;
    return all(n) > 1000;
}
