/* Two threads take turns forty times; the race is there in the first round, and all rounds before it are left out for
 * both threads together. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int turn, served;
static void *serve(void *argument)
{
    int mine = argument != 0;
    for (int i = 0; i < 40; i++) {
        int waits = 1;
        while (waits) {
            pthread_mutex_lock(&m);
            waits = turn != mine;
            pthread_mutex_unlock(&m);
        }
        served++;
        pthread_mutex_lock(&m);
        turn = !mine;
        pthread_mutex_unlock(&m);
        served--;
    }
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, serve, 0);
    pthread_create(&b, 0, serve, &turn);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
