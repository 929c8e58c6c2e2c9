/* Files that sessions read. */
#ifndef CHORUS_SESSION_FILE_H
#define CHORUS_SESSION_FILE_H

#include "session/session.h"

/* What a file holds is told by how its name ends. */
bool session_has_suffix(const char *path, const char *suffix);
bool session_is_litmus(const char *path);
/* A program as Chorus has it, and no C: .scpl, or a litmus test. */
bool session_is_text(const char *path);
/* Is that a regular file of acceptable size (64 MB, or mb_max) that can be read? Otherwise sets chorus_error. */
ChorusStatus session_check_file(ChorusSession *s, const char *path);
ChorusStatus session_check_file_of(ChorusSession *s, const char *path, long mb_max);
/* The text of a file, owned by the run; stops the run with STOP_INPUT when it cannot be read. */
char *session_read_file(Run *run, const char *path, size_t *length);

#endif
