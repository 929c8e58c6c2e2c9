/* Behind a join the thread has ended. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x;
void *writer(void *unused)
{
    x = 1;
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    pthread_join(t, 0);
    assert(x == 1 || x == 0);
    x = 2;
    assert(x == 2);
}
