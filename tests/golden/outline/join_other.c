/* Joined is one thread, and another one still runs. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x;
void *first(void *unused) { return unused; }
void *second(void *unused)
{
    x = 1;
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t t, u;
    pthread_create(&t, 0, argc > 1 ? first : second, 0);
    pthread_create(&u, 0, argc > 1 ? second : first, 0);
    pthread_join(t, 0);
    x = 2;
    assert(x == 2);
}
