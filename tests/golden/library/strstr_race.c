/* strstr reads until it has found the word, where the thread writes. */
#include <pthread.h>
#include <string.h>

static char text[] = "bob,eve,ada";

static void *change(void *unused)
{
    text[6] = 'E';
    return unused;
}

int main(void)
{
    pthread_t t;
    char *found;
    pthread_create(&t, 0, change, 0);
    found = strstr(text, "eve");
    pthread_join(t, 0);
    return found == 0;
}
