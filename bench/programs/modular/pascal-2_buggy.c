/* Pascal's triangle: 2 threads, each computes a row from the one before, element by element.
 *
 * After "Modular Verification of Concurrent Programs via Sequential Model Checking", section 7: each element of a row depends on two of the row before. */
#include <assert.h>
#include <pthread.h>

unsigned char r2_1, r3_1, r3_2;
unsigned char done2, done3; /* elements of the row that are there */

void *row2(void *arg)
{
    (void)arg;
    r2_1 = 1 + 1;
    done2 = 1;
    return 0;
}

void *row3(void *arg)
{
    (void)arg;
    while (!(done2 >= 1)) {
    }
    r3_1 = 1 + r2_1;
    done3 = 1;
    while (!(done2 >= 1)) {
    }
    r3_2 = r2_1 + 1;
    done3 = 2;
    assert(r3_1 == 4);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, row3, 0);
    pthread_create(&t, 0, row2, 0);
    return 0;
}
