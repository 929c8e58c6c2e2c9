/* main ends as a thread, and its locals with it; the other thread may be late. */
#include <pthread.h>
void *f(void *p)
{
    *(int *)p = 1;
    return 0;
}
int main(void)
{
    pthread_t t;
    int l;
    pthread_create(&t, 0, f, &l);
    pthread_exit(0);
}
