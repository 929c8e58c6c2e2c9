/* The same: the locks are taken in the order of the arguments. */
#include <pthread.h>
#include <stdlib.h>
struct account {
    pthread_mutex_t m;
    long sum;
    int id;
};
static int ids;
struct account *account_new(long sum)
{
    struct account *a = malloc(sizeof *a);
    if (!a) return 0;
    pthread_mutex_init(&a->m, 0);
    a->sum = sum;
    a->id = ids++;
    return a;
}
void account_transfer(struct account *from, struct account *to, long n)
{
    pthread_mutex_lock(&from->m);
    pthread_mutex_lock(&to->m);
    from->sum -= n;
    to->sum += n;
    pthread_mutex_unlock(&from->m);
    pthread_mutex_unlock(&to->m);
}
void account_free(struct account *a)
{
    pthread_mutex_destroy(&a->m);
    free(a);
}
