#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *head;

static void *push(void *value)
{
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->value = *(int *)value;
    pthread_mutex_lock(&lock);
    n->next = head;
    head = n;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    int values[3] = {1, 2, 3};
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, push, &values[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    int sum = 0;
    for (struct node *n = head; n; n = n->next)
        sum += n->value;
    assert(sum == 6);
}
