/* URIs of files, and ranges in them. */
#ifndef CHORUS_CLI_LSP_URI_H
#define CHORUS_CLI_LSP_URI_H

#include <jansson.h>

/* The path of a file URI, to be freed; NULL: it is none. A relative reference is one to a file in the folder that is
 * the current one. */
char *uri_path(const char *uri);
/* The URI of a path, to be freed. */
char *uri_of_path(const char *path);
/* The range of a line, counted from 1, without the blanks around what stands in it; the protocol counts from 0, and in
 * units of UTF-16. */
json_t *uri_line_range(const char *path, unsigned line);

#endif
