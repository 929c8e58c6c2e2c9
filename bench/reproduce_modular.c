/*
 * The second program behind `make reproduce`: paper 002 (CoMuS). Runs the programs of bench/programs/modular with
 * modular verification and with the other methods, and prints tables and a curve of the growth with the number of
 * threads, as a Markdown document.
 *
 * Every figure is measured. A method that has run out of time is not tried with more threads of the same family.
 */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "curve.h"
#include "runner.h"

enum { METHODS = 3, CURVES = 8, ARGUMENTS = 12 };

static const char *const methods[METHODS] = {"modular", "auto", "symmpa"};

typedef struct Family {
    const char *name, *what;
    int least, most;
} Family;

static const Family families[] = {
    {"pascal", "chain", 2, 6},     {"longest", "chain", 2, 6}, {"sum-matrix", "chain", 2, 6},
    {"fib-chain", "chain", 2, 10}, {"fib-ring", "ring", 2, 6},
};
enum { FAMILIES = sizeof families / sizeof *families };

/* The verification order: as found, and with the last two threads switched, as in section 7. */
typedef struct Switched {
    const char *program, *found, *switched;
} Switched;

static const Switched switched[] = {
    {"longest-3", "element2,element1,element0", "element2,element0,element1"},
    {"pascal-3", "row4,row3,row2", "row4,row2,row3"},
    {"pascal-4", "row5,row4,row3,row2", "row5,row4,row2,row3"},
};

typedef struct Reproduction {
    char chorus[PATH_MAX];
    const char *programs, *document, *curve;
    int seconds;
    bool verbose, cannot_run;
    FILE *file; /* the document; NULL: only standard output */
    size_t runs, wrong;
    Curve curves[CURVES];
    int curve_count;
} Reproduction;

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

/* False: there is no such program. */
static bool program_path(const Reproduction *r, const char *name, int n, bool safe, char *path)
{
    if (strcmp(name, "peterson") && n)
        snprintf(path, PATH_MAX, "%s/%s-%d%s.c", r->programs, name, n, safe ? "" : "_buggy");
    else
        snprintf(path, PATH_MAX, "%s/%s%s.c", r->programs, name, safe ? "" : "_buggy");
    return !access(path, R_OK);
}

static void run(Reproduction *r, const char *path, const char *method, const char *order, ChildOutcome *o)
{
    char limit[32], how[32], which[200];
    const char *args[ARGUMENTS] = {r->chorus, "check", "--stats", limit, how};
    size_t count = 5;
    snprintf(limit, sizeof limit, "--time-limit=%d", r->seconds);
    snprintf(how, sizeof how, "--method=%s", method);
    snprintf(which, sizeof which, "--order=%s", order ? order : "");
    if (order) args[count++] = which;
    args[count++] = path;
    r->runs++;
    if (child_run(args, r->seconds + 5, r->verbose, o)) return;
    r->cannot_run = true;
    memset(o, 0, sizeof *o);
}

/* Has it the right answer? A wrong one is counted, and said. */
static bool is_answered(Reproduction *r, const ChildOutcome *o, bool safe, const char *path)
{
    bool is_true = !strcmp(o->verdict, "true"), is_false = !strncmp(o->verdict, "false(", 6);
    if (safe ? is_false : is_true) {
        r->wrong++;
        complain("%s: WRONG verdict %s", path, o->verdict);
    }
    return safe ? is_true : is_false;
}

static void say_cell(Reproduction *r, bool answered, const ChildOutcome *o)
{
    if (answered)
        say(r, " %.2f |", o->cpu);
    else
        say(r, " %s |", o->timed_out || !strncmp(o->scope, "time limit", 10) ? "TO" : o->verdict);
}

static void say_counts(Reproduction *r, const ChildOutcome *o)
{
    say(r, " %s | %s | %s |", o->stats[SEQUENTIAL], o->stats[QUERIES], o->stats[FACTS]);
}

static void add_point(Curve *c, double x, double y)
{
    if (c->count == CURVE_POINTS) return;
    c->x[c->count] = x;
    c->y[c->count++] = y;
}

/* One line of a table: one program, every method that has answered with fewer threads. */
static void family_line(Reproduction *r, const Family *f, int n, bool safe, bool *gave_up, Curve *seconds,
                        Curve *checks)
{
    char path[PATH_MAX];
    if (!program_path(r, f->name, n, safe, path)) return;
    say(r, "| %s | %d |", f->name, n);
    for (int i = 0; i < METHODS; i++) {
        ChildOutcome o = {0};
        if (gave_up[i]) {
            say(r, i ? " - |" : " - | | | |");
            continue;
        }
        run(r, path, methods[i], NULL, &o);
        bool answered = is_answered(r, &o, safe, path);
        gave_up[i] = !answered;
        say_cell(r, answered, &o);
        if (!i) say_counts(r, &o);
        if (!i && answered && seconds) add_point(seconds, n, o.cpu);
        if (!i && answered && seconds) add_point(checks, n, outcome_stat(&o, SEQUENTIAL));
    }
    say(r, "\n");
}

static void say_families(Reproduction *r, bool safe)
{
    say(r, "| program | threads | modular | checks | queries | facts | auto | symmpa |\n"
           "|---|--:|--:|--:|--:|--:|--:|--:|\n");
    for (int i = 0; i < FAMILIES && !r->cannot_run; i++) {
        bool gave_up[METHODS] = {false};
        Curve *seconds = NULL, *checks = NULL;
        if (safe && r->curve_count + 2 <= CURVES) {
            seconds = &r->curves[r->curve_count++];
            checks = &r->curves[r->curve_count++];
            *seconds = (Curve){.name = families[i].name, .color = i};
            *checks = (Curve){.color = i, .panel = 1};
        }
        for (int n = families[i].least; n <= families[i].most && !r->cannot_run; n++)
            family_line(r, &families[i], n, safe, gave_up, seconds, checks);
    }
    bool gave_up[METHODS] = {false};
    family_line(r, &(Family){.name = "peterson"}, 2, safe, gave_up, NULL, NULL);
    say(r, "\n");
}

static void say_switched(Reproduction *r)
{
    say(r, "| program | order | modular | checks | queries | facts |\n|---|---|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < sizeof switched / sizeof *switched && !r->cannot_run; i++)
        for (int k = 0; k < 2; k++) {
            char path[PATH_MAX];
            const char *order = k ? switched[i].switched : switched[i].found;
            ChildOutcome o = {0};
            if (!program_path(r, switched[i].program, 0, true, path)) continue;
            run(r, path, "modular", order, &o);
            say(r, "| %s | %s |", switched[i].program, order);
            say_cell(r, is_answered(r, &o, true, path), &o);
            say_counts(r, &o);
            say(r, "\n");
        }
    say(r, "\n");
}

static void write_curve(const Reproduction *r)
{
    static const CurvePanel panels[] = {{"processor seconds, whole run", "threads", 10, 0.01, 100},
                                        {"sequential checks", "threads", 10, 1, 1000}};
    FILE *file = r->curve ? fopen(r->curve, "w") : NULL;
    if (!file) return;
    curve_write(file, "Modular verification: growth with the number of threads", panels, 2, r->curves, r->curve_count);
    fclose(file);
}

static const char preface[] =
    "002 is *Modular Verification of Concurrent Programs via Sequential Model Checking* (ATVA 2018; CoMuS). The "
    "programs "
    "of\n"
    "`bench/programs/modular` are written after the descriptions of its section 7; the figures of its tables are not "
    "in "
    "our copy,\n"
    "only what its text says: a limit of 3600 s (1200 s for fib); for the ring no tool proves more than few threads, "
    "for\n"
    "the chain CoMuS proves all; and in its example of three threads the other order of the last two takes 25 s for 10 "
    "s.\n\n"
    "Seconds are the processor's, of whole runs, with the self-check of the certificate. *checks*: of sequential "
    "programs; "
    "*queries*: to\n"
    "environments; *facts*: refinements of `env_move`. `auto` and `symmpa` are Chorus with "
    "`--method=` these, which prove\n"
    "the programs for the threads that they start, too. `TO`: no answer within the limit. `-`: not run, because "
    "there\n"
    "was no answer with fewer threads. No other tool stands here: none of those that 002 compares with, nor CBMC, is "
    "packaged by Debian "
    "12.\n\n";

static int reproduce(Reproduction *r)
{
    double start = runner_now();
    char date[40];
    time_t t = time(NULL);
    struct tm tm;
    if (r->document && !(r->file = fopen(r->document, "w"))) {
        complain("%s: %s", r->document, strerror(errno));
        return EXIT_OS;
    }
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&t, &tm));
    say(r,
        "# Modular verification: paper 002, measured again\n\nWritten by `make reproduce` on %s, one program at a "
        "time, "
        "at most %d s each; the machine is that of\n[reproduction](reproduction.md), but not always idle. Counts "
        "do not depend on that.\n\n%s## Safe programs\n\n![growth](reproduction-modular.svg)\n\n",
        date, r->seconds, preface);
    say_families(r, true);
    write_curve(r);
    say(r, "## Programs with an error\n\n");
    say_families(r, false);
    say(r, "## The order of verification\n\nThe order that is found from the flow of data, and the last two threads of "
           "it switched (`--order`).\n\n");
    say_switched(r);
    say(r, "%zu runs in %.0f s; %zu gave a wrong answer.\n", r->runs, runner_now() - start, r->wrong);
    if (r->file && fclose(r->file)) return EXIT_OS;
    return r->cannot_run ? EXIT_OS : r->wrong ? EXIT_NOT_RIGHT : EXIT_RIGHT;
}

static const char usage[] =
    "usage: chorus-reproduce-modular [options] [CHORUS [PROGRAMS]]\n"
    "\n"
    "Measures modular verification and other methods on the programs of PROGRAMS (bench/programs/modular), after\n"
    "paper 002, and prints tables as Markdown.\n"
    "\n"
    "  -t SECONDS             time limit for a run (60)\n"
    "  -o FILE                write the document to FILE, too\n"
    "  -c FILE                write the curve of growth to FILE, as SVG\n"
    "  -v                     let chorus write to standard error\n"
    "  -h                     this text\n"
    "\n"
    "Exit status: 0 if no run contradicts what is known of its program, 1 if one does.\n";

static int options_parse(Reproduction *r, int argc, char **argv)
{
    for (int option; (option = getopt(argc, argv, "t:o:c:vh")) != -1;) {
        bool good = true;
        switch (option) {
        case 't': good = parse_count(optarg, 1000000, &r->seconds); break;
        case 'o': r->document = optarg; break;
        case 'c': r->curve = optarg; break;
        case 'v': r->verbose = true; break;
        case 'h': fputs(usage, stdout); exit(EXIT_RIGHT);
        default: good = false;
        }
        if (!good) return EXIT_USAGE;
    }
    if (optind < argc) copy(r->chorus, sizeof r->chorus, argv[optind++]);
    if (optind < argc) r->programs = argv[optind++];
    return optind < argc ? EXIT_USAGE : 0;
}

int main(int argc, char **argv)
{
    static Reproduction r = {.programs = "bench/programs/modular", .seconds = 60};
    find_chorus(r.chorus, sizeof r.chorus);
    int status = options_parse(&r, argc, argv);
    if (status) {
        fputs(usage, stderr);
        return status;
    }
    if (access(r.chorus, X_OK)) {
        complain("%s: %s", r.chorus, strerror(errno));
        return EXIT_INPUT;
    }
    return reproduce(&r);
}
