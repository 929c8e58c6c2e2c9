#include "cli/files/target.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/files/input.h"
#include "cli/files/memory.h"
#include "cli/files/output.h"

/* How the files begin that Chorus writes: report, log, page, trace, certificate, table of results, obligation. */
static const char *const beginnings[] = {
    "{\n  \"chorus\": \"",
    "{\n\"properties\": {\"chorus\": \"",
    "# chorus witness\n",
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<!-- chorus witness -->\n",
    "<!DOCTYPE html>\n<!-- chorus report: ",
    "chorus trace ",
    "chorus certificate ",
    "task\tproperty\texpected\tverdict\tstatus\t",
    "(set-info :smt-lib-version 2.6)\n(set-logic ALL)\n",
};
#define HEAD_BYTES 4096

bool target_looks_like_input(const char *path)
{
    static const char *const suffixes[] = {".c", ".i", ".scpl", ".litmus", ".bbp", ".yml", ".set"};
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
        if (input_has_suffix(path, suffixes[i])) return true;
    return false;
}

static bool is_same_inode(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool is_input_file(const struct stat *file, const char *const *inputs, size_t count)
{
    struct stat input;
    for (size_t i = 0; i < count; i++)
        if (inputs[i] && stat(inputs[i], &input) == 0 && is_same_inode(file, &input)) return true;
    return false;
}

/* Does the file begin as one of Chorus's own? One that cannot be read does not. */
static bool is_own_file(const char *path)
{
    char head[HEAD_BYTES + 1];
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t length = fd < 0 ? 0 : read(fd, head, HEAD_BYTES);
    if (fd >= 0) close(fd);
    head[length > 0 ? length : 0] = 0;
    const char *start = strncmp(head, "; ", 2) == 0 ? strchrnul(head, '\n') : head; /* obligations say what they are */
    if (*start == '\n') start++;
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        CHECK(strlen(beginnings[i]) < HEAD_BYTES);
        if (strncmp(start, beginnings[i], strlen(beginnings[i])) == 0) return true;
    }
    return false;
}

static bool may_write_file(const char *option, const char *path, const char *const *inputs, size_t count, bool force)
{
    struct stat file;
    if (stat(path, &file) != 0 || !S_ISREG(file.st_mode)) return true; /* new, a device, or not to be opened anyway */
    if (is_input_file(&file, inputs, count)) {
        output_complain("%s: is an input, and not overwritten (--%s)", path, option);
        return false;
    }
    if (force || file.st_size == 0 || is_own_file(path)) return true;
    output_complain("%s: was not written by Chorus, and is not overwritten (--%s; --force overwrites it)", path,
                    option);
    return false;
}

/* Of two files that need not be there: the same name in the same folder, or the same file. */
static bool is_same_target(const char *a, const char *b)
{
    struct stat x, y;
    bool has_a = stat(a, &x) == 0, has_b = stat(b, &y) == 0;
    if (has_a || has_b) return has_a && has_b && S_ISREG(x.st_mode) && is_same_inode(&x, &y);
    if (strcmp(input_base(a), input_base(b)) != 0) return false;
    char *folder_a = memory_format("%.*s.", (int)(input_base(a) - a), a);
    char *folder_b = memory_format("%.*s.", (int)(input_base(b) - b), b);
    bool same = stat(folder_a, &x) == 0 && stat(folder_b, &y) == 0 && is_same_inode(&x, &y);
    free(folder_a);
    free(folder_b);
    return same;
}

bool targets_may_write(const OutputTarget *targets, size_t count, const char *const *inputs, size_t input_count,
                       bool force)
{
    for (size_t i = 0; i < count; i++) {
        if (!targets[i].path) continue;
        if (!may_write_file(targets[i].option, targets[i].path, inputs, input_count, force)) return false;
        for (size_t k = 0; k < i; k++) {
            if (!targets[k].path || !is_same_target(targets[i].path, targets[k].path)) continue;
            output_complain("%s: --%s and --%s would write the same file", targets[i].path, targets[k].option,
                            targets[i].option);
            return false;
        }
    }
    return true;
}

static bool is_obligation(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits >= 6 && strcmp(name + digits, ".smt2") == 0;
}

bool target_may_fill(const char *directory, const char *const *inputs, size_t input_count, bool force)
{
    DIR *entries = opendir(directory);
    bool ok = true;
    for (struct dirent *e; ok && entries && (e = readdir(entries));) {
        if (!is_obligation(e->d_name)) continue;
        char *path = memory_format("%s/%s", directory, e->d_name);
        ok = may_write_file("smtlib", path, inputs, input_count, force);
        free(path);
    }
    if (entries) closedir(entries);
    return ok;
}
