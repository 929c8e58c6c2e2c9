/* An element for each of any number of threads, with addresses of 32 bits: no index is so large that its product with
 * the size of an element wraps around, since that address would be outside of the array. */
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

void *worker(void *argument)
{
    int *data = argument;
    *data = __VERIFIER_nondet_int();
    return 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    pthread_t *t = malloc(n * sizeof *t);
    int *data = malloc(n * sizeof *data);
    for (int i = 0; i < n; i++)
        pthread_create(&t[i], 0, worker, &data[i]);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], 0);
    free(data);
    free(t);
    return 0;
}
