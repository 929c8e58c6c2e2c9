/* Where terms come into being; for the builders of term/ only. */
#ifndef CHORUS_LOGIC_TERM_NODE_H
#define CHORUS_LOGIC_TERM_NODE_H

#include "logic/term/term.h"

/* The term of exactly this kind, sort, value and arguments, without any simplification. */
Term term_make(TermManager *tm, TermKind kind, Sort sort, uint64_t value, const Term *args, uint32_t count);

#endif
