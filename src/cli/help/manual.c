#include "cli/help/manual.h"

#include <string.h>

#include "base/check.h"
#include "chorus.h"
#include "cli/help/commands.h"
#include "cli/help/help_text.h"

/* Roff: backslashes and hyphens are written as such, and no line begins with a control character. */
static void add_roff_text(Output *out, const char *text)
{
    bool at_start = true;
    for (; *text; text++) {
        if (at_start && (*text == '.' || *text == '\'')) output_add(out, "\\&");
        if (*text == '\\')
            output_add(out, "\\e");
        else if (*text == '-')
            output_add(out, "\\-");
        else
            output_addf(out, "%c", *text);
        at_start = *text == '\n';
    }
}

static void add_title(Output *out, const char *word, const char *help)
{
    output_addf(out, ".TH CHORUS%s%s 1 \"\" \"Chorus %s\" \"User Commands\"\n.SH NAME\nchorus%s", word ? "\\-" : "",
                word ? word : "", chorus_version(), word ? "\\-" : "");
    output_addf(out, "%s \\- ", word ? word : "");
    add_roff_text(out, help);
    output_add(out, "\n");
}

/* What help says before and after the options, as it stands. */
static void add_roff_section(Output *out, const char *heading, const char *text)
{
    text += strspn(text, "\n");
    if (!*text) return;
    output_addf(out, ".SH %s\n.nf\n", heading);
    add_roff_text(out, text);
    output_add(out, ".fi\n");
}

static void add_roff_option(Output *out, const OptionView *o)
{
    output_add(out, ".TP\n\\fB");
    if (o->letter) output_addf(out, "\\-%c\\fR, \\fB", o->letter);
    output_add(out, "\\-\\-");
    add_roff_text(out, o->name);
    output_add(out, "\\fR");
    if (o->shape) {
        output_add(out, "=\\fI");
        add_roff_text(out, o->shape);
        output_add(out, "\\fR");
    }
    output_add(out, "\n");
    add_roff_text(out, o->help);
    if (o->value) {
        output_add(out, " (default: ");
        add_roff_text(out, o->value);
        output_add(out, ")");
    }
    output_add(out, "\n");
}

static void add_manual_page(Output *out, const char *word, const char *help)
{
    HelpText text;
    OptionView o;
    add_title(out, word, help);
    if (!help_text(word, &text)) return;
    add_roff_section(out, "SYNOPSIS AND DESCRIPTION", text.head);
    output_add(out, ".SH OPTIONS\n");
    for (size_t i = 0; help_option(text.command, i, &o); i++)
        add_roff_option(out, &o);
    add_roff_section(out, "NOTES", text.tail);
    output_add(out, ".SH SEE ALSO\n.BR chorus (1)\n");
}

static void add_overview(Output *out)
{
    add_title(out, NULL, "verifies multi-threaded C programs, for every number of threads");
    output_add(out, ".SH SYNOPSIS\n.B chorus\n.I SUBCOMMAND\n[\\fIoptions\\fR] \\fIFILE\\fR...\n.SH SUBCOMMANDS\n");
#define X(name, help)                                                                                                  \
    output_add(out, ".TP\n.B " #name "\n");                                                                            \
    add_roff_text(out, help);                                                                                          \
    output_add(out, "\n");
    CLI_COMMANDS(X)
#undef X
    output_add(out, ".SH SEE ALSO\n");
    output_add(out,
               ".BR chorus\\-check (1),\n.BR chorus\\-race (1),\n.BR chorus\\-replay (1),\n.BR chorus\\-suite (1)\n");
}

bool manual_add_page(Output *out, const char *word)
{
    if (!word) {
        add_overview(out);
        return true;
    }
#define X(name, help)                                                                                                  \
    if (strcmp(word, #name) == 0) {                                                                                    \
        add_manual_page(out, #name, help);                                                                             \
        return true;                                                                                                   \
    }
    CLI_COMMANDS(X)
#undef X
    return false;
}
