// What functions of the library return is what C says, not an input: none of these fails, and as the model does not
// compute the results the answer is "unknown", never a counterexample.
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void check(int holds)
{
    if (!holds) reach_error();
}

int main(void)
{
    char text[20];
    int x = __VERIFIER_nondet_int();
    struct timespec t = {0, 1};
    check(snprintf(text, sizeof text, "%d", x) < 12);
    check(printf("abc") <= 3);
    check(putchar('a') != 'b');
    check(fwrite("abc", 1, 3, stdout) <= 3);
    check(write(1, "abc", 3) <= 3);
    check(sleep(1) <= 1);
    check(nanosleep(&t, NULL) <= 0);
    check(clock_gettime(CLOCK_MONOTONIC, &t) <= 0);
    check(sscanf("5", "%d", &x) <= 1);
    check(imaxabs(-5) == 5);
    check(fcntl(0, F_GETFD) >= -1);
    return 0;
}
