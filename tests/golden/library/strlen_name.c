/* The last part of a name in the source is looked for from its end: how long such a text is is known. Who logs without
 * a handler forgets the lock. */
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*handler)(const char *name);
static unsigned handled;

static void count(const char *name)
{
    handled += *name == 'm';
}

static void log_name(const char *file)
{
    const char *name = file + strlen(file);
    while (name != file && *name != '/')
        name--;
    if (name != file) name++;
    pthread_mutex_lock(&lock);
    if (!handler) return;
    handler(name);
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
    log_name("src/main.c");
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    log_name("main.c");
    pthread_mutex_lock(&lock);
    handler = count;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
