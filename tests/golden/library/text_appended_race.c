/* What is appended to text is not certainly written where the text begins. */
#include <pthread.h>
#include <string.h>

static char place[16] = "x";

static void *append(void *arg)
{
    strcat(place, arg);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, append, "a");
    int c = place[0];
    pthread_join(t, NULL);
    return c;
}
