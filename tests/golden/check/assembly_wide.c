// The exchange of 16 bytes: an address and a number that tells whether it has changed.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct node {
    struct node *next;
    _Atomic int owners;
};

struct stack {
    struct node *head;
    char *generation;
} __attribute__((aligned(16)));

static struct stack stack;
static struct node nodes[2];

static _Bool exchange(struct stack *target, struct stack *expected, struct stack *wanted)
{
    uint64_t *e = (uint64_t *)expected, *w = (uint64_t *)wanted;
    _Bool done;
    __asm__ __volatile__("lock cmpxchg16b %0; setz %3"
                         : "+m"(*target), "=a"(e[0]), "=d"(e[1]), "=q"(done)
                         : "a"(e[0]), "d"(e[1]), "b"(w[0]), "c"(w[1])
                         : "memory", "cc");
    return done;
}

static struct node *pop(void)
{
    struct stack old, new;
    old.generation = *(char *volatile *)&stack.generation;
    old.head = *(struct node *volatile *)&stack.head;
    do {
        if (!old.head) return 0;
        new.generation = old.generation + 1;
        new.head = old.head->next;
    } while (!exchange(&stack, &old, &new));
    assert(old.head->owners++ == 0);
    return old.head;
}

static void push(struct node *node)
{
    struct node *head = *(struct node *volatile *)&stack.head, *seen;
    node->owners--;
    for (;; head = seen) {
        node->next = head;
        seen = head;
        __asm__ __volatile__("lock cmpxchgq %2, %1" : "+a"(seen), "+m"(stack.head) : "r"(node) : "memory");
        if (seen == head) return;
    }
}

static void *worker(void *arg)
{
    struct node *first = pop();
    if (arg) {
        pop();
        if (first) push(first);
    }
    return 0;
}

int main(void)
{
    pthread_t one, two;
    for (int i = 0; i < 2; i++) {
        nodes[i].owners = 1;
        push(&nodes[i]);
    }
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, &stack);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pop();
}
