/* Structures that functions of the library get the address of: how large they are, and whether they may be missing. */
#ifndef CHORUS_C_LIBRARY_RECORD_H
#define CHORUS_C_LIBRARY_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#define RECORD_ALONE UINT32_MAX

typedef struct LibraryRecord {
    const char *name; /* of the function */
    unsigned argument;
    unsigned bytes_64, bytes_32; /* as glibc has them on x86; 0: not known */
    bool may_be_null;
    unsigned count; /* the argument that says how many there are; RECORD_ALONE: one */
    bool are_bits;  /* those are bits, in words of 64 */
} LibraryRecord;

/* What the function reads or writes behind that argument, and no more; NULL: not known. */
const LibraryRecord *library_record(const char *name, unsigned argument);

#endif
