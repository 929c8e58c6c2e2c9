/* SV-COMP's properties: a property file says what to check, and is recognised by what it says. */
#ifndef CHORUS_CLI_FILES_PROPERTY_H
#define CHORUS_CLI_FILES_PROPERTY_H

#include "cli/files/input.h"

/* The name of the property in a file; NULL after input_fail when it is not understood. */
const char *property_read(const char *path, InputError *error);
/* The same of a text that stands in the file. */
const char *property_of_text(const char *path, const char *text, InputError *error);
/* The same for a file that a task names and that may be absent: then its own name counts. NULL: not known. */
const char *property_of_task(const char *path);
/* Does the value of --property name a property file? */
bool property_is_file(const char *value);
/* The value of --property: FILE.prp or a name, which is given back as it is. NULL after input_fail. */
const char *property_resolve(const char *value, InputError *error);

#endif
