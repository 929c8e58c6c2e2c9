/* The compiler passes the pragmas over: the program is examined as it is without OpenMP. */
#include <assert.h>
#define PARALLEL _Pragma("omp parallel for")
int main(void)
{
    int sum = 0;
    PARALLEL
    for (int i = 0; i < 3; i++)
        sum++;
#pragma omp barrier
    assert(sum == 3);
    return 0;
}
