/* A program as programs are: arguments, files, errno, character classes, output into buffers. */
#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int count;
static pthread_mutex_t lock;

static void *worker(void *unused)
{
    char text[100];
    snprintf(text, sizeof text, "%d", 1);
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    if (read(0, text, sizeof text) < 0) perror(strerror(errno));
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t t;
    char line[1000], *end;
    int n = atoi(argv[1]);
    for (char *p = argv[2]; *p; p++)
        if (isdigit(*p)) n++;
    if (!fgets(line, n, stdin)) return 1;
    strcpy(line, argv[3]);
    char *found = strchr(line, 'x');
    if (found) *found = 0;
    FILE *f = fopen(argv[1], "r");
    if (!f) {
        fprintf(stderr, "%s", strerror(errno));
        exit(1);
    }
    if (strtol(argv[1], &end, 10) && *end) return 1;
    pthread_mutex_init(&lock, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    return argc;
}
