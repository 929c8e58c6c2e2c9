/* The only object of a section is told by its name; arrays in it are walked along, too. */
#include <assert.h>

struct item {
    int key, hits;
};
__attribute__((section("items"), used)) static struct item list[2] = {{3, 0}, {4, 0}};
extern struct item __start_items[] __attribute__((visibility("hidden")));
extern struct item __stop_items[] __attribute__((weak));

int main(void)
{
    int keys = 0;
    for (struct item *i = __start_items; i != __stop_items; i++) {
        keys += i->key;
        i->hits++;
    }
    assert(keys == 7);
    assert(list[1].hits == 0);
}
