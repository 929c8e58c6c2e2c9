/* Sums of a matrix of two columns: 6 threads, each computes the sums of a row, from the last column to the first.
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

extern unsigned char a3, b3; /* row 3 */
unsigned char sum_a3, sum_b3, done3;

extern unsigned char a4, b4; /* row 4 */
unsigned char sum_a4, sum_b4, done4;

extern unsigned char a5, b5; /* row 5 */
unsigned char sum_a5, sum_b5, done5;

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
    assert(sum_a0 == (unsigned char)(a0 + b0 + a1 + b1 + a2 + b2 + a3 + b3 + a4 + b4 + a5 + b5));
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
    while (!(done3 >= 1)) {
    }
    sum_b2 = b2 + sum_b3;
    done2 = 1;
    while (!(done3 >= 2)) {
    }
    sum_a2 = a2 + b2 + sum_a3;
    done2 = 2;
    return 0;
}

void *row3(void *arg)
{
    (void)arg;
    while (!(done4 >= 1)) {
    }
    sum_b3 = b3 + sum_b4;
    done3 = 1;
    while (!(done4 >= 2)) {
    }
    sum_a3 = a3 + b3 + sum_a4;
    done3 = 2;
    return 0;
}

void *row4(void *arg)
{
    (void)arg;
    while (!(done5 >= 1)) {
    }
    sum_b4 = b4 + sum_b5;
    done4 = 1;
    while (!(done5 >= 2)) {
    }
    sum_a4 = a4 + b4 + sum_a5;
    done4 = 2;
    return 0;
}

void *row5(void *arg)
{
    (void)arg;
    sum_b5 = b5;
    done5 = 1;
    sum_a5 = a5 + b5;
    done5 = 2;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, row0, 0);
    pthread_create(&t, 0, row1, 0);
    pthread_create(&t, 0, row2, 0);
    pthread_create(&t, 0, row3, 0);
    pthread_create(&t, 0, row4, 0);
    pthread_create(&t, 0, row5, 0);
    return 0;
}
