#include <assert.h>
#include <pthread.h>

/* A function with a return inside of its loop, called in a loop and from two depths. */
int table[4];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int find(int value)
{
    for (int i = 0; i < 4; i++)
        if (table[i] == value) return i;
    return -1;
}

static int find_twice(int value)
{
    int first = find(value);
    if (first < 0) return -1;
    return find(value) == first ? first : -2;
}

void *worker(void *arg)
{
    // pthread_mutex_lock(&m);
    for (int i = 0; i < 2; i++) {
        table[i] = i + 1;
        assert(find_twice(i + 1) == i);
        assert(find(9) == -1);
    }
    for (int i = 0; i < 2; i++)
        table[i] = 0;
    // pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, 0);
}
