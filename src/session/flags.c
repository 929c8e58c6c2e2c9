#include "session/flags.h"

#include <stddef.h>
#include <string.h>

/* With a value, which may stand in the same word where the flag is a letter. */
static const char *const valued[] = {"-D",       "-U",       "-I",         "-l",       "-L",  "-o",
                                     "-isystem", "-iquote",  "-idirafter", "-MF",      "-MT", "-MQ",
                                     "-B",       "-include", "-imacros",   "-Xlinker", NULL};
/* Of these, what the compiler reads is passed on. */
static const char *const reading[] = {"-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", NULL};

static const char *const passed[] = {"-m32",
                                     "-m64",
                                     "-ansi",
                                     "-nostdinc",
                                     "-undef",
                                     "-fwrapv",
                                     "-fsigned-char",
                                     "-funsigned-char",
                                     "-fsigned-bitfields",
                                     "-funsigned-bitfields",
                                     "-fshort-enums",
                                     "-fshort-wchar",
                                     "-fms-extensions",
                                     "-fplan9-extensions",
                                     "-fcommon",
                                     "-fgnu89-inline",
                                     "-fno-gnu89-inline",
                                     "-fno-common",
                                     NULL};
/* Words that end here, or begin so. */
static const char *const ignored[] = {"-c",  "-S",   "-w",      "-pipe", "-pthread",  "-static", "-shared", "-rdynamic",
                                      "-s",  "-pie", "-no-pie", "-P",    "-nostdlib", "-MD",     "-MMD",    "-MP",
                                      "-MG", "-MM",  "-M",      "-MV",   "-O",        "-g",      NULL};
static const char *const ignored_families[] = {"-O",        "-W",       "-g",       "-f",          "-m",
                                               "-pedantic", "--param=", "-static-", "-save-temps", NULL};

/* They make another program of it, in ways that the front end does not follow. */
static const char *const unfollowed[] = {"-fopenmp", "-fpack-struct", "-ftrapv", "-mx32", "-m16", NULL};

static bool is_one_of(const char *flag, const char *const *names)
{
    while (*names && strcmp(flag, *names) != 0)
        names++;
    return *names != NULL;
}

/* The flag of the list that the word begins with; *value: what follows, without blanks, NULL where nothing does. */
static const char *begins(const char *word, const char *const *names, const char **value)
{
    for (; *names; names++) {
        size_t n = strlen(*names);
        if (strncmp(word, *names, n) != 0) continue;
        const char *rest = word + n + strspn(word + n, " ");
        bool is_letter = n == 2;
        if (*rest && !is_letter && word[n] != ' ' && (word[n] == '-' || word[n] == '=')) continue; /* another flag */
        *value = *rest ? rest : NULL;
        return *names;
    }
    return NULL;
}

bool flag_lacks_value(const char *flag)
{
    const char *value = NULL;
    return begins(flag, valued, &value) && !value;
}

const char *flag_path(const char *flag, int *word)
{
    const char *value = NULL, *name = begins(flag, reading, &value);
    *word = name ? (int)strlen(name) : 0;
    return name ? value : NULL;
}

FlagUse flag_use(const char *flag)
{
    const char *value = NULL;
    int word = 0;
    if (is_one_of(flag, passed) || (strncmp(flag, "-std=", 5) == 0 && flag[5])) return FLAG_PASSED;
    if (is_one_of(flag, unfollowed)) return FLAG_UNKNOWN;
    if (is_one_of(flag, ignored)) return FLAG_IGNORED;
    if (flag_path(flag, &word)) return FLAG_PASSED;
    if (begins(flag, valued, &value)) {
        if (!value) return FLAG_UNKNOWN;
        return flag[1] == 'D' || flag[1] == 'U' ? FLAG_PASSED : FLAG_IGNORED;
    }
    for (const char *const *f = ignored_families; *f; f++)
        if (strncmp(flag, *f, strlen(*f)) == 0 && flag[2]) return FLAG_IGNORED;
    return FLAG_UNKNOWN;
}
