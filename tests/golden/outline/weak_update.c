/* A pointer leads to one of two numbers. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int a, b;
int main(int argc, char **argv)
{
    int *p = argc > 1 ? &a : &b;
    *p = 1;
    assert(a == 1);
}
