/* Pascal's triangle: 4 threads, each computes a row from the one before, element by element.
 *
 * After "Modular Verification of Concurrent Programs via Sequential Model Checking", section 7: each element of a row depends on two of the row before. */
#include <assert.h>
#include <pthread.h>

unsigned char r2_1, r3_1, r3_2, r4_1, r4_2, r4_3, r5_1, r5_2, r5_3, r5_4;
unsigned char done2, done3, done4, done5; /* elements of the row that are there */

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
    return 0;
}

void *row4(void *arg)
{
    (void)arg;
    while (!(done3 >= 1)) {
    }
    r4_1 = 1 + r3_1;
    done4 = 1;
    while (!(done3 >= 2)) {
    }
    r4_2 = r3_1 + r3_2;
    done4 = 2;
    while (!(done3 >= 2)) {
    }
    r4_3 = r3_2 + 1;
    done4 = 3;
    return 0;
}

void *row5(void *arg)
{
    (void)arg;
    while (!(done4 >= 1)) {
    }
    r5_1 = 1 + r4_1;
    done5 = 1;
    while (!(done4 >= 2)) {
    }
    r5_2 = r4_1 + r4_2;
    done5 = 2;
    while (!(done4 >= 3)) {
    }
    r5_3 = r4_2 + r4_3;
    done5 = 3;
    while (!(done4 >= 3)) {
    }
    r5_4 = r4_3 + 1;
    done5 = 4;
    assert(r5_1 == 5);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, row5, 0);
    pthread_create(&t, 0, row4, 0);
    pthread_create(&t, 0, row3, 0);
    pthread_create(&t, 0, row2, 0);
    return 0;
}
