/*
 * Sorted linked list under a lock, with an error: see sorted-list.c for the program and the property.
 *
 * Bug: the place is looked for before the lock is taken. When the other thread inserts there first, the
 * node lands in the wrong order.
 */
#include <assert.h>
#include <pthread.h>

struct node {
    int key;
    struct node *next;
};

struct node last = {9, 0}, first = {0, &last};
struct node new_nodes[2] = {{5, 0}, {3, 0}};
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* The node behind which the key belongs. */
static struct node *place_of(int key)
{
    struct node *node = &first;
    while (node->next->key < key)
        node = node->next;
    return node;
}

static void insert(struct node *node)
{
    struct node *before = place_of(node->key); /* BUG: not under the lock */
    pthread_mutex_lock(&mutex);
    node->next = before->next;
    before->next = node;
    pthread_mutex_unlock(&mutex);
}

void *worker(void *arg)
{
    insert(arg);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    int count = 1;
    pthread_create(&t1, 0, worker, &new_nodes[0]);
    pthread_create(&t2, 0, worker, &new_nodes[1]);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    for (struct node *node = &first; node->next; node = node->next) {
        assert(node->key < node->next->key);
        count++;
    }
    assert(count == 4);
}
