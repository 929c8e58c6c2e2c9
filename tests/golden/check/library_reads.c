// The addresses of locals may go to functions that only read what is there.
#include <assert.h>
#include <pthread.h>
#include <string.h>
struct p { int a, b; };
static int x;
static void *f(void *arg) {
    struct p u = {1, 2}, v = {1, 2};
    int same = memcmp(&u, &v, sizeof u);
    x = 1;
    if (same == 0) assert(x == 1);
    return arg;
}
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); return 0; }
