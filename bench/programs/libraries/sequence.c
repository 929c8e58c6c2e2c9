// ck_sequence: one writer, any number of readers; what is read between two equal numbers belongs together.
#include <assert.h>
#include <pthread.h>
#include <ck_sequence.h>

static ck_sequence_t sequence = CK_SEQUENCE_INITIALIZER;
static _Atomic int left, right;

static void *reader(void *arg)
{
    unsigned int version;
    int a, b;
    do {
        version = ck_sequence_read_begin(&sequence);
        a = left;
        b = right;
    } while (ck_sequence_read_retry(&sequence, version));
    assert(a == b);
    return arg;
}

static void *writer(void *arg)
{
    for (int i = 1; i <= 2; i++) {
        ck_sequence_write_begin(&sequence);
        left = i;
        right = i;
        ck_sequence_write_end(&sequence);
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    for (;;)
        pthread_create(&thread, NULL, reader, NULL);
}
