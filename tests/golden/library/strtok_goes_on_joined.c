/* As strtok_goes_on.c, but for the join before the text is written again. */
#include <pthread.h>
#include <string.h>

static char names[] = "ada,bob,eve";

static void *count(void *unused)
{
    size_t n = 0;
    while (names[n])
        n++;
    return n ? unused : 0;
}

int main(void)
{
    pthread_t t;
    strtok(names, ",");
    pthread_create(&t, 0, count, 0);
    pthread_join(t, 0);
    strtok(0, ",");
}
