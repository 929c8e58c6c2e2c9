/* The same, with an assertion that fails. */
#include <stdlib.h>
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct vec {
    size_t n;
    char tag;
    char data[];
};
static struct vec *mk(size_t n)
{
    struct vec *v = malloc(sizeof *v + n);
    if (!v) abort();
    v->n = n;
    v->tag = 7;
    for (size_t i = 0; i < n; i++)
        v->data[i] = (char)i;
    return v;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3) return 0;
    struct vec *v = mk((size_t)n);
    assert(v->tag == 7);
    assert(v->data[0] == 1);
    free(v);
    return 0;
}
