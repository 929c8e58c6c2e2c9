/*
 * Free list of blocks from the heap, with an error: see freelist.c. Who meets another thread goes without a block.
 *
 * Property: no block on the list is in use.
 * Bug: the list gives blocks back to the heap, too. A block that the heap hands out again may stand at the head once
 * more, and who still has the head's successor of before puts that in its place (ABA), although it is in use by then.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct block {
    struct block *next;
    _Bool is_used;
};

struct block *_Atomic list;

static struct block *block_new(struct block *next)
{
    struct block *block = malloc(sizeof *block);
    if (!block) exit(1);
    block->next = next;
    block->is_used = 0;
    return block;
}

static struct block *get(void)
{
    struct block *block = list;
    if (!block || !atomic_compare_exchange_strong(&list, &block, block->next)) return 0; /* BUG: next may be another */
    block->is_used = 1;
    return block;
}

static void put(struct block *block)
{
    struct block *head = block->next;
    atomic_compare_exchange_strong(&list, &head, block);
}

void *user(void *arg)
{
    get();
    return arg;
}

int main(void)
{
    pthread_t t;
    list = block_new(block_new(0));
    pthread_create(&t, 0, user, 0);
    struct block *first = get(), *second = get();
    if (first && second) {
        free(first); /* there is one in reserve */
        put(block_new(0));
    }
    pthread_join(t, 0);
    assert(!list || !list->is_used);
}
