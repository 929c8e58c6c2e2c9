/* A function of the library compares for qsort: nobody changes the locale, by which it does. */
#include <pthread.h>
#include <stdlib.h>
#include <strings.h>

typedef int Compare(const void *, const void *);

static char names[3][4] = {"b", "a", "c"}, others[3][4] = {"c", "b", "a"};

static void *worker(void *unused)
{
    qsort(names, 3, 4, (Compare *)strcasecmp);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    qsort(others, 3, 4, (Compare *)strcasecmp);
    pthread_join(t, 0);
}
