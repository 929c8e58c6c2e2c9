/* With MSG_TRUNC recv returns how much was sent, which may be more than there is room for. */
#include <assert.h>
#include <sys/socket.h>

int main(void)
{
    char b[64];
    assert(recv(0, b, sizeof b, MSG_TRUNC) <= 64);
    return 0;
}
