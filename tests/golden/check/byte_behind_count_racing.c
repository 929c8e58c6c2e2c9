/* And it races with the member behind that array. */
#include <pthread.h>

extern unsigned char any(void);

static struct {
    int k;
    char name[8];
    int last;
} s;

static void *run(void *a)
{
    char *p = (char *)&s + 4;
    p[any() % 12] = 0;
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    s.last = 7;
    pthread_join(t, 0);
    return 0;
}
