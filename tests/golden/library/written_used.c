/* Where the error depends on what the library writes or returns there is no counterexample; where not, there is. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int choose(void);

static int limit = 3, chosen;
static char text[8] = "x";

static void *written(int used)
{
    int value = choose();
    snprintf(text, sizeof text, "%d", value);
    if (used == 1) assert(value < limit);
    if (used == 2) assert(text[0] != 'y');
    if (used == 3) {
        chosen = value;
        assert(chosen + 1 < limit);
    }
    if (used == 4) {
        text[1] = 'z'; /* known again, but the call might still be under way */
        assert(text[1] != 'z');
    }
    return NULL;
}

int main(void)
{
    written(USED);
    assert(USED != 5);
}
