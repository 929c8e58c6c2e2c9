/* A pipe gives what was written to it. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    char c = 'A';
    if (pipe(ends)) return 1;
    if (write(ends[1], &c, 1) != 1) return 1;
    c = 0;
    if (read(ends[0], &c, 1) == 1) assert(c == 'A');
    return 0;
}
