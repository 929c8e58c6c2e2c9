#include <assert.h>
#include <pthread.h>

/* A function that is called in and out of atomic sections, one that has such a section, and one that begins it for
 * others. */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x, y;

static void add(int by) { x = x + by; }

static void both(int by)
{
    // __VERIFIER_atomic_begin();
    add(by);
    add(-by);
    // __VERIFIER_atomic_end();
}

static void begin(void) { __VERIFIER_atomic_begin(); }
static void end(void) { __VERIFIER_atomic_end(); }

static void look(void)
{
    begin();
    add(0);
    assert(x == 0);
    end();
}

void *worker(void *arg)
{
    both(1);
    look();
    both(2);
    look();
    return 0;
}

int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, worker, 0);
}
