/* It reads no more than it was asked for, whatever becomes of the number that said so. */
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
    assert(r <= 40);
    return 0;
}
