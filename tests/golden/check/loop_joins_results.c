/* Each round gets the result of its own thread. */
#include <assert.h>
#include <threads.h>

int twice(void *arg) { return *(int *)arg * 2; }

int main(void)
{
    thrd_t t[3];
    int in[3], out, sum = 0;
    for (unsigned char i = 0; i < 3; i++) {
        in[i] = i;
        thrd_create(&t[i], twice, &in[i]);
    }
    for (int i = 3; i > 0; i--) {
        thrd_join(t[i - 1], &out);
        sum += out;
        assert(out == 2 * (i - 1));
    }
    assert(sum == 6);
    return 0;
}
