/* The struct that the call gives exists while the expression is computed, and no longer. */
#include <assert.h>

struct pair {
    int numbers[2];
};

struct pair make(void)
{
    struct pair made = {{4, 6}};
    return made;
}

int main(void)
{
    int *numbers = make().numbers;
    assert(numbers[0] == 4);
    return 0;
}
