/* A session has a reader and a writer; the one that sees the end first closes it.
   Mistake: the lock is given back between the look whether it is closed and the close. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER 256

struct session {
    pthread_mutex_t lock;
    int id;
    int closed;
    char *buffer;
    size_t used;
};

static struct session *session_open(int id)
{
    struct session *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->buffer = malloc(BUFFER);
    if (!s->buffer) {
        free(s);
        return NULL;
    }
    pthread_mutex_init(&s->lock, NULL);
    s->id = id;
    return s;
}

static void session_close(struct session *s, const char *who)
{
    pthread_mutex_lock(&s->lock);
    if (s->closed) {
        pthread_mutex_unlock(&s->lock);
        return;
    }
    pthread_mutex_unlock(&s->lock);
    fprintf(stderr, "session %d: closed by the %s\n", s->id, who);
    free(s->buffer);
    pthread_mutex_lock(&s->lock);
    s->buffer = NULL;
    s->closed = 1;
    pthread_mutex_unlock(&s->lock);
}

/* False once the session is closed. */
static int session_append(struct session *s, const char *text)
{
    int good = 0;
    pthread_mutex_lock(&s->lock);
    size_t length = strlen(text);
    if (!s->closed && s->used + length <= BUFFER) {
        memcpy(s->buffer + s->used, text, length);
        s->used += length;
        good = 1;
    }
    pthread_mutex_unlock(&s->lock);
    return good;
}

static void *reader(void *arg)
{
    struct session *s = arg;
    while (session_append(s, "data from the client; "))
        ;
    session_close(s, "reader");
    return NULL;
}

static void *writer(void *arg)
{
    struct session *s = arg;
    while (session_append(s, "answer; "))
        ;
    session_close(s, "writer");
    return NULL;
}

int main(void)
{
    pthread_t r, w;
    struct session *s = session_open(7);
    if (!s) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    int reads = pthread_create(&r, NULL, reader, s) == 0;
    int writes = pthread_create(&w, NULL, writer, s) == 0;
    if (reads)
        pthread_join(r, NULL);
    if (writes)
        pthread_join(w, NULL);
    session_close(s, "server");
    pthread_mutex_destroy(&s->lock);
    free(s);
    return 0;
}
