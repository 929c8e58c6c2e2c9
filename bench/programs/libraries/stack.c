// ck_stack, whose head has a number that each pop changes: what is pushed comes out once, though one thread pushes again
// what it has popped.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <ck_stack.h>

struct item {
    int number;
    _Atomic int owners;
    ck_stack_entry_t entry;
};

CK_STACK_CONTAINER(struct item, entry, item_of)

static ck_stack_t stack = CK_STACK_INITIALIZER;
static struct item items[2];

static struct item *pop(void)
{
    ck_stack_entry_t *entry = ck_stack_pop_mpmc(&stack);
    if (!entry) return NULL;
    struct item *item = item_of(entry);
    assert(item->owners++ == 0);
    return item;
}

static void push(struct item *item)
{
    item->owners--;
    ck_stack_push_mpmc(&stack, &item->entry);
}

static void *taker(void *arg)
{
    pop();
    return arg;
}

static void *recycler(void *arg)
{
    struct item *first = pop(), *second = pop();
    if (first) push(first);
    (void)second;
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        items[i].owners = 1;
        push(&items[i]);
    }
    pthread_create(&threads[0], NULL, taker, NULL);
    pthread_create(&threads[1], NULL, recycler, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    pop();
}
