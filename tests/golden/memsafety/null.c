// One thread sets the pointer to NULL while another uses it.
#include <pthread.h>
int *p;
int x;
void *reset(void *arg)
{
    p = 0;
    return 0;
}
int main(void)
{
    pthread_t t;
    p = &x;
    pthread_create(&t, 0, reset, 0);
    *p = 1;
    return 0;
}
