/* A read may change the number that says how much it reads. */
#include <assert.h>
#include <unistd.h>

static struct {
    size_t n;
    char data[32];
} s;

int main(void)
{
    s.n = 40;
    ssize_t r = read(0, &s, s.n);
    assert(r <= (ssize_t)s.n);
    return 0;
}
