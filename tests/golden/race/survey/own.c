// A local whose address somebody else has is each frame's own where the frame itself uses it; signals interrupt at any time,
// and the structs that tell of them are not kept.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>

void keep(int *number); // nothing is known of it

int counted, *published;

void *worker(void *arg)
{
    int own = 0, flag = 1;
    keep(&own);
    own++;
    ioctl(0, FIONBIO, &flag); // not kept
    return 0;
}

void *publisher(void *arg)
{
    int told = 0;
    published = &told; // which other threads use
    told++;
    *published = 2;
    return 0;
}

void helper(int *number) { ++*number; }

void *lender(void *arg)
{
    int lent = 0;
    published = &lent;
    helper(&lent); // not by the frame itself
    return 0;
}

void handler(int number) { counted++; }

int main(void)
{
    pthread_t t;
    struct sigaction action;
    action.sa_handler = handler;
    action.sa_flags = 0;
    sigaction(SIGINT, &action, 0); // the handler is kept, the struct is not
    action.sa_flags = 1;
    counted++; // which the handler interrupts
    for (int i = 0; i < 2; i++) {
        pthread_create(&t, 0, worker, 0);
        pthread_create(&t, 0, publisher, 0);
        pthread_create(&t, 0, lender, 0);
    }
    return 0;
}
