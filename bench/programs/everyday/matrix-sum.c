/* Three threads add up a row each of an arbitrary matrix, and the sums, under a lock. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
enum { ROWS = 3, COLUMNS = 3 };
static int m[ROWS][COLUMNS], sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add_row(void *row)
{
    const int *r = row;
    int s = 0;
    for (int i = 0; i < COLUMNS; i++)
        s += r[i];
    pthread_mutex_lock(&lock);
    sum += s;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t[ROWS];
    int expected = 0;
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < COLUMNS; k++) {
            m[i][k] = __VERIFIER_nondet_int() & 255;
            expected += m[i][k];
        }
    for (int i = 0; i < ROWS; i++)
        pthread_create(&t[i], NULL, add_row, m[i]);
    for (int i = 0; i < ROWS; i++)
        pthread_join(t[i], NULL);
    assert(sum == expected);
}
