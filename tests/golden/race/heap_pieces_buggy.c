/* One function gives all memory. Of the first object the bytes of a pointer are looked at, of the second one none. */
#include <pthread.h>
#include <stdlib.h>
struct bits {
    unsigned long word;
    int used;
};
struct list {
    struct list *next;
    int length;
};
static void *take(size_t size)
{
    void *p = malloc(size);
    if (p == NULL) abort();
    return p;
}
static struct list *head;
static void *grow(void *argument)
{
    head->length++;
    return argument;
}
int main(void)
{
    pthread_t t;
    struct bits *b = take(sizeof *b);
    b->word = 258;
    b->used = ((unsigned char *)&b->word)[1];
    head = take(sizeof *head);
    head->next = take(sizeof *head);
    head->next->next = NULL;
    head->next->length = 0;
    head->length = b->used;
    pthread_create(&t, NULL, grow, NULL);
    head = head->next;
    head->length++;
    pthread_join(t, NULL);
    return 0;
}
