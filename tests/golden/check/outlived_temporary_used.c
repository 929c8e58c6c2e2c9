/* It is used in that expression only. */
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
    int number = make().numbers[0];
    assert(number == 4);
    return 0;
}
