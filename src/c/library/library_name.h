/* Which functions without a body are of C's library, though summary.h has no row for them: what they return is what C
 * says, which the model does not compute, and not an input of the program. */
#ifndef CHORUS_C_LIBRARY_LIBRARY_NAME_H
#define CHORUS_C_LIBRARY_LIBRARY_NAME_H

#include <stdbool.h>

bool library_has_name(const char *name);

/* Whether the function keeps and gives only addresses in what can be reached from its arguments (strtok_r). */
bool library_is_confined(const char *name);

#endif
