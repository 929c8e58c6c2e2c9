/* strtok(NULL, ...) ends a word in the text of the call before, which the thread reads. */
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
    strtok(0, ",");
    pthread_join(t, 0);
}
