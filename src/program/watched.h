/* Programs in which some elements of arrays are watched, each element arbitrary but the same all the time: what is the
 * same for all who make such a program or speak about it. See program/analysis/watch.h for the engine's, and
 * kernel/watched.h for the checker's.
 *
 * A watched program has the variables, locations and edges of the program that it is of, with the same ids, and two
 * kinds of shared variables more: for each watched element its index, which is arbitrary at first and never assigned,
 * and for each array its value there. Nothing is said of the arrays themselves. */
#ifndef CHORUS_PROGRAM_WATCHED_H
#define CHORUS_PROGRAM_WATCHED_H

#include "program/program.h"

#define WATCHED_MAX 3 /* elements */

typedef struct ElementWatch {
    uint32_t count; /* elements, at least one */
    bool *arrays;   /* per variable: shared arrays, all with one index sort */
    Term *at;       /* per edge and element (edge * count + element), of error edges: the error is asked about where the
                       element has this index; TERM_NONE: whatever index it has */
} ElementWatch;

/* The index sort of its arrays. */
Sort watched_sort(const Program *p, const ElementWatch *watch);
/* p: the program that the watched one is of. */
VarId watched_index(const Program *p, uint32_t element);
VarId watched_value(const Program *p, const ElementWatch *watch, VarId array, uint32_t element);
/* The watched program without its edges. */
Program *watched_frame(Program *p, const ElementWatch *watch);
/* May `at` name this term for an error edge at a location of the template? Then it has one value in each state. */
bool watched_may_be_at(const Program *p, const ElementWatch *watch, TemplateId template, Term index);

#endif
