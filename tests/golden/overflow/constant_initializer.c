/* The initializer of static storage is no code. */
#include <limits.h>
static int shares = INT_MIN / -1;
int main(void) { return shares > 0; }
