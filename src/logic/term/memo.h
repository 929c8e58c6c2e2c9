/* Maps from terms to 32 bits for the length of one traversal; internal to term/. */
#ifndef CHORUS_LOGIC_TERM_MEMO_H
#define CHORUS_LOGIC_TERM_MEMO_H

#include "logic/term/internal.h"

/* An empty memo; one for each depth of nested traversals. */
Memo *memo_open(TermManager *tm);
void memo_close(Memo *memo);
/* False when t has no value. */
bool memo_get(const Memo *memo, Term t, uint32_t *value);
void memo_set(TermManager *tm, Memo *memo, Term t, uint32_t value);

#endif
