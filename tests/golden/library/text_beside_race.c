/* Text that is written to one member does not race with what is written to another. */
#include <pthread.h>
#include <string.h>

static struct {
    int before;
    char name[16];
    int after;
} s;

static void *write_name(void *arg)
{
    strcpy(s.name, arg);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, write_name, "a");
    s.before = s.after = 1;
    pthread_join(t, NULL);
}
