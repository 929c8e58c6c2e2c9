#include "library_golden/question.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"

/* Of the command only: how the answer is shown. */
static const char *const shown[] = {"quiet", "verbose", "stats", "json"};
/* Of the command only: what it reads, or writes, by itself. */
static const char *const own[] = {"help",  "engines", "project",       "program", "library", "watch",       "cache",
                                  "trace", "html",    "list-programs", "sarif",   "witness", "certificate", "new-only"};

typedef struct Reader {
    Question *q;
    char *next; /* the rest of the words */
} Reader;

/* ---- words ---- */

static char *take_word(Reader *r)
{
    r->next += strspn(r->next, " \n");
    if (!*r->next) return NULL;
    char *word = r->next;
    r->next += strcspn(r->next, " \n");
    if (*r->next) *r->next++ = 0;
    return word;
}

static bool is_among(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

/* What is not translated is not passed over. */
static void skip(Question *q, const char *why)
{
    if (!q->skipped) q->skipped = why;
}

static void note(Question *q, ChorusStatus status)
{
    if (q->status == CHORUS_OK) q->status = status;
}

/* ---- properties ---- */

static void add_property(Question *q, const char *name)
{
    if (is_among(name, q->properties, q->property_count)) return;
    CHECK(q->property_count < PROPERTIES_MAX);
    q->properties[q->property_count++] = name;
}

static void add_all(Question *q, const char *without)
{
    q->asks_all = true;
    for (size_t i = 0; chorus_property(i); i++)
        if (chorus_is_answered(chorus_property(i)) && (!without || strcmp(chorus_property(i), without) != 0))
            add_property(q, chorus_property(i));
}

void question_ask_others(Question *q)
{
    CHECK(q->property_count == 0);
    add_all(q, "unreach-call");
}

static void read_properties(Question *q, char *list)
{
    char *rest;
    for (char *name = strtok_r(list, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        if (strchr(name, '/')) skip(q, "a property file");
        if (strcmp(name, "all") == 0)
            add_all(q, NULL);
        else
            add_property(q, name);
    }
}

/* ---- options ---- */

static bool is_option(const char *name, bool *is_switch)
{
    for (size_t i = 0; i < chorus_option_count(); i++) {
        *is_switch = strcmp(chorus_option_value(i), "on|off") == 0;
        if (strcmp(chorus_option_name(i), name) == 0) return true;
    }
    return false;
}

static void set_option(Question *q, const char *name, char *value)
{
    q->has_errors |= strcmp(name, "errors") == 0;
    if (strcmp(name, "property") == 0)
        read_properties(q, value);
    else
        note(q, chorus_set_option(q->session, name, value));
}

/* Options of the command that have a function of the library. */
static bool set_other(Question *q, const char *name, const char *value)
{
    if (strcmp(name, "entry") == 0 || strcmp(name, "thread") == 0)
        note(q, chorus_add_clients(q->session, value, strcmp(name, "entry") == 0));
    else if (strcmp(name, "variable") == 0)
        note(q, chorus_set_race_variables(q->session, value));
    else if (strcmp(name, "order") == 0)
        note(q, chorus_set_thread_order(q->session, value));
    else if (strcmp(name, "without") == 0)
        note(q, chorus_leave_out_rows(q->session, value));
    else if (strcmp(name, "only") == 0)
        note(q, chorus_ask_only_rows(q->session, value));
    else if (strcmp(name, "predicates") == 0)
        q->predicates = value;
    else
        return false;
    return true;
}

static void read_long(Reader *r, char *name)
{
    Question *q = r->q;
    bool is_switch = false;
    char *value = strchr(name, '=');
    if (value) *value++ = 0;
    if (strcmp(name, "engine") == 0) name = strcpy(name, "method");
    static char on[] = "on", off[] = "off";
    if (is_option(name, &is_switch)) {
        if (!value) value = is_switch ? on : take_word(r);
        if (value) set_option(q, name, value);
        if (!value) skip(q, "an option without its value");
    } else if (strncmp(name, "no-", 3) == 0 && is_option(name + 3, &is_switch) && is_switch) {
        set_option(q, name + 3, off);
    } else if (is_among(name, own, sizeof own / sizeof *own)) {
        skip(q, "of the command only");
    } else if (!is_among(name, shown, sizeof shown / sizeof *shown)) {
        if (!value) value = take_word(r);
        if (!value || !set_other(q, name, value)) skip(q, "an option that is not translated");
    }
}

/* A flag of the compiler, with its value, which may be the next word. */
static void read_flag(Reader *r, const char *flag)
{
    char text[WORDS_SIZE];
    bool is_macro = strchr("DUI", flag[1]) && !flag[2], lacks = is_macro || chorus_flag_lacks_value(flag);
    const char *value = lacks ? take_word(r) : NULL;
    snprintf(text, sizeof text, "%s%s%s", flag, lacks && !is_macro ? " " : "", value ? value : "");
    note(r->q, chorus_add_compiler_flag(r->q->session, text));
}

static void read_word(Reader *r, char *word)
{
    Question *q = r->q;
    if (word[0] != '-') {
        CHECK(q->path_count < PATHS_MAX);
        q->paths[q->path_count++] = word;
    } else if (word[1] == '-') {
        read_long(r, word + 2);
    } else if (strcmp(word, "-q") == 0) {
        return;
    } else if (strcmp(word, "-n") == 0 || strcmp(word, "-x") == 0) {
        char *value = take_word(r);
        if (!value)
            skip(q, "an option without its value");
        else if (word[1] == 'n')
            note(q, chorus_set_option(q->session, "threads", value));
        else
            note(q, chorus_set_race_variables(q->session, value));
    } else {
        read_flag(r, word);
    }
}

/* ---- all of it ---- */

/* The words of X.args, else those that stand for them. */
static void read_words(Question *q, const char *input)
{
    char path[WORDS_SIZE];
    snprintf(path, sizeof path, "%.*s.args", (int)(strrchr(input, '.') - input), input);
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(q->words, 1, sizeof q->words - 1, file) : 0;
    if (file) fclose(file);
    if (!file) snprintf(q->words, sizeof q->words, "check");
    if (file) q->words[length] = 0;
    CHECK(length < sizeof q->words - 1);
}

void question_read(Question *q, const char *input)
{
    memset(q, 0, sizeof *q);
    read_words(q, input);
    q->session = chorus_new();
    CHECK(q->session);
    Reader r = {q, q->words};
    const char *command = take_word(&r);
    bool is_race = command && strcmp(command, "race") == 0;
    if (!command || (!is_race && strcmp(command, "check") != 0)) skip(q, "another command");
    if (strcmp(strrchr(input, '.'), ".yml") == 0) skip(q, "a task definition");
    for (char *word = take_word(&r); word && !q->skipped; word = take_word(&r))
        read_word(&r, word);
    if (is_race) add_property(q, "no-data-race");
    CHECK(q->path_count < PATHS_MAX);
    q->paths[q->path_count++] = input;
}

void question_clear(Question *q) { chorus_free(q->session); }
