/* The library writes to the buffer when aio_read has returned. */
#include <aio.h>
#include <assert.h>

static struct aiocb control;
static char buffer[4];

int main(void)
{
    control.aio_buf = buffer;
    control.aio_nbytes = sizeof buffer;
    aio_read(&control);
    char first = buffer[0];
    assert(buffer[0] == first);
}
