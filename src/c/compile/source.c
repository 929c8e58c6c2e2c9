#define _GNU_SOURCE
#include "c/compile/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/str.h"
#include "c/compile/string_h.h"

#define TEXT_LIMIT 120
#define FILE_LIMIT (64L * 1024 * 1024)

/* realpath into memory of the run; NULL when there is no such file. */
static char *real_path(Run *run, const char *path)
{
    char *found = realpath(path, NULL);
    char *copy = found ? run_strdup(run, found) : NULL;
    free(found);
    return copy;
}

Sources *sources_new(Run *run, const char *const *paths, uint32_t count)
{
    Sources *s = run_alloc(run, sizeof *s);
    s->run = run;
    s->paths = paths;
    s->path_count = count;
    s->real_paths = run_alloc(run, (count + 1) * sizeof *s->real_paths);
    for (uint32_t i = 0; i < count; i++)
        s->real_paths[i] = real_path(run, paths[i]);
    return s;
}

static char *read_source_text(Run *run, const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    char *text = NULL;
    if (fseek(f, 0, SEEK_END) == 0) {
        long size = ftell(f);
        if (size >= 0 && size <= FILE_LIMIT && fseek(f, 0, SEEK_SET) == 0) {
            text = run_alloc(run, (size_t)size + 1);
            size_t n = fread(text, 1, (size_t)size, f);
            text[n] = 0;
        }
    }
    fclose(f);
    return text;
}

/* Does each line but the first begin behind the end of the one before? */
static bool lines_are_valid(const SourceFile *file)
{
    for (uint32_t i = 1; i < file->lines.count; i++)
        if (file->lines.data[i] <= file->lines.data[i - 1] || file->text[file->lines.data[i] - 1] != '\n') return false;
    return file->lines.count > 0 && file->lines.data[0] == 0;
}

static void index_lines(Run *run, SourceFile *file)
{
    vec_push(run, &file->lines, 0);
    for (const char *p = file->text; (p = strchr(p, '\n')); p++)
        vec_push(run, &file->lines, (uint32_t)(p + 1 - file->text));
    CHECK(lines_are_valid(file));
}

/* The name to show for a file that is no input: relative to the current directory when below it. */
static const char *shown_name(Sources *s, const char *full)
{
    char *real = real_path(s->run, full);
    for (uint32_t i = 0; real && i < s->path_count; i++)
        if (s->real_paths[i] && strcmp(real, s->real_paths[i]) == 0) return run_strdup(s->run, s->paths[i]);
    char *here = getcwd(NULL, 0);
    size_t n = here ? strlen(here) : 0;
    bool below = n > 1 && strncmp(full, here, n) == 0 && full[n] == '/';
    free(here);
    return run_strdup(s->run, below ? full + n + 1 : full);
}

static SourceFile *find_source_file(Sources *s, const char *directory, const char *filename)
{
    for (uint32_t i = s->files.count; i-- > 0;) {
        SourceFile *f = &s->files.data[i];
        if (strcmp(f->filename, filename) == 0 && strcmp(f->directory, directory) == 0) return f;
    }
    const char *known = library_text(filename);
    SourceFile file = {0};
    file.directory = run_strdup(s->run, directory);
    file.filename = run_strdup(s->run, filename);
    bool is_absolute = filename[0] == '/' || !directory[0];
    char *full = is_absolute ? run_strdup(s->run, filename) : run_format(s->run, "%s/%s", directory, filename);
    file.name = known ? run_strdup(s->run, filename) : shown_name(s, full);
    file.text = known ? run_strdup(s->run, known) : read_source_text(s->run, full);
    if (file.text) index_lines(s->run, &file);
    vec_push(s->run, &s->files, file);
    return &s->files.data[s->files.count - 1];
}

SourcePos sources_pos(Sources *s, LLVMValueRef value)
{
    unsigned directory_length = 0, filename_length = 0;
    const char *filename = LLVMGetDebugLocFilename(value, &filename_length);
    if (!filename || filename_length == 0) return (SourcePos){NULL, 0, 0};
    const char *directory = LLVMGetDebugLocDirectory(value, &directory_length);
    char *d = run_strndup(s->run, directory ? directory : "", directory_length);
    char *f = run_strndup(s->run, filename, filename_length);
    SourceFile *file = find_source_file(s, d, f);
    CHECK(file->name && (file->text != NULL) == (file->lines.count > 0));
    run_release(s->run, d);
    run_release(s->run, f);
    bool is_instruction = LLVMIsAInstruction(value) != NULL;
    return (SourcePos){file->name, LLVMGetDebugLocLine(value), is_instruction ? LLVMGetDebugLocColumn(value) : 0};
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\n'; }

const char *sources_line(Sources *s, SourcePos pos)
{
    if (!pos.file || pos.line == 0) return NULL;
    const SourceFile *file = NULL;
    for (uint32_t i = 0; i < s->files.count && !file; i++)
        if (strcmp(s->files.data[i].name, pos.file) == 0) file = &s->files.data[i];
    if (!file || !file->text || pos.line > file->lines.count) return NULL;
    char line[TEXT_LIMIT + 8];
    size_t n = 0;
    bool gap = false, cut = false;
    for (const char *p = file->text + file->lines.data[pos.line - 1]; *p && *p != '\n'; p++) {
        if (is_space(*p)) {
            gap = n > 0;
            continue;
        }
        if (n + gap >= TEXT_LIMIT) {
            cut = true;
            break;
        }
        if (gap) line[n++] = ' ';
        gap = false;
        line[n++] = (unsigned char)*p < 32 ? '?' : *p;
    }
    CHECK(n <= TEXT_LIMIT);
    while (cut && n > 0 && ((unsigned char)line[n - 1] & 0x80)) /* no half of a UTF-8 sequence at the cut */
        n--;
    if (cut)
        for (int i = 0; i < 3; i++)
            line[n++] = '.';
    line[n] = 0;
    return n ? run_strdup(s->run, line) : NULL;
}

static bool is_source_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool line_initializes(const char *line, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = line ? strstr(line, name) : NULL; p; p = strstr(p + 1, name)) {
        if (p > line && is_source_name_char(p[-1])) continue; /* the end of another name */
        const char *q = p + n + strspn(p + n, " ");
        while (*q == '[')
            q += strcspn(q, "]") + strspn(q + strcspn(q, "]"), "] ");
        if (*q == '=') return true;
    }
    return false;
}
