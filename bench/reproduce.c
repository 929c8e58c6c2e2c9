/*
 * The program behind `make reproduce`: runs chorus with the published abstractions and the baselines on the papers'
 * benchmarks and prints the papers' tables with our figures beside theirs, as a Markdown document, and a curve of the
 * growth with the number of threads.
 *
 * Every figure is measured; what is said of causes is text that holds whatever the figures are.
 */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "curve.h"
#include "runner.h"
#include "surround.h"

enum { ARGUMENTS = 24, NAMES = 64, GROWTH_N = 5, CURVES = 16 };
/* Columns of the papers' tables. */
enum { S1_NAME, S1_N, S1_S, S1_L, S1_M, S1_SOPA_ABS, S1_SOPA_MC, S1_ITS, S1_SAPA_ABS, S1_SAPA_MC };
enum { S2_NAME, S2_SAFE, S2_SAFE_N, S2_UNSAFE, S2_UNSAFE_N, S2_LOCAL, S2_SHARED = 9 };
enum { C1_PROGRAM, C1_LINES, C1_VARIABLE, C1_PREDICATES, C1_ACFA, C1_SECONDS, C1_IDIOM, C1_OURS };
enum { Y1_ID, Y1_NAME, Y1_N, Y1_L, Y1_M, Y1_S, Y1_C0 };

typedef struct Options {
    char chorus[PATH_MAX];
    const char *programs, *papers, *originals, *document, *curve;
    int seconds;
    bool verbose;
} Options;

typedef struct Reproduction {
    Options options;
    Table manifest, symmpa, sapa1, sapa2, circ, originals;
    FILE *file;           /* the document; NULL: only standard output */
    int oblivious[NAMES]; /* per row of originals: the least n at which the oblivious method ran out of time, or 0 */
    bool cannot_run;
    size_t runs, wrong; /* sound runs that contradict what the manifest expects */
} Reproduction;

/* One run: a program, how, for how many threads (0: every number). */
typedef struct Task {
    char path[PATH_MAX];
    bool ideal, original;
    const char *flags[4];
    int threads;
} Task;

/* ---- writing ---- */

static void say(Reproduction *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(Reproduction *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    fflush(stdout);
    if (!r->file) return;
    va_start(args, format);
    vfprintf(r->file, format, args);
    va_end(args);
}

static void say_seconds(Reproduction *r, double seconds)
{
    if (seconds < 9.995)
        say(r, " %.2f |", seconds);
    else
        say(r, " %.0f |", seconds);
}

static const char *or_blank(const char *cell) { return *cell ? cell : " "; }

/* ---- running ---- */

static char *const *find_program(const Reproduction *r, int column, const char *name, const char *kind)
{
    for (size_t i = 0; i < r->manifest.count; i++)
        if (!strcmp(r->manifest.rows[i][column], name) && !strcmp(r->manifest.rows[i][KIND], kind))
            return r->manifest.rows[i];
    return NULL;
}

static void task_for(const Reproduction *r, Task *task, char *const *row, int threads)
{
    memset(task, 0, sizeof *task);
    snprintf(task->path, sizeof task->path, "%s/%s", r->options.programs, row[FILE_NAME]);
    task->ideal = !strcmp(row[INTEGERS], "ideal");
    task->threads = threads;
}

/* Self-check off: certificates are no part of the methods that are compared. */
static bool run_task(Reproduction *r, const Task *task, ChildOutcome *outcome)
{
    char limit[32], threads[32];
    const char *args[ARGUMENTS] = {r->options.chorus, "check", "--stats", "--self-check=off", limit};
    size_t count = 5;
    snprintf(limit, sizeof limit, "--time-limit=%d", r->options.seconds);
    snprintf(threads, sizeof threads, "--threads=%d", task->threads);
    if (task->threads) args[count++] = threads;
    if (task->ideal) args[count++] = "--integers=ideal";
    if (task->original) args[count++] = "--granularity=statement";
    if (task->original) args[count++] = "-DSATABS";
    for (size_t i = 0; i < sizeof task->flags / sizeof *task->flags && task->flags[i]; i++)
        args[count++] = task->flags[i];
    args[count++] = task->path;
    r->runs++;
    if (child_run(args, r->options.seconds + 5, r->options.verbose, outcome)) return true;
    r->cannot_run = true;
    memset(outcome, 0, sizeof *outcome);
    copy(outcome->verdict, sizeof outcome->verdict, "not run");
    return false;
}

static bool is_out_of_time(const ChildOutcome *o)
{
    return o->timed_out || (!strcmp(o->verdict, "unknown") && !strncmp(o->scope, "time limit", 10));
}

/* What stands in a cell for a run without a proof. */
static const char *open_cell(const ChildOutcome *o)
{
    if (is_out_of_time(o)) return "TO";
    return strncmp(o->scope, "more than", 9) ? o->verdict : "> 1 M";
}

static bool is_true(const ChildOutcome *o) { return !strcmp(o->verdict, "true"); }
static bool is_false(const ChildOutcome *o) { return !strncmp(o->verdict, "false(", 6); }

/* A sound run of a safe program that says "false", or of an unsafe one "true". */
static void judge(Reproduction *r, const ChildOutcome *o, bool safe, const char *what)
{
    if (safe ? !is_false(o) : !is_true(o)) return;
    r->wrong++;
    complain("%s: WRONG verdict %s", what, o->verdict);
}

/* ---- the machine ---- */

static void find_model(char *model, size_t room)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    copy(model, room, "unknown processor");
    while (file && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) || !colon) continue;
        colon[strcspn(colon, "\n")] = 0;
        copy(model, room, colon + 1 + strspn(colon + 1, " "));
        break;
    }
    if (file) fclose(file);
}

static double find_memory(void)
{
    char line[256];
    double kb = 0;
    FILE *file = fopen("/proc/meminfo", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "MemTotal: %lf", &kb) == 1) break;
    if (file) fclose(file);
    return kb / 1024 / 1024;
}

static void say_machine(Reproduction *r)
{
    char model[200], date[40];
    time_t t = time(NULL);
    struct tm tm;
    struct utsname os;
    find_model(model, sizeof model);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&t, &tm));
    if (uname(&os)) copy(os.sysname, sizeof os.sysname, "unknown system");
    say(r,
        "# The papers' tables, measured again\n\n"
        "Written by `make reproduce` on %s: %s, %ld cores, %.0f GB, %s;\none program at a time, at most %d s each. "
        "Seconds depend on what else the machine does; counts do not.\n\n",
        date, model, sysconf(_SC_NPROCESSORS_ONLN), find_memory(), os.sysname, r->options.seconds);
}

static const char preface[] =
    "001 is *Symmetry-Aware Predicate Abstraction for Shared-Variable Concurrent Programs* (CAV 2011; SAPA), 000\n"
    "*Counterexample-Guided Abstraction Refinement for Symmetric Concurrent Programs* (FMSD 2012; SYMMPA). Their "
    "figures,\n"
    "in the columns named after the papers, are of machines of 2011 with limits of 3600 s (001, for each phase) and\n"
    "1800 s (000). The programs are those of `bench/programs`, written anew after the papers' descriptions.\n"
    "\n"
    "`TO`: no answer within the limit. `> 1 M`: stopped at a million abstract states. `-`: not run, because there was "
    "no\n"
    "answer with fewer threads. S, L, M: shared, local and mixed predicates. All of these methods are run for a "
    "bounded\n"
    "number of threads, as in the papers, and without the self-check, which is no part of them; that `chorus check` "
    "by\n"
    "default proves most of these programs for *every* number is in [performance](performance.md).\n"
    "\n"
    "## What differs, and why\n"
    "\n"
    "- **Integers** are machine integers that wrap around, except for `unverex`, which over those is not safe for "
    "every\n"
    "  number of threads and is checked over mathematical ones.\n"
    "- **Steps** are single accesses of shared variables, not statements: more interleavings, more locations.\n"
    "- **Predicates** come in layers, from weakest preconditions, assignments, constants of the trace and values seen "
    "in\n"
    "  random runs, over a program without its constants, so their numbers and classes are not those of the papers: "
    "where a\n"
    "  statement is split into accesses, what was mixed there can be local here. More of them also mean more states, "
    "as for\n"
    "  `findmax-lock`, which has one predicate in 001.\n"
    "- **Masking**: predicates over dead locals are dropped at a location, which merges local states. The "
    "symmetry-oblivious\n"
    "  program has no locals and nothing to mask, one reason why already its single thread can be dearer than the "
    "template.\n"
    "- **Merging** of steps that no other thread sees (Lipton) removes most interleavings of local steps; the\n"
    "  symmetry-oblivious program is made from the merged one, so that it differs in symmetry only.\n"
    "- **Refinement** is transition refinement first, predicates only when no step of the trace is spurious, in all "
    "tables.\n"
    "  001 has none; with cubes of length 3 few transitions are left to refine.\n"
    "- **Abstraction time** is the time in the solver while exploring: only statements and states that are reached "
    "are\n"
    "  abstracted, and cubes are kept over iterations.\n"
    "\n";

/* ---- growth of abstraction with n: 001's claim ---- */

static int original_row(const Reproduction *r, const char *name)
{
    for (size_t i = 0; i < r->originals.count && i < NAMES; i++)
        if (!strcmp(r->originals.rows[i][0], name)) return (int)i;
    return -1;
}

static void growth_cells(Reproduction *r, int at, char *const *row, bool symmetric)
{
    bool over = false;
    for (int n = 1; n <= GROWTH_N; n++) {
        Task task;
        ChildOutcome o;
        if (over) {
            say(r, " - |");
            continue;
        }
        task_for(r, &task, row, n);
        task.flags[0] = "--abstraction=c3";
        task.flags[1] = symmetric ? NULL : "--symmetry=off";
        run_task(r, &task, &o);
        judge(r, &o, true, task.path);
        over = !is_true(&o);
        if (is_true(&o))
            say(r, " %.2f |", outcome_stat(&o, ABSTRACTION));
        else
            say(r, " %s |", open_cell(&o));
        if (over && !symmetric) r->oblivious[at] = n;
    }
}

static void say_growth(Reproduction *r)
{
    say(r, "## Symmetry-aware and symmetry-oblivious: seconds of abstraction\n\n"
           "The effect that 001 is about: the oblivious method (SOPA, `--symmetry=off`: n copies of every local and of "
           "every\n"
           "predicate over one) has more to abstract with every thread, the symmetry-aware one (SAPA) abstracts the "
           "template\n"
           "once, and from the number of threads on at which all predicates are needed, n does not matter. Cubes of at "
           "most\n"
           "3 predicates (`--abstraction=c3`), as in the paper.\n\n| benchmark |");
    for (int k = 0; k < 2; k++)
        for (int n = 1; n <= GROWTH_N; n++)
            say(r, " %s n = %d |", k ? "SOPA" : "SAPA", n);
    say(r, "\n|---|");
    for (int k = 0; k < 2 * GROWTH_N; k++)
        say(r, "--:|");
    say(r, "\n");
    for (size_t i = 0; i < r->originals.count && i < NAMES && !r->cannot_run; i++) {
        char *const *row = find_program(r, SAPA_NAME, r->originals.rows[i][0], "safe");
        if (!row) continue;
        say(r, "| %s |", r->originals.rows[i][0]);
        growth_cells(r, (int)i, row, true);
        growth_cells(r, (int)i, row, false);
        say(r, "\n");
    }
    say(r, "\n");
}

/* ---- 001, Table 1 ---- */

static bool say_phases(Reproduction *r, const ChildOutcome *o)
{
    if (!is_true(o)) {
        say(r, " %s | |", open_cell(o));
        return false;
    }
    say_seconds(r, outcome_stat(o, ABSTRACTION));
    say_seconds(r, outcome_stat(o, EXPLORATION));
    return true;
}

static void sapa_row(Reproduction *r, char *const *paper, bool *over)
{
    char *const *row = find_program(r, SAPA_NAME, paper[S1_NAME], "safe");
    int at = original_row(r, paper[S1_NAME]), n = atoi(paper[S1_N]);
    if (!row || at < 0) return;
    Task task;
    ChildOutcome o;
    say(r, "| %s | %d | %s | %s | %s | %s | %s | %s | %s | %s |", paper[S1_NAME], n, or_blank(paper[S1_S]),
        or_blank(paper[S1_L]), or_blank(paper[S1_M]), or_blank(paper[S1_ITS]), or_blank(paper[S1_SAPA_ABS]),
        or_blank(paper[S1_SAPA_MC]), or_blank(paper[S1_SOPA_ABS]), or_blank(paper[S1_SOPA_MC]));
    task_for(r, &task, row, n);
    task.flags[0] = "--abstraction=c3";
    if (*over) {
        say(r, " | | | | - | | |");
    } else {
        run_task(r, &task, &o);
        judge(r, &o, true, task.path);
        say(r, " %s | %s | %s | %s |", o.stats[SHARED], o.stats[LOCAL], o.stats[MIXED], o.stats[ITERATIONS]);
        *over = !say_phases(r, &o);
        say(r, " %s |", *over ? "" : o.stats[STATES]);
    }
    if (r->oblivious[at] && n >= r->oblivious[at]) {
        say(r, " %s | | |\n", n == r->oblivious[at] ? "TO" : "-");
        return;
    }
    task.flags[1] = "--symmetry=off";
    run_task(r, &task, &o);
    judge(r, &o, true, task.path);
    if (!say_phases(r, &o)) r->oblivious[at] = n;
    say(r, " %s |\n", is_true(&o) ? o.stats[STATES] : "");
}

static void say_sapa1(Reproduction *r)
{
    bool over = false;
    say(r, "## 001, Table 1: symmetry-aware and symmetry-oblivious predicate abstraction\n\n"
           "Seconds of abstraction (abs) and model checking (mc), and CEGAR iterations (its); ours with cubes of at "
           "most 3\n"
           "predicates as in the paper, and the states of the last exploration.\n\n"
           "| benchmark | n | 001 S | L | M | its | SAPA abs | mc | SOPA abs | mc | ours S | L | M | its | SAPA abs | "
           "mc | "
           "states | SOPA abs | mc | states |\n"
           "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < r->sapa1.count && !r->cannot_run; i++) {
        char *const *paper = r->sapa1.rows[i];
        if (!strcmp(paper[0], "benchmark")) continue;
        if (!i || strcmp(r->sapa1.rows[i - 1][0], paper[0])) over = false;
        sapa_row(r, paper, &over);
    }
    say(r, "\n");
}

/* ---- 001, Table 2 ---- */

typedef enum Method { METHOD_SOUND, METHOD_LOCAL, METHOD_SHARED, METHODS } Method;

/* What a run says of a program, in the paper's words; bold what is wrong or settles nothing. */
static void say_answer(Reproduction *r, const ChildOutcome *o, bool safe, bool sound, int n)
{
    if (is_true(o))
        say(r, " %ssafe %d%s |", safe ? "" : "**", n, safe ? "" : "**");
    else if (is_false(o))
        say(r, " %sunsafe %d%s |", safe ? "**" : "", atoi(o->scope), safe ? "**" : "");
    else if (!sound && !strncmp(o->scope, "no error found", 14))
        say(r, safe ? " no error %d |" : " **no error %d** |", n);
    else if (!strncmp(o->scope, "refinement", 10))
        say(r, " **error** |");
    else
        say(r, " %s |", open_cell(o));
}

static void say_paper_answer(Reproduction *r, char *const *cells, bool safe)
{
    bool wrong = !strcmp(cells[0], "error") || strcmp(cells[0], safe ? "safe" : "unsafe");
    say(r, " %s%s %s%s |", wrong ? "**" : "", cells[0], cells[1], wrong ? "**" : "");
}

/* Largest number of threads of the paper's sound method; at least that of an error we know. */
static int threads_for(char *const *paper, char *const *row, bool safe)
{
    const char *cell = paper[safe ? S2_SAFE_N : S2_UNSAFE_N];
    int n = atoi(cell + (*cell == '>')), needed = safe ? 1 : atoi(row[THREADS]);
    return n > needed ? n : needed;
}

static void sapa2_row(Reproduction *r, char *const *paper, bool safe)
{
    static const char *const flags[METHODS] = {NULL, "--mixed=local", "--mixed=shared"};
    static const int columns[METHODS] = {S2_SAFE, S2_LOCAL, S2_SHARED};
    char *const *row = find_program(r, SAPA_NAME, paper[S2_NAME], safe ? "safe" : "buggy");
    if (!row) return;
    int n = threads_for(paper, row, safe);
    say(r, "| %s, %s |", paper[S2_NAME], safe ? "safe" : "unsafe");
    for (int m = 0; m < METHODS; m++)
        say_paper_answer(r, paper + columns[m] + (safe ? 0 : 2), safe);
    for (int m = 0; m < METHODS; m++) {
        Task task;
        ChildOutcome o;
        task_for(r, &task, row, n);
        task.flags[0] = "--abstraction=c1";
        task.flags[1] = flags[m];
        run_task(r, &task, &o);
        judge(r, &o, safe, task.path);
        say_answer(r, &o, safe, m == METHOD_SOUND, n);
    }
    say(r, "\n");
}

static void say_sapa2(Reproduction *r)
{
    say(r, "## 001, Table 2: the unsound baselines\n\n"
           "Mixed predicates tracked as local Booleans that passive threads are not told about (`--mixed=local`), and "
           "as one\n"
           "shared Boolean that the active thread updates (`--mixed=shared`). Ours with `--abstraction=c1` and at most "
           "the\n"
           "number of threads that the paper's sound method reached. `error`: refinement failed. In bold: wrong, or "
           "nothing\n"
           "settled. Chorus never prints a proof for a baseline: `no error` is the verdict \"unknown [no error found "
           "..., but\n"
           "mixed predicates as ... are not sound]\". Errors it does find are replayed, so they are real. Random runs, "
           "the\n"
           "last resort of the sound method, are off for the baselines.\n\n"
           "| benchmark | 001 sound | local | shared | ours sound | local | shared |\n|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < r->sapa2.count && !r->cannot_run; i++) {
        if (!strcmp(r->sapa2.rows[i][0], "benchmark")) continue;
        sapa2_row(r, r->sapa2.rows[i], true);
        sapa2_row(r, r->sapa2.rows[i], false);
    }
    say(r, "\n");
}

/* ---- 000, Table 1 ---- */

static void symmpa_row(Reproduction *r, char *const *paper)
{
    static const char *const flags[] = {"--abstraction=c0", "--abstraction=c1", "--abstraction=c2"};
    char *const *row = find_program(r, SYMMPA_ID, paper[Y1_ID], "safe");
    if (!row) return;
    ChildOutcome o[3];
    Task task;
    int shown = -1;
    say(r, "| %s %s | %s | %s/%s/%s |", paper[Y1_ID], paper[Y1_NAME], paper[Y1_N], paper[Y1_L], paper[Y1_M],
        paper[Y1_S]);
    for (int k = 0; k < 3; k++) {
        task_for(r, &task, row, atoi(paper[Y1_N]));
        task.flags[0] = flags[k];
        run_task(r, &task, &o[k]);
        judge(r, &o[k], true, task.path);
        if (shown < 0 && is_true(&o[k])) shown = k;
    }
    if (shown < 0)
        say(r, " |");
    else
        say(r, " %s/%s/%s |", o[shown].stats[LOCAL], o[shown].stats[MIXED], o[shown].stats[SHARED]);
    for (int k = 0; k < 3; k++) {
        char *const *cell = paper + Y1_C0 + 3 * k;
        say(r, " %s | %s | %s |", cell[0], cell[1], cell[2]);
        if (!is_true(&o[k])) {
            say(r, " | | %s |", open_cell(&o[k]));
            continue;
        }
        say(r, " %s | %s |", o[k].stats[ITERATIONS], o[k].stats[TRANSITIONS]);
        say_seconds(r, o[k].seconds);
    }
    say(r, "\n");
}

static void say_symmpa(Reproduction *r)
{
    say(r,
        "## 000, Table 1: transition refinement and cube length\n\n"
        "For at most n threads: iterations (it), transition refinements (tr), seconds of the whole run (s), with cubes "
        "of at\n"
        "most 0, 1 and 2 predicates. Ours in the second half of each pair of columns; L/M/S of the shortest cubes.\n\n"
        "| program | n | 000 L/M/S | ours |");
    for (int k = 0; k < 3; k++)
        say(r, " 000 c%d it | tr | s | ours it | tr | s |", k);
    say(r, "\n|---|--:|--:|--:|");
    for (int k = 0; k < 18; k++)
        say(r, "--:|");
    say(r, "\n");
    for (size_t i = 0; i < r->symmpa.count && !r->cannot_run; i++)
        if (isdigit((unsigned char)r->symmpa.rows[i][0][0])) symmpa_row(r, r->symmpa.rows[i]);
    say(r, "\n");
}

/* ---- 004, Table 1 ---- */

/* The idiom of the row with code around it, as many lines as the paper's program has, by CIRC. False: it cannot be
 * made. */
static bool circ_run(Reproduction *r, char *const *paper, int *lines, ChildOutcome *o)
{
    char from[PATH_MAX], variable[128];
    char to[] = "/tmp/chorus-reproduce-XXXXXX.scpl";
    int fd = mkstemps(to, 5);
    if (fd < 0) return false;
    close(fd);
    snprintf(from, sizeof from, "%s/race/nesc/%s.scpl", r->options.programs, paper[C1_IDIOM]);
    snprintf(variable, sizeof variable, "--variable=%s", paper[C1_OURS]);
    bool is_made = surround(from, to, atoi(paper[C1_LINES]), lines);
    Task task = {.flags = {"--property=no-data-race", variable, "--method=circ"}};
    copy(task.path, sizeof task.path, to);
    if (is_made) run_task(r, &task, o);
    if (is_made) judge(r, o, true, from);
    unlink(to);
    return is_made;
}

static void circ_row(Reproduction *r, char *const *paper)
{
    ChildOutcome circ;
    int lines;
    if (!circ_run(r, paper, &lines, &circ)) {
        r->cannot_run = true;
        return;
    }
    say(r, "| %s %s | %s | %s | %s | %s | %s | %d |", paper[C1_PROGRAM], paper[C1_VARIABLE], paper[C1_LINES],
        paper[C1_PREDICATES], paper[C1_ACFA], paper[C1_SECONDS], paper[C1_IDIOM], lines);
    if (!is_true(&circ)) {
        say(r, " | | %s |\n", open_cell(&circ));
        return;
    }
    say(r, " %.0f | %s |", outcome_stat(&circ, SHARED) + outcome_stat(&circ, LOCAL) + outcome_stat(&circ, MIXED),
        circ.stats[CONTEXT]);
    say_seconds(r, circ.seconds);
    say(r, "\n");
}

static void say_circ(Reproduction *r)
{
    say(r,
        "## 004, Table 1: context inference\n\n"
        "The paper's nesC programs are not public; ours are the idioms that it describes (`bench/programs/race/nesc`), "
        "with\n"
        "generated code around them that computes with other variables, so that each has as many lines as the paper's "
        "program.\n"
        "So predicates and locations of the context (ACFA) may be compared, seconds only roughly (2 GHz T30 in the "
        "paper; what is\n"
        "around them is simpler here). All hold for every number of threads.\n\n"
        "| program, variable | lines | 004: predicates | ACFA | s | ours | lines | predicates | ACFA | s |\n"
        "|---|--:|--:|--:|--:|---|--:|--:|--:|--:|\n");
    for (size_t i = 1; i < r->circ.count && !r->cannot_run; i++) /* behind the names of the columns */
        circ_row(r, r->circ.rows[i]);
    say(r, "\n");
}

/* ---- growth of the state space ---- */

static void add_point(Curve *c, double x, double y)
{
    if (c->count == CURVE_POINTS) return;
    c->x[c->count] = x;
    c->y[c->count++] = y;
}

static void published_curve(const Reproduction *r, const char *name, Curve *c)
{
    double abstraction = 0;
    for (size_t i = 0; i < r->sapa1.count; i++) {
        char *const *paper = r->sapa1.rows[i];
        if (strcmp(paper[S1_NAME], name)) continue;
        if (*paper[S1_SAPA_ABS]) abstraction = cell_seconds(paper[S1_SAPA_ABS]);
        double mc = cell_seconds(paper[S1_SAPA_MC]);
        if (mc >= 0) add_point(c, atoi(paper[S1_N]), abstraction + mc < 1 ? 1 : abstraction + mc);
    }
}

static void measured_curves(Reproduction *r, char *const *row, Curve *seconds, Curve *states)
{
    for (int n = 10; n <= 40 && !r->cannot_run; n += 5) {
        Task task;
        ChildOutcome o;
        task_for(r, &task, row, n);
        task.flags[0] = "--abstraction=c0";
        run_task(r, &task, &o);
        judge(r, &o, true, task.path);
        say(r, "| %s | %d |", seconds->name, n);
        if (!is_true(&o)) {
            say(r, " | | %s |\n", open_cell(&o));
            break;
        }
        say(r, " %s | %.3f |", o.stats[STATES], outcome_stat(&o, EXPLORATION));
        say(r, " %.2f |\n", o.seconds);
        add_point(seconds, n, o.seconds);
        add_point(states, n, outcome_stat(&o, STATES));
    }
}

static void say_curve(Reproduction *r)
{
    static const char *const names[] = {"increment-lock", "increment-cas", "tas-lock", "ticket-lock"};
    static const CurvePanel panels[] = {{"seconds, whole run", "threads", 40, 0.01, 10000},
                                        {"abstract states", "threads", 40, 1, 1000000}};
    static Curve curves[CURVES];
    static char labels[CURVES][64];
    int count = 0;
    say(r, "## Growth with the number of threads\n\n"
           "Counters on the abstraction with cubes of length 0 and transition refinement (`--abstraction=c0`): states "
           "of the\n"
           "last exploration, seconds of all explorations, seconds of the whole run. As published: abstraction and "
           "model checking.\n\n"
           "![growth](reproduction.svg)\n\n| benchmark | n | states | mc | s |\n|---|--:|--:|--:|--:|\n");
    for (int i = 0; i < 4; i++) {
        char *const *row = find_program(r, SAPA_NAME, names[i], "safe");
        if (!row) continue;
        Curve *seconds = &curves[count], *published = &curves[count + 1], *states = &curves[count + 2];
        copy(labels[count + 1], sizeof labels[0], names[i]);
        snprintf(labels[count + 1], sizeof labels[0], "%s, as published (seconds)", names[i]);
        *seconds = (Curve){.name = names[i], .color = i};
        *published = (Curve){.name = labels[count + 1], .color = i, .dashed = 1};
        *states = (Curve){.color = i, .panel = 1};
        measured_curves(r, row, seconds, states);
        published_curve(r, names[i], published);
        count += 3;
    }
    say(r, "\n");
    FILE *file = r->options.curve ? fopen(r->options.curve, "w") : NULL;
    if (!file) return;
    curve_write(file, "Growth with the number of threads", panels, 2, curves, count);
    fclose(file);
}

/* ---- the papers' own programs ---- */

static void original_cells(Reproduction *r, const char *folder, bool safe, int n)
{
    Task task = {.original = true, .threads = n, .flags = {"--abstraction=c1"}};
    ChildOutcome o;
    snprintf(task.path, sizeof task.path, "%s/%s%s/main.c", r->options.originals, folder, safe ? "" : "_buggy");
    if (access(task.path, R_OK)) {
        say(r, " | | | | | |");
        return;
    }
    run_task(r, &task, &o);
    say_answer(r, &o, safe || is_true(&o), true, n); /* three of the unsafe ones hold */
    say(r, " %s/%s/%s | %s | %s |", o.stats[SHARED], o.stats[LOCAL], o.stats[MIXED], o.stats[ITERATIONS],
        o.stats[TRANSITIONS]);
    say_seconds(r, o.seconds);
}

static void say_originals(Reproduction *r)
{
    if (!r->options.originals) return;
    say(r, "## The papers' original programs\n\n"
           "As stored with SATABS (`regression/symmetry_aware`), with `--granularity=statement -DSATABS` and\n"
           "`--abstraction=c1`: the safe version for as many threads as the paper's Table 1 begins with, the unsafe "
           "one for as\n"
           "many as its Table 2 needs. Static storage is zero in C, which makes the errors of `findmax-cas` and\n"
           "`findmaxopt-lock` impossible, and the memory pool of `stack-lock` as stored lasts for more than 30 "
           "threads: the\n"
           "unsafe versions of these three have no error with so few threads (see [performance](performance.md)).\n\n"
           "| benchmark | n | safe version | S/L/M | its | tr | s | n | unsafe version | S/L/M | its | tr | s |\n"
           "|---|--:|---|--:|--:|--:|--:|--:|---|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < r->originals.count && !r->cannot_run; i++) {
        char *const *row = r->originals.rows[i];
        int first = 2, needed = 2;
        for (size_t k = r->sapa1.count; k-- > 0;)
            if (!strcmp(r->sapa1.rows[k][S1_NAME], row[0])) first = atoi(r->sapa1.rows[k][S1_N]);
        for (size_t k = 0; k < r->sapa2.count; k++)
            if (!strcmp(r->sapa2.rows[k][S2_NAME], row[0])) needed = atoi(r->sapa2.rows[k][S2_UNSAFE_N]);
        say(r, "| %s | %d |", row[0], first);
        original_cells(r, row[1], true, first);
        say(r, " %d |", needed);
        original_cells(r, row[1], false, needed);
        say(r, "\n");
    }
    say(r, "\n");
}

/* ---- the whole ---- */

static bool load(Reproduction *r)
{
    const char *papers = r->options.papers;
    return table_read(&r->manifest, r->options.programs, "manifest.tsv") &&
           table_read(&r->symmpa, papers, "symmpa_table1.tsv") && table_read(&r->sapa1, papers, "sapa_table1.tsv") &&
           table_read(&r->sapa2, papers, "sapa_table2.tsv") && table_read(&r->circ, papers, "circ_table1.tsv") &&
           table_read(&r->originals, papers, "originals.tsv");
}

static int reproduce(Reproduction *r)
{
    double start = runner_now();
    if (!load(r)) return EXIT_INPUT;
    if (r->options.document && !(r->file = fopen(r->options.document, "w"))) {
        complain("%s: %s", r->options.document, strerror(errno));
        return EXIT_OS;
    }
    say_machine(r);
    say(r, "%s", preface);
    say_growth(r);
    say_sapa1(r);
    say_sapa2(r);
    say_symmpa(r);
    say_circ(r);
    say_curve(r);
    say_originals(r);
    say(r, "%zu runs in %.0f s; %zu of the sound ones gave a wrong answer.\n", r->runs, runner_now() - start, r->wrong);
    if (r->file && fclose(r->file)) {
        complain("%s: %s", r->options.document, strerror(errno));
        return EXIT_OS;
    }
    return r->cannot_run ? EXIT_OS : r->wrong ? EXIT_NOT_RIGHT : EXIT_RIGHT;
}

static void clear(Reproduction *r)
{
    Table *tables[] = {&r->manifest, &r->symmpa, &r->sapa1, &r->sapa2, &r->circ, &r->originals};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        table_clear(tables[i]);
}

static const char usage[] =
    "usage: chorus-reproduce [options] [CHORUS [PROGRAMS [PAPERS]]]\n"
    "\n"
    "Prints the tables of the papers 000, 001 and 004 with our figures on the programs of PROGRAMS (bench/programs)\n"
    "beside those in PAPERS (bench/papers), as Markdown.\n"
    "\n"
    "  -t SECONDS             time limit for a run (60)\n"
    "  -o FILE                write the document to FILE, too\n"
    "  -c FILE                write the curve of growth to FILE, as SVG\n"
    "      --originals DIR    run DIR/NAME/main.c, the papers' own programs, too\n"
    "  -v                     let chorus write to standard error\n"
    "  -h, --help             this text\n"
    "\n"
    "Exit status: 0 if no sound run contradicts what is known of its program, 1 if one does.\n";

static int options_parse(Options *self, int argc, char **argv, bool *help)
{
    static const struct option longs[] = {
        {"originals", required_argument, NULL, 'O'}, {"help", no_argument, NULL, 'h'}, {0}};
    int option;
    while ((option = getopt_long(argc, argv, "t:o:c:vh", longs, NULL)) != -1) {
        bool good = true;
        switch (option) {
        case 't': good = parse_count(optarg, 1000000, &self->seconds); break;
        case 'o': self->document = optarg; break;
        case 'c': self->curve = optarg; break;
        case 'O': self->originals = *optarg ? optarg : NULL; break;
        case 'v': self->verbose = true; break;
        case 'h': *help = true; break;
        default: good = false;
        }
        if (!good) return EXIT_USAGE;
    }
    if (optind < argc) copy(self->chorus, sizeof self->chorus, argv[optind++]);
    if (optind < argc) self->programs = argv[optind++];
    if (optind < argc) self->papers = argv[optind++];
    return optind < argc ? EXIT_USAGE : 0;
}

int main(int argc, char **argv)
{
    Reproduction r = {.options = {.programs = "bench/programs", .papers = "bench/papers", .seconds = 60}};
    bool help = false;
    find_chorus(r.options.chorus, sizeof r.options.chorus);
    int status = options_parse(&r.options, argc, argv, &help);
    if (status || help) {
        fputs(usage, status ? stderr : stdout);
        return status;
    }
    if (access(r.options.chorus, X_OK)) {
        complain("%s: %s", r.options.chorus, strerror(errno));
        return EXIT_INPUT;
    }
    status = reproduce(&r);
    clear(&r);
    return status;
}
