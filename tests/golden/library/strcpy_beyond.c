/* As strcpy_race.c, but the thread reads what is behind the text. */
#include <pthread.h>
#include <string.h>

static char from[8] = "ada", to[8];

static void *look(void *unused)
{
    return to[4] ? unused : 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, look, 0);
    strcpy(to, from);
    pthread_join(t, 0);
}
