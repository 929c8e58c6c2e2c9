/* No assertion is anywhere, also not behind what the model leaves out: that is known at once, whatever ends the model. */
#include <pthread.h>
#include <stdlib.h>

static int *last;

int main(void)
{
    for (int i = 0; i < 9; i++) {
        int *next = malloc(sizeof *next);
        if (!next) return 1;
        *next = i;
        free(last);
        last = next;
    }
    free(last);
    return 0;
}
