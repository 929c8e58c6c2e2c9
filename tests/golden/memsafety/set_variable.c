/* Memory of variable size is set as far as it goes. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static void *work(void *argument)
{
    size_t n = __VERIFIER_nondet_uchar();
    char *p = malloc(n + 1);
    if (!p) return NULL;
    memset(p, 0, n + 1);
    free(p);
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
