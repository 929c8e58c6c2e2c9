/* A number that another file has set is any. */
#include <assert.h>

extern int limit;

int main(void) { assert(limit < 10); }
