/* A volatile store hands nothing on: who sees the flag may read the letter while it is written. */
#include <pthread.h>

static int letter;
static volatile int sent;

static void *receive(void *unused)
{
    int seen = 0;
    if (sent)
        seen = letter;
    (void)seen;
    return unused;
}

int main(void)
{
    pthread_t reader;
    if (pthread_create(&reader, NULL, receive, NULL) != 0)
        return 1;
    letter = 7;
    sent = 1;
    return pthread_join(reader, NULL);
}
