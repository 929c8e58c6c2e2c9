/* Of the threads one is counted away: the last is not waited for. */
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
    while (i < n) {
        if (pthread_create(&jobs[i].id, NULL, work, &jobs[i]))
            break;
        i++;
        live++;
        if (i == 5)
            live--;
    }
    for (int k = 0; k < live; k++)
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
