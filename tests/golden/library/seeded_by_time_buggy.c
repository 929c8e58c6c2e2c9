// Seeded with the time, rand gives any number.
#include <assert.h>
#include <stdlib.h>
#include <time.h>
int main(void)
{
    srand((unsigned)time(NULL));
    int a = rand() % 10;
    assert(a != 7);
    return 0;
}
