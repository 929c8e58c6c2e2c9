#include <pthread.h>
pthread_attr_t *kept;
static void make(void)
{
    pthread_attr_t a;
    kept = &a;
}
void *f(void *p)
{
    return p;
}
int main(void)
{
    pthread_t t;
    make();
    pthread_create(&t, kept, f, 0);
    pthread_join(t, 0);
    return 0;
}
