/* What a run and those beside it need not do twice: texts under keys. Callable from several threads. */
#ifndef CHORUS_BASE_RECALL_H
#define CHORUS_BASE_RECALL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Recall Recall;

/* Bytes; memory of its own, which no limit of a run counts: at most RECALL_BYTES. */
typedef struct RecallText {
    const char *data;
    size_t length;
} RecallText;

#define RECALL_BYTES ((size_t)64 << 20)

/* NULL when out of memory. */
Recall *recall_new(void);
void recall_free(Recall *recall);  /* NULL: nothing */
void recall_clear(Recall *recall); /* forgets all; NULL: nothing */
/* Copies the value, unless there is no room for it; a key that is there already keeps its value. */
void recall_add(Recall *recall, RecallText key, RecallText value);
/* Whether the key is there; the value stays until recall_clear or recall_free. */
bool recall_find(Recall *recall, RecallText key, RecallText *value);

#endif
