/* A log of several threads: lines are kept in memory, and written to a file when there are enough of them. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PENDING 16

static struct {
    pthread_mutex_t lock;
    FILE *file;
    char *lines[PENDING];
    int count;
    unsigned long dropped;
} logger = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* With the lock held. */
static void flush_lines(void)
{
    for (int i = 0; i < logger.count; i++) {
        fputs(logger.lines[i], logger.file);
        free(logger.lines[i]);
        logger.lines[i] = NULL;
    }
    logger.count = 0;
}

static int log_line(const char *format, ...)
{
    char text[128];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);

    pthread_mutex_lock(&logger.lock);
    if (logger.count == PENDING)
        flush_lines();
    size_t room = strlen(text) + 32;
    char *line = malloc(room);
    if (!line) {
        logger.dropped++;
        pthread_mutex_unlock(&logger.lock);
        return -1;
    }
    snprintf(line, room, "%ld %s\n", (long)time(NULL), text);
    logger.lines[logger.count++] = line;
    pthread_mutex_unlock(&logger.lock);
    return 0;
}

static void *worker(void *arg)
{
    int id = *(int *)arg;
    for (int step = 0; step < 20; step++)
        if (log_line("worker %d: step %d", id, step) != 0)
            fprintf(stderr, "worker %d: a line is lost\n", id);
    return NULL;
}

int main(int argc, char **argv)
{
    enum { WORKERS = 3 };
    pthread_t threads[WORKERS];
    int ids[WORKERS], started = 0;
    const char *path = argc > 1 ? argv[1] : "/dev/null";

    logger.file = fopen(path, "w");
    if (!logger.file) {
        perror(path);
        return 1;
    }
    for (int i = 0; i < WORKERS; i++) {
        ids[i] = i;
        if (pthread_create(&threads[i], NULL, worker, &ids[i]) != 0)
            break;
        started++;
    }
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);

    pthread_mutex_lock(&logger.lock);
    flush_lines();
    pthread_mutex_unlock(&logger.lock);
    if (logger.dropped)
        fprintf(stderr, "%lu lines dropped\n", logger.dropped);
    fclose(logger.file);
    return 0;
}
