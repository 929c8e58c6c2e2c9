/* Each thread has a text and a place of its own. */
#include <pthread.h>
#include <string.h>

static char first[] = "ada bob", second[] = "eve dan";

static void *split(void *text)
{
    char *rest, *word = strtok_r(text, " ", &rest);
    while (word)
        word = strtok_r(0, " ", &rest);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, split, first);
    split(second);
    pthread_join(t, 0);
}
