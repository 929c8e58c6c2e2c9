/* The table of a server's connections: workers count bytes for a connection, a reaper closes those that are idle. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define TABLE 4

struct conn {
    int fd;
    unsigned idle;
    unsigned long bytes;
};

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct conn *table[TABLE];

static struct conn *conn_open(int fd)
{
    struct conn *c = calloc(1, sizeof *c);
    if (c)
        c->fd = fd;
    return c;
}

/* With the lock of the table held. */
static struct conn *conn_find(int fd)
{
    for (int i = 0; i < TABLE; i++)
        if (table[i] && table[i]->fd == fd)
            return table[i];
    return NULL;
}

static int conn_account(int fd, unsigned long bytes)
{
    pthread_mutex_lock(&table_lock);
    struct conn *c = conn_find(fd);
    if (!c) {
        pthread_mutex_unlock(&table_lock);
        return -1;
    }
    c->bytes += bytes;
    c->idle = 0;
    pthread_mutex_unlock(&table_lock);
    return 0;
}

static void *worker(void *arg)
{
    unsigned seed = *(unsigned *)arg;
    for (int i = 0; i < 100; i++) {
        seed = seed * 1664525u + 1013904223u;
        int fd = 3 + (int)(seed >> 24) % TABLE;
        if (conn_account(fd, seed % 1500) != 0)
            fprintf(stderr, "connection %d is closed\n", fd);
    }
    return NULL;
}

static void *reaper(void *arg)
{
    (void)arg;
    for (int round = 0; round < 20; round++) {
        pthread_mutex_lock(&table_lock);
        for (int i = 0; i < TABLE; i++) {
            struct conn *c = table[i];
            if (c && ++c->idle > 3) {
                printf("close %d after %lu bytes\n", c->fd, c->bytes);
                table[i] = NULL;
                free(c);
            }
        }
        pthread_mutex_unlock(&table_lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t workers[2], reaping;
    unsigned seeds[2] = {1, 2};
    for (int i = 0; i < TABLE; i++) {
        table[i] = conn_open(3 + i);
        if (!table[i])
            fprintf(stderr, "no memory for connection %d\n", 3 + i);
    }
    for (int i = 0; i < 2; i++)
        if (pthread_create(&workers[i], NULL, worker, &seeds[i]) != 0)
            exit(1);
    if (pthread_create(&reaping, NULL, reaper, NULL) != 0)
        exit(1);
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], NULL);
    pthread_join(reaping, NULL);
    for (int i = 0; i < TABLE; i++)
        free(table[i]);
    return 0;
}
