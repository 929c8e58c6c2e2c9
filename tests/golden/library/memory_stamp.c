/* A line of a log has a stamp, of which nobody knows the characters; where there is no memory for it the lock is kept.
 * The bodies for snprintf look at the stamp, which does not matter here. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long lines;

static void note(const char *what)
{
    char stamp[16];
    time_t now = time(NULL);
    struct tm parts;
    pthread_mutex_lock(&lock);
    strftime(stamp, sizeof stamp, "%H:%M:%S", localtime_r(&now, &parts));
    int length = snprintf(NULL, 0, "%s %s", stamp, what);
    char *line = malloc((size_t)length + 1);
    if (!line) return;
    sprintf(line, "%s %s", stamp, what);
    puts(line);
    lines++;
    free(line);
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
    note("works");
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    note("waits");
    pthread_join(t, NULL);
    return 0;
}
