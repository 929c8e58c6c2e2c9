/* A server that starts a thread for each client that comes, and waits for all at the end.
   Mistake: each thread gets the address of the one variable in which the next client is put. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct client {
    int fd;
    unsigned address;
    time_t since;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_gone = PTHREAD_COND_INITIALIZER;
static int active;
static unsigned long served;

/* As accept() would: a descriptor, or -1 when no client comes any more. */
static int next_client(struct client *client)
{
    static int next = 5;
    if (next == 25)
        return -1;
    client->fd = next++;
    client->address = 0x7f000001;
    client->since = time(NULL);
    return client->fd;
}

static void *serve(void *arg)
{
    struct client client = *(struct client *)arg;
    printf("client %d from %08x, %ld s\n", client.fd, client.address, (long)difftime(time(NULL), client.since));
    pthread_mutex_lock(&lock);
    served++;
    active--;
    if (active == 0)
        pthread_cond_signal(&all_gone);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static int start_thread(struct client *client)
{
    pthread_t thread;
    pthread_mutex_lock(&lock);
    active++;
    pthread_mutex_unlock(&lock);
    if (pthread_create(&thread, NULL, serve, client) == 0) {
        pthread_detach(thread);
        return 0;
    }
    pthread_mutex_lock(&lock);
    active--;
    pthread_mutex_unlock(&lock);
    return -1;
}

int main(void)
{
    struct client client;
    while (next_client(&client) >= 0) {
        if (start_thread(&client) != 0)
            fprintf(stderr, "client %d: no thread\n", client.fd);
    }
    pthread_mutex_lock(&lock);
    while (active > 0)
        pthread_cond_wait(&all_gone, &lock);
    printf("%lu clients served\n", served);
    pthread_mutex_unlock(&lock);
    return 0;
}
