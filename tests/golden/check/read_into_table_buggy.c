/* A read of so many bytes into numbers changes each number of which a byte lies there. */
#include <assert.h>
#include <unistd.h>

static int table[8];

int main(void)
{
    size_t n = 9;
    table[2] = 5;
    table[3] = 6;
    if (read(0, table, n) != 9) return 1;
    assert(table[3] == 6);
    assert(table[2] == 5);
    return 0;
}
