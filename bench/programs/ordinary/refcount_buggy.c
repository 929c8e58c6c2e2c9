/* A message that is sent to several receivers is counted; the last one who puts it down frees it.
   Mistake: the count goes down, and is then read again. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
    atomic_int refs;
    size_t length;
    char *text;
};

struct receiver {
    pthread_t thread;
    int id;
    struct message *inbox;
};

static struct message *message_new(const char *text)
{
    struct message *m = malloc(sizeof *m);
    if (!m)
        return NULL;
    m->length = strlen(text);
    m->text = malloc(m->length + 1);
    if (!m->text) {
        free(m);
        return NULL;
    }
    memcpy(m->text, text, m->length + 1);
    atomic_init(&m->refs, 1);
    return m;
}

static struct message *message_get(struct message *m)
{
    atomic_fetch_add(&m->refs, 1);
    return m;
}

static void message_put(struct message *m)
{
    atomic_fetch_sub(&m->refs, 1);
    if (atomic_load(&m->refs) == 0) {
        free(m->text);
        free(m);
    }
}

static void *receive(void *arg)
{
    struct receiver *r = arg;
    printf("receiver %d: %zu bytes\n", r->id, r->inbox->length);
    message_put(r->inbox);
    return NULL;
}

int main(int argc, char **argv)
{
    enum { RECEIVERS = 3 };
    struct receiver *receivers = calloc(RECEIVERS, sizeof *receivers);
    struct message *m = message_new(argc > 1 ? argv[1] : "hello");
    int started = 0;
    if (!receivers || !m) {
        fprintf(stderr, "out of memory\n");
        if (m)
            message_put(m);
        free(receivers);
        return 1;
    }
    for (int i = 0; i < RECEIVERS; i++) {
        receivers[i].id = i;
        receivers[i].inbox = message_get(m);
        if (pthread_create(&receivers[i].thread, NULL, receive, &receivers[i]) != 0) {
            message_put(m);
            break;
        }
        started++;
    }
    message_put(m);
    for (int i = 0; i < started; i++)
        pthread_join(receivers[i].thread, NULL);
    free(receivers);
    return 0;
}
