/* What a run and those beside it need not do twice: texts under keys. Callable from several threads. */
#ifndef CHORUS_BASE_KEPT_H
#define CHORUS_BASE_KEPT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Kept Kept;

/* Bytes; memory of its own, which no limit of a run counts: at most KEPT_BYTES. */
typedef struct KeptText {
    const char *data;
    size_t length;
} KeptText;

#define KEPT_BYTES ((size_t)64 << 20)

/* NULL when out of memory. */
Kept *kept_new(void);
void kept_free(Kept *kept); /* NULL: nothing */
/* Copies the value, unless there is no room for it; a key that is there already keeps its value. */
void kept_add(Kept *kept, KeptText key, KeptText value);
/* Whether the key is there; the value stays until kept_free. */
bool kept_find(Kept *kept, KeptText key, KeptText *value);

#endif
