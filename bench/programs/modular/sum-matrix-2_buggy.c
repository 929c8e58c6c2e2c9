/* Sums of a matrix of two columns: 2 threads, each computes the sums of a row, from the last column to the first.
 *
 * After "Modular Verification of Concurrent Programs via Sequential Model Checking", section 7: a row needs the sums of the one below, column by column. */
#include <assert.h>
#include <pthread.h>

extern unsigned char a0, b0; /* row 0 */
unsigned char sum_a0, sum_b0, done0;

extern unsigned char a1, b1; /* row 1 */
unsigned char sum_a1, sum_b1, done1;

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
    assert(sum_a0 == (unsigned char)(a0 + b0 + a1 + b1 + 1));
    done0 = 2;
    return 0;
}

void *row1(void *arg)
{
    (void)arg;
    sum_b1 = b1;
    done1 = 1;
    sum_a1 = a1 + b1;
    done1 = 2;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, row0, 0);
    pthread_create(&t, 0, row1, 0);
    return 0;
}
