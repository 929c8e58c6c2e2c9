/* The old state is written to an address that is no object's. */
#include <pthread.h>

int main(void) { return pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, (int *)64); }
