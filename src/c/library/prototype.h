/* How C's library, POSIX and glibc declare their functions, as roughly as tells them from functions of other programs
 * that have the same names. */
#ifndef CHORUS_C_LIBRARY_PROTOTYPE_H
#define CHORUS_C_LIBRARY_PROTOTYPE_H

/* One letter for the result and for each parameter: v nothing, i an integer of any width, p a pointer, f floating
 * point; a dot at the end: more arguments may follow. */
typedef enum PrototypeKind {
    PROTOTYPE_NOTHING = 'v',
    PROTOTYPE_INTEGER = 'i',
    PROTOTYPE_POINTER = 'p',
    PROTOTYPE_FLOAT = 'f',
    PROTOTYPE_MORE = '.'
} PrototypeKind;

/* NULL: not known. */
const char *prototype_find(const char *name);

#endif
