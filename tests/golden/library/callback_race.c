/* A function that somebody unknown is told about may be called at any time. */
#include <pthread.h>

static int x;
void on_event(void (*f)(void *), void *);

static void handler(void *p) { *(int *)p = 1; }

int main(void)
{
    on_event(handler, &x);
    x = 2;
}
