/* Only where there is no memory a counter is raised without the lock. The name in the line is one that the machine
 * has. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int gethostname(char *name, size_t size);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned printed, lost;

static void *print(void *what)
{
    char name[32];
    gethostname(name, sizeof name);
    char *line = malloc((size_t)snprintf(NULL, 0, "%s: %s", name, (const char *)what) + 1);
    if (!line) {
        lost++;
        return NULL;
    }
    pthread_mutex_lock(&lock);
    printed++;
    pthread_mutex_unlock(&lock);
    free(line);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, print, "one");
    print("other");
    pthread_join(t, NULL);
    return 0;
}
