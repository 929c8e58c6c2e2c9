#include "base/ctext.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_BYTES (64L * 1024 * 1024)

const char *ctext_skip(const char *at)
{
    if (at[0] == '/' && at[1] == '/') return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (*at != '"' && *at != '\'') return at + 1;
    for (char quote = *at++; *at && *at != quote && *at != '\n'; at++)
        if (*at == '\\' && at[1]) at++;
    return *at ? at + 1 : at;
}

bool ctext_is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

bool ctext_is_word(const char *text, const char *at, const char *name)
{
    size_t n = strlen(name);
    return strncmp(at, name, n) == 0 && !ctext_is_name(at[n]) && (at == text || !ctext_is_name(at[-1]));
}

/* Whether what begins here is a list of parameters with a body behind it. */
static bool is_definition(const char *at)
{
    int depth = 0;
    at += strspn(at, " \t\r\n");
    if (*at != '(') return false;
    do {
        depth += (*at == '(') - (*at == ')');
        at = ctext_skip(at);
    } while (*at && depth > 0);
    while (*at && (isspace((unsigned char)*at) || strncmp(at, "/*", 2) == 0 || strncmp(at, "//", 2) == 0))
        at = ctext_skip(at);
    return *at == '{' || ctext_is_name(*at); /* parameters may be declared there */
}

bool ctext_defines(const char *text, const char *name)
{
    int depth = 0;
    for (const char *at = text; *at; at = ctext_skip(at)) {
        depth += (*at == '{') - (*at == '}');
        if (depth == 0 && ctext_is_word(text, at, name) && is_definition(at + strlen(name))) return true;
    }
    return false;
}

char *ctext_read(Run *run, const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    long size = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    char *text = size > 0 && size <= MAX_BYTES ? run_alloc(run, (size_t)size + 1) : NULL;
    if (text) {
        rewind(f);
        text[fread(text, 1, (size_t)size, f)] = 0;
    }
    fclose(f);
    return text;
}
