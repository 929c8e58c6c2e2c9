/* Files that sessions read. */
#include "session/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/check.h"

#define FILE_MB_MAX 64

bool session_has_suffix(const char *path, const char *suffix)
{
    size_t n = strlen(path), m = strlen(suffix);
    return n > m && strcmp(path + n - m, suffix) == 0;
}

bool session_is_litmus(const char *path) { return session_has_suffix(path, ".litmus"); }
bool session_is_text(const char *path) { return session_has_suffix(path, ".scpl") || session_is_litmus(path); }

ChorusStatus session_check_file_of(ChorusSession *s, const char *path, long mb_max)
{
    CHECK(mb_max > 0);
    struct stat st;
    if (stat(path, &st) != 0)
        return session_fail(s, CHORUS_NO_INPUT, "%s: %s", path, errno == ENOENT ? "no such file" : strerror(errno));
    if (S_ISDIR(st.st_mode)) return session_fail(s, CHORUS_NO_INPUT, "%s: is a directory: give its files", path);
    if (!S_ISREG(st.st_mode))
        return session_fail(s, CHORUS_NO_INPUT, "%s: is not a regular file: write what it gives to one", path);
    if (st.st_size > mb_max * 1024L * 1024L)
        return session_fail(s, CHORUS_BAD_INPUT, "%s: error: file is too large (more than %ld MB)", path, mb_max);
    if (st.st_size == 0) return session_fail(s, CHORUS_BAD_INPUT, "%s: error: file is empty", path);
    return CHORUS_OK;
}

ChorusStatus session_check_file(ChorusSession *s, const char *path)
{
    return session_check_file_of(s, path, FILE_MB_MAX);
}

/* The memory comes first: the run may be left while it is asked for, and then no file must be open. */
char *session_read_file(Run *run, const char *path, size_t *length)
{
    struct stat st;
    if (stat(path, &st) != 0) run_stop(run, STOP_INPUT, "%s: error: cannot be read: %s", path, strerror(errno));
    size_t size = (size_t)st.st_size;
    char *text = run_alloc(run, size + 1);
    FILE *f = fopen(path, "rb");
    if (!f) run_stop(run, STOP_INPUT, "%s: error: cannot be read: %s", path, strerror(errno));
    *length = fread(text, 1, size, f);
    bool failed = ferror(f) != 0;
    fclose(f);
    if (failed) run_stop(run, STOP_INPUT, "%s: error: cannot be read", path);
    return text;
}
