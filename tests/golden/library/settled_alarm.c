/* The alarm comes while the program sleeps. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t rung;

static void ring(int number) { rung = number; }

int main(void)
{
    signal(SIGALRM, ring);
    alarm(1);
    sleep(3);
    assert(rung);
    return 0;
}
