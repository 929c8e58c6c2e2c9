/* How much is copied is not known: a run in which nothing is copied is none of the program. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char source[64] = "abcdefgh", buffer[64];

static void *worker(void *arg) { return arg; }

int main(int argc, char **argv)
{
    pthread_t p;
    pthread_create(&p, 0, worker, buffer);
    unsigned n = (unsigned)argc % 8 + 1;
    memcpy(buffer, source, n);
    assert(buffer[0] == 'a');
    pthread_join(p, 0);
}
