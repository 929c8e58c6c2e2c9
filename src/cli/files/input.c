#include "cli/files/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/files/memory.h"
#include "cli/files/output.h"
#include "cli/files/status.h"

bool input_fail(InputError *error, int status, const char *format, ...)
{
    CHECK(status != 0);
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    for (char *c = error->text; *c; c++)
        if ((unsigned char)*c < ' ') *c = '?';
    error->status = status;
    return false;
}

int input_complain(const InputError *error)
{
    CHECK(error->status != 0 && *error->text);
    if (error->status == STATUS_BAD_INPUT)
        output_complain_at(error->text);
    else
        output_complain("%s", error->text);
    return error->status;
}

/* The descriptor of a regular file, -1 after input_fail. */
static int open_regular(const char *path, size_t limit, InputError *error)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), code = errno;
    if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (size_t)st.st_size <= limit) return fd;
    if (fd < 0)
        input_fail(error, STATUS_NO_INPUT, "%s: %s", path, code == ENOENT ? "no such file" : strerror(code));
    else if (S_ISDIR(st.st_mode))
        input_fail(error, STATUS_NO_INPUT, "%s: is a directory", path);
    else if (!S_ISREG(st.st_mode))
        input_fail(error, STATUS_NO_INPUT, "%s: is not a regular file", path);
    else
        input_fail(error, STATUS_BAD_INPUT, "%s: error: file is too large (more than %zu KB)", path, limit / 1024);
    if (fd >= 0) close(fd);
    return -1;
}

char *input_read(const char *path, size_t limit, InputError *error)
{
    int fd = open_regular(path, limit, error);
    if (fd < 0) return NULL;
    struct stat st;
    size_t size = fstat(fd, &st) == 0 ? (size_t)st.st_size : 0, length = 0;
    char *text = memory_new(size + 1);
    ssize_t n = 1;
    while (length < size && (n = read(fd, text + length, size - length)) > 0)
        length += (size_t)n;
    int code = errno;
    close(fd);
    CHECK(length <= size);
    text[length] = 0;
    if (n < 0)
        input_fail(error, STATUS_NO_INPUT, "%s: cannot be read: %s", path, strerror(code));
    else if (strlen(text) != length)
        input_fail(error, STATUS_BAD_INPUT, "%s: error: is a binary file, not text", path);
    else
        return text;
    free(text);
    return NULL;
}

bool input_has_suffix(const char *path, const char *suffix)
{
    size_t n = strlen(path), m = strlen(suffix);
    return n > m && strcmp(path + n - m, suffix) == 0;
}

bool input_is_text(const char *path) { return input_has_suffix(path, ".scpl") || input_has_suffix(path, ".litmus"); }

char *input_beside(const char *from, const char *name)
{
    const char *slash = strrchr(from, '/');
    if (!slash || name[0] == '/') return memory_copy(name, strlen(name));
    return memory_format("%.*s%s", (int)(slash - from) + 1, from, name);
}

const char *input_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
