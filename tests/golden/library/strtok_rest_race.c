/* strtok(NULL, ...) ends the second word, where the thread reads. */
#include <pthread.h>
#include <string.h>

static char names[] = "ada,bob,eve";

static void *look(void *unused)
{
    return names[7] == ',' ? unused : 0;
}

int main(void)
{
    pthread_t t;
    strtok(names, ",");
    pthread_create(&t, 0, look, 0);
    strtok(0, ",");
    pthread_join(t, 0);
}
