#include "cli/help/help_text.h"

#include <string.h>

#include "cli/arguments/suite.h"

bool help_option(Command command, size_t i, OptionView *option)
{
    static const OptionView options[] = {
#define X(field, name, letter, shape, value, help) {name, shape, help, value, letter},
        SUITE_OPTIONS(X)
#undef X
            {"resume", NULL, "go on where a suite that was cut off ended", NULL, 0},
        {"force", NULL, "overwrite a file that Chorus did not write", NULL, 0},
        {"help", NULL, "print this", NULL, 'h'}
    };
    static const OptionView server[] = {{"stdio", NULL, "what there is, and nothing else", NULL, 0},
                                        {"help", NULL, "print this", NULL, 'h'}};
    bool is_suite = command == COMMAND_SUITE;
    if (!is_suite && command != COMMAND_LSP) return options_view(command, i, option);
    size_t count = is_suite ? sizeof options / sizeof options[0] : sizeof server / sizeof server[0];
    if (i < count) *option = is_suite ? options[i] : server[i];
    return i < count;
}

static const char check_head[] = "usage: chorus check [options] FILE...\n"
                                 "Proves that no assertion fails, or what else --property asks, for every number\n"
                                 "of threads, or shows how one does. FILE: .c .i .scpl .litmus or a task (.yml).\n\n";
static const char check_tail[] = "\nThe lines before the result say what was checked and assumed. Exit status: 0\n"
                                 "true, 1 false, 2 unknown, 64 usage, 65 bad input, 66 no such file, 70 internal\n"
                                 "error. No colours: NO_COLOR=1. 'chorus help reports': --html --sarif --watch\n"
                                 "--baseline --suppressions ... 'chorus help projects': databases, @FILE, flags.\n"
                                 "'chorus help experiments': --engines --without --only --method --merge ...\n";

static const char race_head[] = "usage: chorus race [options] FILE...\n"
                                "Proves that no two threads access memory at once in a way that C does not order,\n"
                                "for every number of threads, or shows the two accesses and how they meet.\n"
                                "FILE: C (.c, .i), .scpl, .litmus, or a task (.yml).\n\n";
static const char race_tail[] = "\nThe same as 'chorus check --property=no-data-race'. Exit status as for check: 0\n"
                                "true, 1 false, 2 unknown. docs/races.md says what a race is. Examples:\n"
                                "  chorus race server.c pool.c\n"
                                "  chorus race -x 's.count,a[]' server.c\n";

static const char mc_head[] = "usage: chorus mc [options] FILE.bbp\n"
                              "Model-checks a Boolean broadcast program: can an assertion fail, or a thread\n"
                              "reach an error location? docs/boolprog.md describes the language.\n\n";
static const char mc_tail[] = "\nExplorers: counter lists states and dd keeps them on decision diagrams, for N\n"
                              "threads; view is for every number of threads and says true or nothing.\n"
                              "The last line is the result; exit status as for check. Example:\n"
                              "  chorus mc -n 4 --explorer=dd abstraction.bbp\n";

static const char dump_head[] = "usage: chorus dump [options] FILE...\n"
                                "Prints a program as text that Chorus reads back (.scpl).\n\n";

static const char explain_head[] = "usage: chorus explain [options] FILE...\n"
                                   "Says what of a program in C is in the way of a verdict: what ends the model,\n"
                                   "what it over-approximates, what is taken for granted, at which lines, and what\n"
                                   "may be in the way where the model does not come.\n\n";
static const char explain_tail[] = "\nThe model says itself what ends it and what it over-approximates; of lines that\n"
                                   "it does not come to the source is looked at alone, which is a guess. With a time\n"
                                   "limit the model has that time, and the source, too. Exit status: 0 explained,\n"
                                   "others as for check. Example:\n"
                                   "  chorus explain --time-limit=20 server.c pool.c\n";

static const char replay_head[] = "usage: chorus replay [options] TRACE FILE...\n"
                                  "Runs a counterexample of 'chorus check --trace=TRACE FILE...' again, step by\n"
                                  "step, and says whether the assertion fails.\n\n";
static const char replay_tail[] = "\nOptions for check that change the program are to be given again.\n"
                                  "Exit status: 0 it fails, 1 the trace does not replay, 65 not a trace of this\n"
                                  "program with these options; others as for check.\n";

static const char certify_head[] = "usage: chorus certify [options] CERTIFICATE FILE...\n"
                                   "Checks a proof of 'chorus check --certificate=CERTIFICATE FILE...' with code of\n"
                                   "its own: the invariant holds at the start, every step of every thread keeps it,\n"
                                   "and no assertion fails in it.\n\n";
static const char certify_tail[] = "\nOptions for check that change the program are to be given again.\n"
                                   "Exit status: 0 certified, 1 rejected, 2 not finished, 65 not a certificate of\n"
                                   "this program with these options; others as for check.\n";

static const char validate_head[] = "usage: chorus validate [options] WITNESS FILE...\n"
                                    "Holds a witness of SV-COMP (YAML 2.x or 0.1, GraphML 1.0), of Chorus or another\n"
                                    "tool, to the program: is there a run that passes its places in order and ends in\n"
                                    "the violation, or a proof, and do invariants hold? Nothing of it is believed.\n\n";
static const char validate_tail[] = "\nThe property and -m32 or -m64 are those of the witness, unless they are given.\n"
                                    "Exit status: 0 confirmed, 1 rejected, 2 unknown, 65 not a witness that is\n"
                                    "understood; others as for check. Example:\n"
                                    "  chorus validate witness.yml program.c\n";

static const char suite_head[] = "usage: chorus suite [options] LIST... [-- options of check]\n"
                                 "Checks many tasks, each in a process of its own, and compares the answers with\n"
                                 "those that are expected. LIST: a task (.yml), a directory of them, SV-COMP's\n"
                                 ".set file, or a table with lines TASK or TASK<tab>PROPERTY<tab>EXPECTED.\n"
                                 "Tasks that do not ask for the property are skipped.\n\n";
static const char suite_tail[] = "\nWrong answers, crashes, and tasks that cannot be read are told first. Exit\n"
                                 "status: 0 none of them, 1 some, 2 interrupted, 64 usage, 65 list not understood,\n"
                                 "66 no such file, 70 internal error. docs/suite.md describes tables and points.\n"
                                 "  chorus suite -j 4 --time-limit=20 --output=new.tsv --compare=old.tsv tasks/\n";

static const char lsp_head[] = "usage: chorus lsp [--stdio]\n"
                               "A language server on standard input and output, to be started by an editor. C\n"
                               "files are checked when they are opened and saved; what is wrong is a diagnostic,\n"
                               "with the steps of the interleaving. \"Chorus: show interleaving\" opens its page.\n\n";
static const char lsp_tail[] = "\nSettings (initializationOptions, or the section 'chorus'), with what they are:\n"
                               "  timeLimit: 20, memoryLimit: 2000, property: \"all\", hints: false (true: also\n"
                               "  what holds), arguments: [] (more of check), files: [] (the whole program)\n"
                               "docs/editors.md has what to write into Neovim, VS Code and Emacs. Exit status: 0\n"
                               "after shutdown, 1 without, 65 input not understood, 70 internal error.\n";

static const HelpText texts[] = {
    {COMMAND_CHECK, check_head, check_tail},
    {COMMAND_RACE, race_head, race_tail},
    {COMMAND_MC, mc_head, mc_tail},
    {COMMAND_DUMP, dump_head, ""},
    {COMMAND_EXPLAIN, explain_head, explain_tail},
    {COMMAND_REPLAY, replay_head, replay_tail},
    {COMMAND_CERTIFY, certify_head, certify_tail},
    {COMMAND_VALIDATE, validate_head, validate_tail},
    {COMMAND_SUITE, suite_head, suite_tail},
    {COMMAND_LSP, lsp_head, lsp_tail},
};

bool help_text(const char *word, HelpText *text)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(command_word(texts[i].command), word) != 0) continue;
        *text = texts[i];
        return true;
    }
    return false;
}
