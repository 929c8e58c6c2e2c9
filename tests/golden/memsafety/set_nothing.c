/* No bytes at NULL are no access; more are. */
#include <pthread.h>
#include <string.h>
#include <unistd.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static char room[8];

static void *work(void *argument)
{
    size_t n = __VERIFIER_nondet_uchar();
    char *p = NULL;
    if (n > sizeof room) return NULL;
    if (n > 0) p = room;
    memset(p, 0, n);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
