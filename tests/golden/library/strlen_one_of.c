/* The length is that of one of two names: it may be that of the second one already. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static const char early[] = "begin", late[] = "finished";
static const char *phase = early;
static size_t longest;

static void *finish(void *unused)
{
    phase = late;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, finish, NULL);
    longest = strlen(phase);
    pthread_join(t, NULL);
    assert(longest == 5);
    assert(longest == 5 || longest == 8);
    assert(strlen(phase + 2) == 6);
    return 0;
}
