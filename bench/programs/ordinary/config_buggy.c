/* Settings that are read by the first thread that asks for one.
   Mistake: whether they are there is looked at without the lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct config {
    int verbose;
    int retries;
    char host[64];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *config;

static struct config *config_load(void)
{
    const char *host = getenv("DEMO_HOST"), *retries = getenv("DEMO_RETRIES");
    struct config *c = malloc(sizeof *c);
    if (!c)
        return NULL;
    c->verbose = getenv("DEMO_VERBOSE") != NULL;
    c->retries = retries ? atoi(retries) : 3;
    if (c->retries < 0 || c->retries > 10)
        c->retries = 3;
    strncpy(c->host, host ? host : "localhost", sizeof c->host - 1);
    c->host[sizeof c->host - 1] = 0;
    return c;
}

static const struct config *config_get(void)
{
    if (config)
        return config;
    pthread_mutex_lock(&lock);
    if (!config)
        config = config_load();
    pthread_mutex_unlock(&lock);
    return config;
}

static int connect_to(const char *host, int attempt)
{
    return host[0] != 0 && attempt > 0 ? 0 : -1;
}

static void *client(void *arg)
{
    int id = *(int *)arg;
    const struct config *c = config_get();
    if (!c) {
        fprintf(stderr, "client %d: out of memory\n", id);
        return NULL;
    }
    for (int attempt = 0; attempt < c->retries; attempt++) {
        if (connect_to(c->host, attempt) == 0) {
            if (c->verbose)
                printf("client %d: connected to %s\n", id, c->host);
            return NULL;
        }
    }
    fprintf(stderr, "client %d: no connection\n", id);
    return NULL;
}

int main(void)
{
    enum { CLIENTS = 3 };
    pthread_t threads[CLIENTS];
    int ids[CLIENTS], started = 0;
    for (int i = 0; i < CLIENTS; i++) {
        ids[i] = i;
        int error = pthread_create(&threads[i], NULL, client, &ids[i]);
        if (error) {
            fprintf(stderr, "pthread_create: %s\n", strerror(error));
            break;
        }
        started++;
    }
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(config);
    return 0;
}
