/* One thread changes the locale, by which the other compares. */
#include <locale.h>
#include <pthread.h>
#include <strings.h>

static void *worker(void *unused)
{
    setlocale(LC_ALL, "C");
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int is_same = strcasecmp("a", "A") == 0;
    pthread_join(t, 0);
    return is_same;
}
