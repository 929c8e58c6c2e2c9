/* Two functions with memory of their own, and one with none: what each gives is read. */
#include <pthread.h>
#include <pwd.h>
#include <stdlib.h>
#include <time.h>

static int hour, user, drawn;

static void *worker(void *unused)
{
    struct passwd *entry = getpwnam("root");
    if (entry) user = entry->pw_name[0];
    drawn = rand();
    return unused;
}

int main(void)
{
    pthread_t t;
    time_t now = 0;
    pthread_create(&t, 0, worker, 0);
    struct tm *date = localtime(&now);
    if (date) hour = date->tm_hour;
    srand(1);
    pthread_join(t, 0);
}
