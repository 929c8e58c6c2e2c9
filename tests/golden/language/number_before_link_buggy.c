/* A list of nodes whose member before the link is a number: by the targets of `pos` alone the number could be the link of
 * the list's head before it. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
struct link { struct link *prev, *next; };
struct node { long count; struct link link; };
struct link heads[2];
struct node a, b;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void add(struct node *n, struct link *head)
{
    n->link.next = head->next;
    n->link.prev = head;
    head->next = &n->link;
}

static void *count(void *arg)
{
    struct link *head = arg;
    pthread_mutex_lock(&m);
    struct node *pos = (struct node *)((char *)head->next - offsetof(struct node, link));
    while (&pos->link != head) {
        pos->count++;
        pos = (struct node *)((char *)pos->link.next - offsetof(struct node, link));
    }
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t t;
    heads[0].next = heads[0].prev = &heads[0];
    heads[1].next = heads[1].prev = &heads[1];
    add(&a, &heads[0]);
    add(&b, &heads[1]);
    pthread_create(&t, NULL, count, &heads[0]);
    count(&heads[1]);
    pthread_join(t, NULL);
    assert(a.count == 1 && b.count == 0);
    return 0;
}
