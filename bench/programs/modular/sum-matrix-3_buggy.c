/* Sums of a matrix of two columns: 3 threads, each computes the sums of a row, from the last column to the first.
 *
 * After "Modular Verification of Concurrent Programs via Sequential Model Checking", section 7: a row needs the sums of the one below, column by column. */
#include <assert.h>
#include <pthread.h>

extern unsigned char a0, b0; /* row 0 */
unsigned char sum_a0, sum_b0, done0;

extern unsigned char a1, b1; /* row 1 */
unsigned char sum_a1, sum_b1, done1;

extern unsigned char a2, b2; /* row 2 */
unsigned char sum_a2, sum_b2, done2;

void *row0(void *arg)
{
    (void)arg;
    while (!(done1 >= 1)) {
    }
    sum_b0 = b0 + sum_b1;
    done0 = 1;
    while (!(done1 >= 2)) {
    }
    sum_a0 = a0 + b0 + sum_a1;
    assert(sum_a0 == (unsigned char)(a0 + b0 + a1 + b1 + a2));
    done0 = 2;
    return 0;
}

void *row1(void *arg)
{
    (void)arg;
    while (!(done2 >= 1)) {
    }
    sum_b1 = b1 + sum_b2;
    done1 = 1;
    while (!(done2 >= 2)) {
    }
    sum_a1 = a1 + b1 + sum_a2;
    done1 = 2;
    return 0;
}

void *row2(void *arg)
{
    (void)arg;
    sum_b2 = b2;
    done2 = 1;
    sum_a2 = a2 + b2;
    done2 = 2;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, row0, 0);
    pthread_create(&t, 0, row1, 0);
    pthread_create(&t, 0, row2, 0);
    return 0;
}
