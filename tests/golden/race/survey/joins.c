// What main does after the only thread of a variable has been joined is ordered; other joins say nothing.
#include <pthread.h>

int joined, helped, left, twice, renamed, kept, early, by_child;
pthread_t a, b, c, d, e, f, g, h;
pthread_t *where = &f; // who has the address may write it
static pthread_t child;

void *count(void *arg)
{
    ++*(int *)arg;
    return 0;
}

void *parent(void *arg)
{
    pthread_create(&child, 0, count, &by_child);
    return 0;
}

void *joined_body(void *arg) { return joined++, (void *)0; }
void *helped_body(void *arg) { return helped++, (void *)0; }
void *left_body(void *arg) { return left++, (void *)0; }
void *twice_body(void *arg) { return twice++, (void *)0; }
void *renamed_body(void *arg) { return renamed++, (void *)0; }
void *kept_body(void *arg) { return kept++, (void *)0; }
void *early_body(void *arg) { return early++, (void *)0; }

// The thread has ended when this returns.
void run_helped(void)
{
    pthread_create(&b, 0, helped_body, 0);
    pthread_join(b, 0);
}

int main(int argc, char **argv)
{
    pthread_t before;
    pthread_create(&a, 0, joined_body, 0);
    pthread_join(a, 0);
    joined++; // safe
    run_helped();
    helped++; // safe
    pthread_create(&c, 0, left_body, 0);
    if (argc > 1) pthread_join(c, 0);
    left++; // not joined on every way
    for (int k = 0; k < 2; k++) pthread_create(&d, 0, twice_body, 0);
    pthread_join(d, 0);
    twice++; // the first thread still runs
    pthread_create(&e, 0, renamed_body, 0);
    e = c;
    pthread_join(e, 0);
    renamed++; // another thread was joined
    pthread_create(&f, 0, kept_body, 0);
    *where = a;
    pthread_join(f, 0);
    kept++; // likewise
    before = g;
    pthread_create(&g, 0, early_body, 0);
    pthread_join(before, 0);
    early++; // read before the thread was there
    pthread_create(&h, 0, parent, 0);
    pthread_join(h, 0);
    by_child++; // the thread is joined, the one that it started is not
    return 0;
}
