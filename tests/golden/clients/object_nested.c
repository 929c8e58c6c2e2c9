/* A connection is made of a pool, which is made first. All functions are found by their types. */
#include <pthread.h>
#include <stdlib.h>
struct pool {
    pthread_mutex_t m;
    int free;
};
struct conn {
    struct pool *pool;
    int fd;
};
struct pool *pool_new(int n)
{
    struct pool *p = malloc(sizeof *p);
    if (!p) return 0;
    pthread_mutex_init(&p->m, 0);
    p->free = n;
    return p;
}
struct conn *conn_open(struct pool *p)
{
    struct conn *c = malloc(sizeof *c);
    if (!c) return 0;
    pthread_mutex_lock(&p->m);
    p->free--;
    pthread_mutex_unlock(&p->m);
    c->pool = p;
    c->fd = 3;
    return c;
}
void conn_touch(struct conn *c)
{
    pthread_mutex_lock(&c->pool->m);
    c->pool->free++;
    pthread_mutex_unlock(&c->pool->m);
}
