/*
 * Free list of blocks from the heap. Who meets another thread goes without a block.
 *
 * Property: no block on the list is in use.
 * Safe: a block goes back to the heap only when nobody looks at the list any more, so that no new block has its address.
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
    if (!block || !atomic_compare_exchange_strong(&list, &block, block->next)) return 0;
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
    if (first && second) put(block_new(0));
    pthread_join(t, 0);
    assert(!list || !list->is_used);
    free(first);
}
