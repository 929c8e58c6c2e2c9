/* error counts its messages. */
#include <assert.h>
#include <error.h>

int main(void)
{
    error_message_count = 0;
    error(0, 0, "ready");
    assert(error_message_count == 0);
    return 0;
}
