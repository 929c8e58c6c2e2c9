/* The report of a race: a lock that the program makes itself, threads of one creator, an access of a library function. */
#include <pthread.h>
#include <string.h>

int word;
char text[8];

static void enter(void)
{
    while (!__sync_bool_compare_and_swap(&word, 0, 1))
        ;
}

static void leave(void)
{
    __sync_lock_release(&word);
}

void *writer(void *p)
{
    (void)p;
    enter();
    text[0] = 'a';
    leave();
    return 0;
}

void *reader(void *p)
{
    (void)p;
    return strlen(text) ? text : 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
