/* What the library writes is arbitrary, and the race does not depend on it. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static struct {
    pthread_mutex_t lock;
    unsigned long lines;
    char last[64];
} log_state = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void log_line(const char *format, ...)
{
    char line[64], stamp[32];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    time_t now = time(NULL);
    struct tm parts;
    localtime_r(&now, &parts);
    strftime(stamp, sizeof stamp, "%T", &parts);
    pthread_mutex_lock(&log_state.lock);
    strcpy(log_state.last, line);
    log_state.lines++;
    pthread_mutex_unlock(&log_state.lock);
}

static void *worker(void *arg)
{
    log_line("step %d", 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (log_state.lines < 1)
        ;
    pthread_join(t, NULL);
}
