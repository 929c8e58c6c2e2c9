/* Strengthening of conditions to cubes of at most K predicates. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_CARTESIAN_CUBES_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_CARTESIAN_CUBES_H

#include "engines/symmpa/abstraction/cartesian_internal.h"

bool literal_holds(const Literal *l, const CartesianAround *around);
bool cube_holds(const Cube *cube, const CartesianAround *around);
/* F of a condition and of its negation under the edge's guard (guard TERM_NONE: none), as cubes over the candidates:
 * index into Cartesian.strengthenings. */
uint32_t strengthen(Cartesian *x, uint32_t edge, Term condition, bool is_guard, const CubeCandidates *candidates);

#endif
