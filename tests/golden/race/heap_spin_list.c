/* Members of a list with a spin lock each, in the middle of the struct. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/queue.h>
struct job {
    int id;
    pthread_spinlock_t lock;
    SLIST_ENTRY(job) next;
};
static SLIST_HEAD(, job) jobs;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void add(int id)
{
    struct job *j = malloc(sizeof *j);
    if (!j) abort();
    j->id = id;
    pthread_spin_init(&j->lock, 0);
    pthread_mutex_lock(&m);
    SLIST_INSERT_HEAD(&jobs, j, next);
    pthread_mutex_unlock(&m);
}
static void *f(void *a)
{
    (void)a;
    struct job *j;
    pthread_mutex_lock(&m);
    SLIST_FOREACH(j, &jobs, next)
    {
        pthread_spin_lock(&j->lock);
        j->id++;
        pthread_spin_unlock(&j->lock);
    }
    pthread_mutex_unlock(&m);
    return 0;
}
static void *g(void *a)
{
    struct job *j = a;
    pthread_spin_lock(&j->lock);
    j->id = 3;
    pthread_spin_unlock(&j->lock);
    return 0;
}
int main(void)
{
    pthread_t t, u;
    SLIST_INIT(&jobs);
    add(1);
    add(2);
    struct job *first = SLIST_FIRST(&jobs);
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, g, first);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
