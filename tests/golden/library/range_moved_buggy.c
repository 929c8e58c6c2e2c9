/* As many bytes as were asked for are read, not as many as the variable says later. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char b[64];
    size_t most = sizeof b;
    ssize_t n = read(0, b, most);
    most = 3;
    assert(n <= (ssize_t)most);
    return 0;
}
