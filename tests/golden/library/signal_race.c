/* A handler runs between any two steps. */
#include <signal.h>

static int stop;

static void handler(int number) { stop = number; }

int main(void)
{
    signal(SIGINT, handler);
    while (!stop) {
    }
}
