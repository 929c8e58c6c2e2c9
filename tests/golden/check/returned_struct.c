/* A struct that a function returns is a fresh one each time: what it does not set is arbitrary. */
#include <assert.h>

struct result {
    int values[5];
};

struct result make(int k)
{
    struct result r;
    if (k == 0) r.values[0] = 1;
    return r;
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        struct result r = make(i);
        assert(r.values[0] == 1);
    }
}
