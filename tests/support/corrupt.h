/* Corrupted certificates: the text with one thing changed, or a few that belong together. */
#ifndef TESTS_SUPPORT_CORRUPT_H
#define TESTS_SUPPORT_CORRUPT_H

#include "base/rng.h"

/* X(kind, what it does). Where a change alone would not be well-formed, the rest of the text is made to fit it, half of
 * the time. */
#define CORRUPTIONS(X)                                                                                                 \
    X(DROP_VIEW, "a view dropped")                                                                                     \
    X(DROP_STATE, "a state dropped, with its views")                                                                   \
    X(JOIN_STATES, "a state's line dropped, its views kept")                                                           \
    X(ADD_VIEW, "a view added")                                                                                        \
    X(ADD_STATE, "a state added")                                                                                      \
    X(FLIP_BIT, "a bit flipped")                                                                                       \
    X(MOVE_THREAD, "a thread's local part replaced")                                                                   \
    X(DROP_THREAD, "a thread dropped, or counted otherwise")                                                           \
    X(CHANGE_PREDICATE, "a predicate changed")                                                                         \
    X(SWAP_PREDICATES, "two predicates swapped")                                                                       \
    X(DROP_PREDICATE, "a predicate dropped")                                                                           \
    X(UNTRACK, "a predicate not tracked at a location")                                                                \
    X(TOGGLE_SINGLE, "a single template more or less")                                                                 \
    X(CHANGE_SIZE, "another k or n")                                                                                   \
    X(CHANGE_KIND, "another kind of claim")                                                                            \
    X(DROP_CUT, "a cut location dropped")                                                                              \
    X(ADD_CUT, "a cut location added")                                                                                 \
    X(DROP_EAGER, "an eager location dropped")                                                                         \
    X(ADD_EAGER, "an eager location added")                                                                            \
    X(CHANGE_COUNTING, "a counting predicate changed or dropped")                                                      \
    X(ADD_COUNTING, "a counting predicate added")                                                                      \
    X(CHANGE_TICKET, "a ticket predicate changed or dropped")                                                          \
    X(ADD_TICKET, "a place where a ticket is held added")                                                              \
    X(CHANGE_DIGEST, "for another program")

typedef enum Corruption {
#define X(kind, text) CORRUPT_##kind,
    CORRUPTIONS(X)
#undef X
        CORRUPTION_COUNT
} Corruption;

const char *corruption_text(Corruption kind);

/* The changed text, to be freed; NULL when there is nothing of that kind to change. */
char *corrupt_certificate(Rng *rng, Corruption kind, const char *text);

#endif
