// What a library gives is filled byte by byte, and then lost. The members, a pointer among them, hold the bytes that were
// set: no more is said about them than the program does.
#include <stdlib.h>

char __VERIFIER_nondet_char(void);

struct device {
    int id;
    struct device *parent;
    char name[7];
    long state;
};

struct device *kept;

static void *library_alloc(size_t size)
{
    char *p = malloc(size);
    for (size_t i = 0; i < size; i++) p[i] = __VERIFIER_nondet_char();
    return p;
}

int main(void)
{
    kept = malloc(sizeof(struct device));
    struct device *d = library_alloc(sizeof(struct device));
    if (d->id == 0x01000002) return 0; // lost
    free(d);
    free(kept);
}
