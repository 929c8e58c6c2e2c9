/* A function without a body calls one of the program, writes, and calls it again. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x, calls;
void steps(int *number, void (*called)(void));
void called(void)
{
    if (calls == 0) assert(x != 1);
    if (x == 0) calls = 1;
    if (calls == 1) assert(x == 0);
}
int main(void) { steps(&x, called); }
