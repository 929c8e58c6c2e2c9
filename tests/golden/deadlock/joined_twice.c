// The second join is of a thread that was joined before; in the loop each is of another one.
#include <pthread.h>
static void *work(void *arg) { return arg; }
int main(void)
{
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        pthread_create(&t, 0, work, 0);
        pthread_join(t, 0);
    }
    pthread_join(t, 0);
    return 0;
}
