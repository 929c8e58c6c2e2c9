/* The call writes; by which value is not known, but a run may not leave the write out. */
#include <assert.h>
#include <pthread.h>

int main(void)
{
    pthread_attr_t a;
    int state = 77;
    pthread_attr_init(&a);
    pthread_attr_getdetachstate(&a, &state);
    assert(state != 77);
    return 0;
}
