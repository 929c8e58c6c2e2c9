/* A join stores the result. */
#include <pthread.h>

void *result;

void *first(void *p)
{
    return p;
}

void *second(void *p)
{
    result = p;
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, &result);
    pthread_join(b, 0);
    return 0;
}
