/* Two accounts, whose locks are taken in the order of their numbers. */
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
    if (from->id < to->id) {
        pthread_mutex_lock(&from->m);
        pthread_mutex_lock(&to->m);
    } else {
        pthread_mutex_lock(&to->m);
        pthread_mutex_lock(&from->m);
    }
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
