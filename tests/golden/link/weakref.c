#include <assert.h>

static int local_name(int) __attribute__((weakref("elsewhere")));
struct operations {
    int (*call)(int);
    int number;
} operations = {local_name, 5};

int main(void)
{
    assert(!local_name && !operations.call && operations.number == 5);
}
