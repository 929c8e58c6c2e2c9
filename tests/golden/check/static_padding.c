/* The bytes of static storage that no member covers are zero. */
#include <assert.h>

struct Padded {
    char tag;
    int value;
};

union Word {
    struct {
        char low;
    } byte;
    int all;
};

static struct Padded padded = {1, 2};
static union Word word = {{3}};

int main(void)
{
    assert(*(int *)&padded == 1);
    assert(word.all == 3);
    return 0;
}
