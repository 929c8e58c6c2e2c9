/* The other thread goes on in the text of main, and writes where the comma was. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char names[] = "ada,bob,eve";

static void *worker(void *unused)
{
    strtok(0, ",");
    return unused;
}

int main(void)
{
    pthread_t t;
    strtok(names, ",");
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(names[7] == ',');
}
