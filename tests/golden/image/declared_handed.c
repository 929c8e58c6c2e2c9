/* Other code hands what its list leads to on to a function of the program. */
#include <assert.h>

struct item {
    int value;
};
extern struct item *all;
extern void visit_all(struct item *items, void (*visit)(struct item *item));
struct item mine;

static void reset(struct item *item) { item->value = 1; }

int main(void)
{
    visit_all(all, reset);
    assert(mine.value == 0);
}
