#include "cli/help/completion.h"

#include <ctype.h>
#include <string.h>

#include "base/check.h"
#include "chorus.h"
#include "cli/help/commands.h"
#include "cli/help/help_text.h"

static const char *const words[] = {
#define X(name, help) #name,
    CLI_COMMANDS(X)
#undef X
};
static const char *const helps[] = {
#define X(name, help) help,
    CLI_COMMANDS(X)
#undef X
};
#define WORD_COUNT (sizeof words / sizeof words[0])

/* ---- values ---- */

/* The shape that lists the values of an option: that of the session, where help only names what it is. */
static const char *shape_of(const OptionView *o)
{
    for (size_t i = 0; i < chorus_option_count(); i++)
        if (strcmp(chorus_option_name(i), o->name) == 0) return chorus_option_value(i);
    return o->shape;
}

static bool is_file(const OptionView *o)
{
    return o->shape && (strncmp(o->shape, "FILE", 4) == 0 || strcmp(o->shape, "DIR") == 0);
}

/* "auto off on": the words of a shape, not those in capitals, which stand for others. */
static void add_value_words(Output *out, const OptionView *o)
{
    const char *shape = o->shape ? shape_of(o) : "", *between = "";
    for (size_t length; *shape; shape += length + (shape[length] == '|')) {
        length = strcspn(shape, "|");
        if (!islower((unsigned char)shape[0])) continue;
        output_addf(out, "%s%.*s", between, (int)length, shape);
        between = " ";
    }
}

static bool has_values(const OptionView *o)
{
    Output text = {NULL, 0, 0, false};
    add_value_words(&text, o);
    bool any = text.length > 0;
    output_clear(&text);
    return any;
}

/* The help between single quotes, without what the shell gives a meaning. */
static void add_help(Output *out, const char *help)
{
    for (; *help; help++)
        output_addf(out, "%c", strchr("'[]:\\", *help) ? ' ' : *help);
}

/* Calls fn for each option of each subcommand. */
static void for_each_option(Output *out, size_t word, void (*fn)(Output *out, const char *word, const OptionView *o))
{
    HelpText text;
    OptionView o;
    CHECK(word < WORD_COUNT);
    if (!help_text(words[word], &text)) return;
    for (size_t i = 0; help_option(text.command, i, &o); i++)
        fn(out, words[word], &o);
}

static void add_command_words(Output *out)
{
    for (size_t i = 0; i < WORD_COUNT; i++)
        output_addf(out, "%s%s", i ? " " : "", words[i]);
}

/* ---- bash ---- */

static void add_bash_name(Output *out, const char *word, const OptionView *o)
{
    (void)word;
    output_addf(out, " --%s%s", o->name, o->shape ? "=" : "");
}

static void add_bash_values(Output *out, const char *word, const OptionView *o)
{
    if (!has_values(o)) return;
    output_addf(out, "    %s:--%s) values='", word, o->name);
    add_value_words(out, o);
    output_add(out, "' ;;\n");
}

static void add_bash(Output *out)
{
    output_add(out,
               "# bash completion for chorus\n_chorus()\n{\n"
               "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} option= values= names=\n"
               "    COMPREPLY=()\n    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W '");
    add_command_words(out);
    output_add(out, "' -- \"$cur\"))\n        return\n    fi\n"
                    "    if [ \"$cur\" = = ]; then\n        option=$prev cur=\n"
                    "    elif [ \"$prev\" = = ]; then\n        option=${COMP_WORDS[COMP_CWORD - 2]}\n    fi\n"
                    "    case ${COMP_WORDS[1]}:$option in\n");
    for (size_t i = 0; i < WORD_COUNT; i++)
        for_each_option(out, i, add_bash_values);
    output_add(
        out, "    esac\n    if [ -n \"$option\" ]; then\n"
             "        [ -z \"$values\" ] || COMPREPLY=($(compgen -W \"$values\" -- \"$cur\"))\n        return\n    fi\n"
             "    case ${COMP_WORDS[1]} in\n");
    for (size_t i = 0; i < WORD_COUNT; i++) {
        output_addf(out, "    %s) names='", words[i]);
        for_each_option(out, i, add_bash_name);
        output_add(out, "' ;;\n");
    }
    output_add(out, "    esac\n    case $cur in\n    -*)\n        COMPREPLY=($(compgen -W \"$names\" -- \"$cur\"))\n"
                    "        case ${COMPREPLY[0]} in *=) compopt -o nospace ;; esac\n        ;;\n    esac\n}\n"
                    "complete -o default -F _chorus chorus\n");
}

/* ---- zsh ---- */

static void add_zsh_option(Output *out, const char *word, const OptionView *o)
{
    (void)word;
    output_addf(out, "            '--%s%s[", o->name, o->shape ? "=" : "");
    add_help(out, o->help);
    output_add(out, "]");
    if (o->shape) {
        output_add(out, ":value:");
        if (is_file(o))
            output_add(out, "_files");
        else
            output_add(out, "(");
        if (!is_file(o)) add_value_words(out, o);
        if (!is_file(o)) output_add(out, ")");
    }
    output_add(out, "' \\\n");
}

static void add_zsh(Output *out)
{
    output_add(out, "#compdef chorus\n_chorus() {\n    local -a commands\n    commands=(\n");
    for (size_t i = 0; i < WORD_COUNT; i++) {
        output_addf(out, "        '%s:", words[i]);
        add_help(out, helps[i]);
        output_add(out, "'\n");
    }
    output_add(out,
               "    )\n    if (( CURRENT == 2 )); then\n        _describe subcommand commands\n        return\n    fi\n"
               "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in\n");
    for (size_t i = 0; i < WORD_COUNT; i++) {
        output_addf(out, "    %s)\n        _arguments \\\n", words[i]);
        for_each_option(out, i, add_zsh_option);
        output_add(out, "            '*:file:_files'\n        ;;\n");
    }
    output_add(out, "    esac\n}\n_chorus \"$@\"\n");
}

/* ---- fish ---- */

static void add_fish_option(Output *out, const char *word, const OptionView *o)
{
    output_addf(out, "complete -c chorus -n '__fish_seen_subcommand_from %s' -l %s", word, o->name);
    if (o->letter) output_addf(out, " -s %c", o->letter);
    if (o->shape) output_add(out, is_file(o) ? " -r" : " -x -a '");
    if (o->shape && !is_file(o)) {
        add_value_words(out, o);
        output_add(out, "'");
    }
    output_add(out, " -d '");
    add_help(out, o->help);
    output_add(out, "'\n");
}

static void add_fish(Output *out)
{
    output_add(out, "# fish completion for chorus\n");
    for (size_t i = 0; i < WORD_COUNT; i++) {
        output_addf(out, "complete -c chorus -n __fish_use_subcommand -f -a %s -d '", words[i]);
        add_help(out, helps[i]);
        output_add(out, "'\n");
        for_each_option(out, i, add_fish_option);
    }
}

bool completion_add(Output *out, const char *shell)
{
    static const struct {
        const char *shell;
        void (*add)(Output *out);
    } shells[] = {{"bash", add_bash}, {"zsh", add_zsh}, {"fish", add_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (strcmp(shells[i].shell, shell) != 0) continue;
        shells[i].add(out);
        return true;
    }
    return false;
}
