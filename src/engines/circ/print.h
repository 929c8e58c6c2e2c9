/* The inferred context for people: text and graphs. */
#ifndef CHORUS_ENGINES_CIRC_PRINT_H
#define CHORUS_ENGINES_CIRC_PRINT_H

#include "base/str.h"
#include "engines/circ/circ.h"

/* For the context of each template: its text, as comments, and a digraph in the language of Graphviz. Locations are
 * numbered from their start on, breadth first; "*": atomic. A region is a formula over the shared predicates, over
 * those valuations that any region has; an edge says what it havocs, what it starts, and which memory it writes. */
void print_contexts(const CircResult *result, Str *out);

#endif
