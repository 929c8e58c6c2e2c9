#include "cli/arguments/options.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/nearest.h"
#include "cli/files/memory.h"
#include "cli/files/output.h"
#include "cli/files/target.h"

typedef struct CliOption {
    const char *name;
    char letter;
    const char *shape;
    int commands;
    const char *help;
    size_t offset; /* in Arguments: const char * with a shape, int without */
} CliOption;

static const CliOption cli_options[] = {
#define X(field, name, letter, shape, commands, help) {name, letter, shape, commands, help, offsetof(Arguments, field)},
    CLI_OPTIONS(X)
#undef X
};
#define CLI_OPTION_COUNT (sizeof cli_options / sizeof cli_options[0])

typedef struct OptionParser {
    Command command;
    int argc, at; /* the argument being read */
    char **argv;
    ChorusSession *session;
    Arguments *arguments;
} OptionParser;

/* ---- the list ---- */

const char *command_word(Command command)
{
    switch (command) {
    case COMMAND_CHECK: return "check";
    case COMMAND_DUMP: return "dump";
    case COMMAND_REPLAY: return "replay";
    case COMMAND_CERTIFY: return "certify";
    case COMMAND_MC: return "mc";
    case COMMAND_SUITE: return "suite";
    case COMMAND_RACE: return "race";
    case COMMAND_VALIDATE: return "validate";
    case COMMAND_LSP: return "lsp";
    case COMMAND_EXPLAIN: return "explain";
    }
    return "";
}

bool options_view(Command command, size_t i, OptionView *view)
{
    if (i < chorus_option_count()) {
        const char *name = chorus_option_name(i);
        const char *shape = chorus_option_value(i), *help = chorus_option_help(i);
        bool is_property = strcmp(name, "property") == 0, is_check = command == COMMAND_CHECK;
        if (is_property) shape = is_check ? "NAME|FILE.prp|all" : "NAME|FILE.prp";
        if (strcmp(name, "errors") == 0) shape = "CALLS", help = "auto, assert, reach_error or abort";
        if (strcmp(name, "method") == 0) shape = "NAME";
        if (is_property && is_check) help = "what to check, or several: A,B";
        *view = (OptionView){name, shape, help, chorus_option_default(i), strcmp(name, "threads") == 0 ? 'n' : 0};
        return true;
    }
    i -= chorus_option_count();
    for (size_t k = 0; k < CLI_OPTION_COUNT; k++) {
        const CliOption *o = &cli_options[k];
        if (!(o->commands & (int)command) || i-- > 0) continue;
        *view = (OptionView){o->name, o->shape, o->help, NULL, o->letter};
        return true;
    }
    return false;
}

static const char *long_option_name(size_t i)
{
    if (i < chorus_option_count()) return chorus_option_name(i);
    i -= chorus_option_count();
    return i < CLI_OPTION_COUNT ? cli_options[i].name : NULL;
}

static const CliOption *find_cli_option(const OptionParser *p, const char *name, size_t length, char letter)
{
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        const CliOption *o = &cli_options[i];
        if (!(o->commands & (int)p->command)) continue;
        if (letter ? o->letter == letter : strlen(o->name) == length && strncmp(o->name, name, length) == 0) return o;
    }
    return NULL;
}

/* The name of the session's option, NULL when there is none; *is_switch: its values are on and off. */
static const char *find_session_option(const char *name, size_t length, bool *is_switch)
{
    if (length == strlen("engine") && strncmp(name, "engine", length) == 0) { /* what --engines lists are methods */
        name = "method";
        length = strlen(name);
    }
    for (size_t i = 0; i < chorus_option_count(); i++) {
        const char *known = chorus_option_name(i);
        if (strlen(known) != length || strncmp(known, name, length) != 0) continue;
        *is_switch = strcmp(chorus_option_value(i), "on|off") == 0;
        return known;
    }
    return NULL;
}

/* Is each option of the command named once, also among those of the session, and each letter used once, and for no flag
 * of the compiler? */
static bool options_are_distinct(Command command)
{
    OptionView a, b;
    for (size_t i = 0; options_view(command, i, &a); i++) {
        if (!*a.name || (a.letter && strchr("DUI", a.letter))) return false;
        for (size_t k = 0; k < i && options_view(command, k, &b); k++)
            if (strcmp(a.name, b.name) == 0 || (a.letter && a.letter == b.letter)) return false;
    }
    return true;
}

/* ---- parsing ---- */

/* An option of another subcommand only: says of which. */
static bool complain_elsewhere(const OptionParser *p, const char *word)
{
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        if (strcmp(cli_options[i].name, word) != 0 || cli_options[i].commands & (int)p->command) continue;
        int command = cli_options[i].commands & -cli_options[i].commands; /* the first of them */
        output_complain("option '--%s' is not for %s (it is for %s)", word, command_word(p->command),
                        command_word((Command)command));
        return true;
    }
    return false;
}

static bool complain_unknown_option(const OptionParser *p)
{
    const char *arg = p->argv[p->at];
    char word[64];
    const char *start = arg + strspn(arg, "-");
    snprintf(word, sizeof word, "%.*s", (int)strcspn(start, "="), start);
    if (arg[1] == '-' && complain_elsewhere(p, word)) return false;
    const char *nearest = nearest_word(word, long_option_name);
    if (nearest)
        output_complain("unknown option '%s' (did you mean '--%s'?)", arg, nearest);
    else
        output_complain("unknown option '%s' (see 'chorus %s --help')", arg, command_word(p->command));
    return false;
}

bool options_is_option(const char *word)
{
    return word[0] == '-' && word[1] && !(word[1] >= '0' && word[1] <= '9') && word[1] != '.';
}

/* The value of an option: what stands in the same argument, else the next argument if that is not another option. */
static const char *take_option_value(OptionParser *p, const char *inside)
{
    if (inside) return inside;
    const char *next = p->at + 1 < p->argc ? p->argv[p->at + 1] : NULL;
    if (next && !options_is_option(next)) return p->argv[++p->at];
    if (next)
        output_complain("option '%s' needs a value, and '%s' is an option", p->argv[p->at], next);
    else
        output_complain("option '%s' needs a value", p->argv[p->at]);
    return NULL;
}

bool options_is_file_name(const char *option, const char *shape, const char *value)
{
    bool is_file = strncmp(shape, "FILE", 4) == 0 || strcmp(shape, "DIR") == 0;
    if (!is_file || !target_looks_like_input(value)) return true;
    output_complain("option '--%s' needs a value, and '%s' looks like an input (--%s=%s if it is meant)", option, value,
                    option, value);
    return false;
}

static bool set_session_option(OptionParser *p, const char *name, const char *value)
{
    if (!value) return false;
    if (strcmp(name, "property") == 0) { /* may be a file: inputs_resolve */
        if (!*value) output_complain("option '--property' needs a value");
        p->arguments->property = p->arguments->property_given = value;
        return *value;
    }
    if (chorus_set_option(p->session, name, value) != CHORUS_OK) {
        output_complain("option %s", chorus_error(p->session));
        return false;
    }
    if (strcmp(name, "errors") == 0) p->arguments->has_errors = true;
    if (strcmp(name, "malloc") == 0) p->arguments->has_malloc = true;
    if (strcmp(name, "memory") == 0) p->arguments->has_memory = true;
    if (strcmp(name, "time-limit") == 0) p->arguments->time_limit = strtod(value, NULL); /* words: 0 */
    return true;
}

static bool set_cli_option(OptionParser *p, const CliOption *o, const char *value)
{
    CHECK(o->commands & (int)p->command);
    CHECK(o->offset < sizeof *p->arguments);
    char *field = (char *)p->arguments + o->offset;
    if (!o->shape) {
        if (value)
            output_complain("option '--%s' takes no value", o->name);
        else
            ++*(int *)(void *)field;
        return !value;
    }
    bool is_separate = !value;
    value = take_option_value(p, value);
    if (value && !*value) output_complain("option '--%s' needs a value", o->name);
    if (!value || !*value || (is_separate && !options_is_file_name(o->name, o->shape, value))) return false;
    *(const char **)(void *)field = value;
    return true;
}

static bool add_compiler_flag(OptionParser *p, const char *flag)
{
    if (chorus_add_compiler_flag(p->session, flag) == CHORUS_OK) return true;
    output_complain("%s", chorus_error(p->session));
    return false;
}

/* -DX, -D X, -include f, --include f: one flag for the session. */
static bool add_flag_with_value(OptionParser *p, const char *flag, const char *between, const char *inside)
{
    bool is_inner = strncmp(flag, "-X", 2) == 0 || strcmp(flag, "-mllvm") == 0; /* its value is an option, too */
    const char *value = is_inner && p->at + 1 < p->argc ? p->argv[++p->at] : take_option_value(p, inside);
    if (!value) return false;
    char *joined = memory_format("%s%s%s", flag, between, value);
    bool ok = add_compiler_flag(p, joined);
    free(joined);
    return ok;
}

/* A flag of the compiler with two hyphens. */
static bool parse_long_flag(OptionParser *p)
{
    const char *arg = p->argv[p->at];
    if (chorus_flag_lacks_value(arg)) return add_flag_with_value(p, arg, " ", NULL);
    return chorus_is_compiler_flag(arg) ? add_compiler_flag(p, arg) : complain_unknown_option(p);
}

/* "--name", "--name=value", "--name value"; switches also "--no-name". */
static bool parse_long(OptionParser *p, const char *name)
{
    size_t length = strcspn(name, "=");
    const char *value = name[length] ? name + length + 1 : NULL;
    bool is_switch = false;
    const char *known = find_session_option(name, length, &is_switch);
    if (known) return set_session_option(p, known, is_switch && !value ? "on" : take_option_value(p, value));
    if (length > 3 && strncmp(name, "no-", 3) == 0 && !value) {
        known = find_session_option(name + 3, length - 3, &is_switch);
        if (known && is_switch) return set_session_option(p, known, "off");
    }
    const CliOption *o = find_cli_option(p, name, length, 0);
    return o ? set_cli_option(p, o, value) : parse_long_flag(p);
}

static bool parse_letters(OptionParser *p, const char *letters)
{
    for (; *letters; letters++) {
        const CliOption *o = find_cli_option(p, NULL, 0, *letters);
        if (!o) return complain_unknown_option(p);
        if (!set_cli_option(p, o, NULL)) return false;
    }
    return true;
}

static bool parse_short(OptionParser *p, const char *arg)
{
    if (strcmp(arg, "-m32") == 0 || strcmp(arg, "-m64") == 0) p->arguments->has_width = true;
    const char *rest = arg[2] ? arg + 2 : NULL;
    if (arg[1] == 'D' || arg[1] == 'U' || arg[1] == 'I') {
        const char flag[3] = {'-', arg[1], 0};
        return add_flag_with_value(p, flag, "", rest);
    }
    if (arg[1] == 'n' && (!rest || (*rest >= '0' && *rest <= '9') || strcmp(rest, "all") == 0))
        return set_session_option(p, "threads", take_option_value(p, rest));
    if (!rest && find_cli_option(p, NULL, 0, arg[1])) return parse_letters(p, arg + 1);
    if (chorus_flag_lacks_value(arg)) return add_flag_with_value(p, arg, " ", NULL);
    bool is_flag = chorus_is_compiler_flag(arg) || arg[1] == 'f' || arg[1] == 'm'; /* refused if it is none */
    return is_flag ? add_compiler_flag(p, arg) : parse_letters(p, arg + 1);
}

static bool parse_argument(OptionParser *p)
{
    const char *arg = p->argv[p->at];
    if (arg[0] == '-' && arg[1] == '-') return parse_long(p, arg + 2);
    if (arg[0] == '-' && arg[1]) return parse_short(p, arg);
    if (strcmp(arg, "-") == 0) {
        output_complain("standard input is not read: write it to a file that ends in .c, and give that");
        return false;
    }
    CHECK(p->arguments->path_count <= (size_t)p->at); /* moved to the front, over what was read */
    p->argv[p->arguments->path_count++] = p->argv[p->at];
    return true;
}

/* `chorus race` is `chorus check --property=no-data-race`. */
static bool set_race_property(OptionParser *p)
{
    const char *given = p->arguments->property;
    if (given && strcmp(given, "no-data-race") != 0) {
        output_complain("option '--property' is not for race (see 'chorus check --help')");
        return false;
    }
    return set_session_option(p, "property", "no-data-race");
}

static bool set_texts(ChorusSession *session, const Arguments *a)
{
    if (chorus_set_thread_order(session, a->order) == CHORUS_OK &&
        chorus_set_race_variables(session, a->variables) == CHORUS_OK &&
        chorus_set_sequential_checker(session, a->sequential, a->sequential_safe, a->sequential_violated) == CHORUS_OK)
        return true;
    output_complain("%s", chorus_error(session));
    return false;
}

static bool set_rows(ChorusSession *session, const Arguments *a)
{
    ChorusStatus status = a->without ? chorus_leave_out_rows(session, a->without) : CHORUS_OK;
    if (status == CHORUS_OK && a->only) status = chorus_ask_only_rows(session, a->only);
    if (status != CHORUS_OK) output_complain("option --%s", chorus_error(session));
    return status == CHORUS_OK;
}

bool options_parse(Command command, int argc, char **argv, ChorusSession *session, Arguments *arguments)
{
    CHECK(options_are_distinct(command));
    memset(arguments, 0, sizeof *arguments);
    if (words_expand(&arguments->words, argc, argv)) return false;
    argc = (int)arguments->words.count;
    argv = memory_new(((size_t)argc + 1) * sizeof *argv); /* paths move to its front */
    if (argc) memcpy(argv, arguments->words.data, (size_t)argc * sizeof *argv);
    arguments->argv = argv;
    arguments->paths = (const char *const *)argv;
    arguments->command = command;
    OptionParser p = {command, argc, 0, argv, session, arguments};
    for (; p.at < argc; p.at++) {
        if (strcmp(argv[p.at], "--") == 0) break;
        if (!parse_argument(&p)) return false;
    }
    for (p.at++; p.at < argc; p.at++)
        argv[arguments->path_count++] = argv[p.at];
    CHECK(arguments->path_count <= (size_t)argc);
    arguments->given = arguments->paths;
    arguments->given_count = arguments->path_count;
    if (!set_texts(session, arguments) || !set_rows(session, arguments)) return false;
    if (command == COMMAND_RACE && !set_race_property(&p)) return false;
    char level[2] = {(char)('0' + (arguments->verbose > 9 ? 9 : arguments->verbose)), 0};
    return !arguments->verbose || set_session_option(&p, "verbosity", level);
}
