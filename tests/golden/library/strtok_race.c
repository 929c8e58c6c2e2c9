/* strtok goes on in the text of the call before. */
#include <pthread.h>
#include <string.h>

static char text[100];

static void *worker(void *unused)
{
    char *p = strtok(0, ",");
    if (p) *p = 'x';
    return unused;
}

int main(void)
{
    pthread_t t;
    strtok(text, ",");
    pthread_create(&t, 0, worker, 0);
    text[1] = 'y';
    pthread_join(t, 0);
}
