/* The same: what ends the object frees a part of it twice. */
#include <pthread.h>
#include <stdlib.h>

struct box {
    pthread_mutex_t lock;
    int *value;
};

struct box *box_new(int v)
{
    struct box *b = malloc(sizeof *b);
    if (!b) return NULL;
    b->value = malloc(sizeof *b->value);
    if (!b->value) {
        free(b);
        return NULL;
    }
    *b->value = v;
    pthread_mutex_init(&b->lock, NULL);
    return b;
}

void box_set(struct box *b, int v)
{
    pthread_mutex_lock(&b->lock);
    *b->value = v;
    pthread_mutex_unlock(&b->lock);
}

int box_get(struct box *b)
{
    pthread_mutex_lock(&b->lock);
    int v = *b->value;
    pthread_mutex_unlock(&b->lock);
    return v;
}

void box_free(struct box *b)
{
    pthread_mutex_destroy(&b->lock);
    free(b->value);
    free(b->value);
    free(b);
}
