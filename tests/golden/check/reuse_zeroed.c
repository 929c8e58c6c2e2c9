/* Memory that calloc gives again is zero; what malloc gives is not, though calloc made it. */
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int values[3];
};

int main(void)
{
    struct node *p = malloc(sizeof *p);
    if (!p) return 0;
    p->next = p;
    for (int i = 0; i < 3; i++)
        p->values[i] = i + 1;
    free(p);
    struct node *q = calloc(1, sizeof *q);
    if (!q) return 0;
    if (q == p) assert(q->next == 0 && q->values[0] == 0 && q->values[2] == 0);
    return 0;
}
