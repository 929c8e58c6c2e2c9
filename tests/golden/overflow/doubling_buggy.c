/* Two threads that make each other's number grow, which is large from the start. */
#include <pthread.h>
int i = 300000000, j = 300000000;
void *first(void *arg)
{
    for (int k = 0; k < 13; k++) i += j;
    return 0;
}
void *second(void *arg)
{
    for (int k = 13; k > 0; k--) j += i;
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
}
