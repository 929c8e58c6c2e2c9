/* Peterson's algorithm, as in the running example of "Modular Verification of Concurrent Programs via Sequential Model
 * Checking" (Fig. 1). */
#include <assert.h>
#include <pthread.h>

int claim0, claim1, turn, cs0, cs1;

void *t0(void *arg)
{
    (void)arg;
    while (1) {
        claim0 = 1;
        turn = 1;
        while (claim1 && turn != 0) {
        }
        cs0 = 1;
        assert(!cs1);
        cs0 = 0;
        claim0 = 0;
    }
}

void *t1(void *arg)
{
    (void)arg;
    while (1) {
        claim1 = 1;
        turn = 0;
        while (claim0 && turn != 1) {
        }
        cs1 = 1;
        cs1 = 0;
        claim1 = 0;
    }
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, t0, 0);
    pthread_create(&b, 0, t1, 0);
    return 0;
}
