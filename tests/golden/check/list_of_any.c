// One call of malloc that makes any number of objects: more than the model has.
#include <assert.h>
#include <stdlib.h>

struct node {
    int full;
    struct node *next;
} *head;

int main(void)
{
    for (;;) {
        struct node *n = malloc(sizeof *n);
        n->full = 1;
        n->next = head;
        head = n;
        assert(head->full);
    }
}
