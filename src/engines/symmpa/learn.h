/* Techniques that teach the abstraction something; their order is in technique.c. */
#ifndef CHORUS_ENGINES_SYMMPA_LEARN_H
#define CHORUS_ENGINES_SYMMPA_LEARN_H

#include "engines/symmpa/technique.h"

/* Transition refinement (paper 000, section 4.4), where the abstraction has it. */
bool transitions_are_due(const Cegar *c, const Path *path, uint32_t tried);
Progress refine_transitions(Cegar *c, const Spurious *s, uint32_t tried);

/* When the core speaks of tickets, whose numbers the predicates of one thread could only count up to: puts ticket
 * predicates to use, and finds what they are compared with. */
bool tickets_are_due(const Cegar *c, const Path *path, uint32_t tried);
Progress use_tickets(Cegar *c, const Spurious *s, uint32_t tried);

/* Values that variables take in random runs, as predicates: once early when the program divides, else before complex
 * atoms; at last those of variables that depend on inputs, too. */
bool early_values_are_due(const Cegar *c, const Path *path, uint32_t tried);
bool values_are_due(const Cegar *c, const Path *path, uint32_t tried);
Progress seed_untainted(Cegar *c, const Spurious *s, uint32_t tried);
Progress seed_tainted(Cegar *c, const Spurious *s, uint32_t tried);
/* Of variables with at most so many values; returns how many predicates are new. */
uint32_t seed_values(Cegar *c, uint32_t max_values, bool tainted_too);

/* Predicate discovery, layer by layer; see DiscoverLayer. */
Progress discover_guards(Cegar *c, const Spurious *s, uint32_t tried);
Progress discover_equalities(Cegar *c, const Spurious *s, uint32_t tried);
Progress discover_constants(Cegar *c, const Spurious *s, uint32_t tried);
Progress discover_complex_atoms(Cegar *c, const Spurious *s, uint32_t tried);
/* Widening, see discover_bounds. */
Progress widen_to_bounds(Cegar *c, const Spurious *s, uint32_t tried);
/* See discover_chains. */
Progress end_chains(Cegar *c, const Spurious *s, uint32_t tried);

#endif
