/* What can go wrong in a program: the kinds of error edges, by their names in SV-COMP.
 *
 * A property that users name is a set of them: valid-memsafety is three. The front end makes the error edges of the
 * properties that are asked and no others, so that slices and proofs follow the question; behaviour that C leaves
 * undefined ends the run unless its property is asked. */
#ifndef CHORUS_PROGRAM_PROPERTY_H
#define CHORUS_PROGRAM_PROPERTY_H

#include <stdbool.h>

typedef enum Property {
    PROPERTY_UNREACH_CALL,   /* assertions */
    PROPERTY_VALID_DEREF,    /* accesses to no object: null, wild, out of bounds, after free, after the scope's end */
    PROPERTY_VALID_FREE,     /* free of what is no start of an allocated object */
    PROPERTY_VALID_MEMTRACK, /* memory that nobody can free any more */
    PROPERTY_NO_OVERFLOW,    /* signed arithmetic, shifts, divisions */
    PROPERTY_NO_DEADLOCK,
    PROPERTY_NO_DATA_RACE, /* two accesses that nothing orders; see program/access.h */
    PROPERTY_VALID_SYNC,   /* misuse of locks and threads; no property of SV-COMP */
    PROPERTY_COUNT
} Property;

typedef unsigned PropertySet; /* of PROPERTY_BITs */
#define PROPERTY_BIT(property) (1u << (property))

/* "valid-deref", ... */
const char *property_name(Property property);
/* The property with the name; false: there is none. */
bool property_find(const char *name, Property *property);
/* What a user's word stands for: a property, or "valid-memsafety"; 0: nothing that can be checked. */
PropertySet property_set(const char *name);

#endif
