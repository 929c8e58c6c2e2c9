// A computed goto, as interpreters have it: labels in a table, one of which a variable chooses.
#include <assert.h>
#include <pthread.h>

int done;

static int run(const unsigned char *code)
{
    static void *const labels[] = {&&halt, &&add, &&twice};
    int value = 0;
    goto *labels[*code++];
add:
    value++;
    goto *labels[*code++];
twice:
    value *= 2;
    goto *labels[*code++];
halt:
    return value;
}

void *work(void *arg)
{
    static const unsigned char code[] = {1, 2, 1, 0};
    assert(run(code) == 3);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
