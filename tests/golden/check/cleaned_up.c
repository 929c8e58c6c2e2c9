/* A cleanup function is given the variable before it ends, though its block has been left. */
#include <assert.h>
static int verbose;
static void closing(int *p) { verbose = *p; }
int main(void) { { int x __attribute__((cleanup(closing))) = 1; } assert(verbose == 0); return 0; }
