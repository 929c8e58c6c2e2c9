/* What a format prints may be NULL, which C does not allow. */
#include <pthread.h>
#include <stdio.h>

extern _Bool __VERIFIER_nondet_bool(void);

static void *work(void *argument) { return argument; }

int main(void)
{
    const char *name = __VERIFIER_nondet_bool() ? "name" : NULL;
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    printf("%s is it\n", name);
    return 0;
}
