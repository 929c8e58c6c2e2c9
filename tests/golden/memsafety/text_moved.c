#include <pthread.h>
#include <stdio.h>
#include <string.h>
char a[8] = "a", b[8] = "b";
char *volatile text = a;
/* Which text is printed is read before the text is, and it may have no end any more. */
void *work(void *arg)
{
    text = b;
    memset(a, 'x', sizeof a);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    puts(text);
    pthread_join(t, 0);
    return 0;
}
