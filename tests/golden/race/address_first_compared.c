/* The same, and the steps are counted when the thread has ended. Who has made an object is kept as a number, which is NULL first, and compared before it is set. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
struct coder {
    int *state;
    uintptr_t made_by;
    void (*end)(int *state);
};
#define NOTHING (struct coder){.state = NULL, .made_by = (uintptr_t)NULL, .end = NULL}
static int steps;
static void end_plain(int *state) { free(state); }
static void end(struct coder *c)
{
    if (c->made_by == (uintptr_t)NULL) return;
    if (c->end != NULL) c->end(c->state);
    *c = NOTHING;
}
static int make_plain(struct coder *c)
{
    if ((uintptr_t)&make_plain != c->made_by) end(c);
    c->made_by = (uintptr_t)&make_plain;
    if (c->state == NULL) {
        c->state = malloc(sizeof(int));
        if (c->state == NULL) return -1;
        c->end = end_plain;
    }
    *c->state = 1;
    return 0;
}
static void *step(void *argument)
{
    steps++;
    return argument;
}
int main(void)
{
    pthread_t t;
    struct coder *c = malloc(sizeof *c);
    if (c == NULL) return 1;
    *c = NOTHING;
    if (make_plain(c) != 0) return 1;
    pthread_create(&t, NULL, step, NULL);
    pthread_join(t, NULL);
    steps += *c->state;
    end(c);
    free(c);
    return 0;
}
