/* Formats of the printf family: which arguments are written and read through. */
#ifndef CHORUS_C_LIBRARY_FORMAT_H
#define CHORUS_C_LIBRARY_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#define FORMAT_WRITES 8 /* at most so many %n are told apart */

/* One %n. */
typedef struct FormatWrite {
    uint32_t argument; /* the first one behind the format is 0 */
    uint32_t bytes;    /* of the integer there */
    bool is_known;     /* only text of known length is printed before it */
    uint64_t count;    /* then: how many characters */
} FormatWrite;

typedef struct Format {
    FormatWrite writes[FORMAT_WRITES];
    uint32_t count;
    uint64_t texts;      /* arguments that are printed as text, as bits */
    uint64_t some_texts; /* those of which at least a character is read */
    uint64_t narrow;     /* those that are of char for certain: %s without a modifier */
} Format;

/* text: length characters, the last one is followed by the end. long_bytes: the size of long, size_t and ptrdiff_t.
 * False: something in it is not known (a conversion, numbered arguments), so that each argument may be written. */
bool format_parse(const uint32_t *text, uint32_t length, uint32_t long_bytes, Format *format);

#endif
