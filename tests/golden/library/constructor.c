/* Constructors run before main. */
#include <assert.h>

static int x;

__attribute__((constructor)) static void first(void) { x = 1; }

int main(void) { assert(x == 1); }
