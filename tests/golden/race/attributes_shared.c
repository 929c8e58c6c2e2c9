/* Two threads fill one object that the model does not look into. */
#include <pthread.h>
pthread_attr_t b;
static void *work(void *p)
{
    pthread_attr_init(&b);
    return p;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
