/*
 * The runner behind `make bench`: verifies the programs of a manifest with the chorus executable,
 * each in a child process with a time limit, compares the verdicts with the expected ones, and
 * prints one table with the figures that the papers publish for the same benchmark beside ours.
 *
 * A row is `ok` if the verdict and its scope are as expected, `WRONG` if the verdict contradicts
 * the expected one or a counterexample uses fewer threads than the error needs, and `open` if there
 * is no verdict or only one for a bounded number of threads. A program whose kind in the manifest ends in `-open` is
 * known to be open: its time is short, and `known` is no failure.
 */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner.h"

/* Columns of the papers' tables. */
enum { T1_N = 2, T1_C0_SECONDS = 8, T1_C1_SECONDS = 11, T1_C2_SECONDS = 14 };
enum { SAPA_N = 1, SAPA_ABS = 8, SAPA_MC = 9, SAPA_UNSAFE_N = 4 };

typedef struct Options {
    char chorus[PATH_MAX];
    const char *programs, *papers, *tsv, *filter;
    char **extra;                   /* further arguments for chorus, up to a null pointer */
    int seconds, jobs, first, each; /* of the programs each-th ones, from the first on */
    bool verbose;
} Options;

typedef enum Mark { RIGHT, WRONG, OPEN, KNOWN, MARKS } Mark;

enum { KNOWN_SECONDS = 3 };

static const char *const mark_names[MARKS] = {[RIGHT] = "ok", [WRONG] = "WRONG", [OPEN] = "open", [KNOWN] = "known"};

typedef struct Outcome {
    bool done;
    Mark mark;
    ChildOutcome run;
} Outcome;

/* What the papers say about a program; "-" where they say nothing. */
typedef struct Figures {
    char symmpa_n[16], symmpa_seconds[16], sapa_n[16], sapa_seconds[16];
} Figures;

typedef struct Bench {
    Options options;
    Table manifest, symmpa, sapa_safe, sapa_unsafe;
    Outcome *outcomes; /* as many as the manifest has rows */
    Child jobs[JOBS_MAX];
    size_t rows[JOBS_MAX]; /* of the jobs */
    size_t next_start, next_print;
    int name_width;
} Bench;

static bool is_row_complete(char *const *row)
{
    for (int i = 0; i < MANIFEST_COLUMNS; i++)
        if (!*row[i]) return false;
    return !strcmp(row[VERDICT], "true") || !strcmp(row[VERDICT], "false");
}

/* Drops the programs that the filter does not name, and what is outside of the sample; false if a row is malformed or
 * none is left. */
static bool manifest_check(Table *self, const Options *options)
{
    size_t kept = 0, named = 0;
    for (size_t i = 0; i < self->count; i++) {
        if (!is_row_complete(self->rows[i])) {
            complain("manifest.tsv: the row of %s is malformed", self->rows[i][FILE_NAME]);
            return false;
        }
        if (options->filter && !strstr(self->rows[i][FILE_NAME], options->filter)) continue;
        if (named++ % (size_t)options->each == (size_t)options->first - 1)
            memmove(self->rows[kept++], self->rows[i], sizeof *self->rows);
    }
    self->count = kept;
    if (!kept) complain("no program to verify");
    return kept > 0;
}

/* ---- the papers' figures ---- */

static void format_seconds(char *to, size_t room, double seconds)
{
    if (seconds < 0)
        copy(to, room, "-");
    else if (seconds < 1)
        copy(to, room, "<1");
    else
        snprintf(to, room, "%.0f", seconds);
}

/* The largest n of Table 1 and the best time over the cube lengths. */
static void figures_symmpa(Figures *self, const Table *table, const char *id)
{
    static const int columns[] = {T1_C0_SECONDS, T1_C1_SECONDS, T1_C2_SECONDS};
    for (size_t i = 0; i < table->count; i++) {
        double best = -1;
        if (strcmp(table->rows[i][0], id)) continue;
        for (int k = 0; k < 3; k++) {
            double seconds = cell_seconds(table->rows[i][columns[k]]);
            if (seconds >= 0 && (best < 0 || seconds < best)) best = seconds;
        }
        copy(self->symmpa_n, sizeof self->symmpa_n, table->rows[i][T1_N]);
        format_seconds(self->symmpa_seconds, sizeof self->symmpa_seconds, best);
    }
}

/* The largest n that Table 1 proves, with the time of abstraction (given once, with the first n)
 * and model checking; without a time, the n of Table 2. */
static void figures_sapa(Figures *self, const Bench *bench, const char *name, bool is_safe)
{
    const Table *proved = &bench->sapa_safe, *both = &bench->sapa_unsafe;
    double abstraction = -1;
    for (size_t i = 0; i < both->count; i++)
        if (!strcmp(both->rows[i][0], name))
            copy(self->sapa_n, sizeof self->sapa_n, both->rows[i][is_safe ? 2 : SAPA_UNSAFE_N]);
    for (size_t i = 0; is_safe && i < proved->count; i++) {
        double seconds = cell_seconds(proved->rows[i][SAPA_MC]);
        if (strcmp(proved->rows[i][0], name)) continue;
        if (*proved->rows[i][SAPA_ABS]) abstraction = cell_seconds(proved->rows[i][SAPA_ABS]);
        if (seconds < 0 || abstraction < 0) continue;
        copy(self->sapa_n, sizeof self->sapa_n, proved->rows[i][SAPA_N]);
        format_seconds(self->sapa_seconds, sizeof self->sapa_seconds, abstraction + seconds);
    }
}

static Figures figures_of(const Bench *bench, char *const *row)
{
    Figures figures = {"-", "-", "-", "-"};
    bool is_safe = !strcmp(row[VERDICT], "true");
    if (strcmp(row[SYMMPA_ID], "-")) figures_symmpa(&figures, &bench->symmpa, row[SYMMPA_ID]);
    if (strcmp(row[SAPA_NAME], "-")) figures_sapa(&figures, bench, row[SAPA_NAME], is_safe);
    return figures;
}

/* That a proof is about interleavings only is no matter of the number of threads. */
static bool scope_is(const char *scope, const char *wanted)
{
    static const char word[] = ", interleaving";
    const char *at = strstr(scope, word);
    size_t before = at ? (size_t)(at - scope) : strlen(scope);
    return !strncmp(scope, wanted, before) && !strcmp(at ? at + strlen(word) : "", wanted + before);
}

static Mark outcome_judge(const ChildOutcome *self, char *const *row)
{
    bool is_safe = !strcmp(row[VERDICT], "true"), every = !strcmp(row[SCOPE], "every");
    if (!strcmp(self->verdict, "true")) {
        if (!is_safe) return WRONG;
        const char *wanted =
            strcmp(row[INTEGERS], "ideal") ? "every number of threads" : "every number of threads, ideal integers";
        return every && !scope_is(self->scope, wanted) ? OPEN : RIGHT;
    }
    char wrong[64];
    snprintf(wrong, sizeof wrong, "false(%s)", *row[PROPERTY] ? row[PROPERTY] : "unreach-call");
    if (!strcmp(self->verdict, wrong)) {
        if (is_safe) return WRONG;
        return isdigit((unsigned char)self->scope[0]) && atoi(self->scope) < atoi(row[THREADS]) ? WRONG : RIGHT;
    }
    return OPEN;
}

/* ---- running ---- */

static bool job_start(Bench *bench, int job, size_t row)
{
    const Options *options = &bench->options;
    char path[PATH_MAX], property[64], method[64];
    char *const *program = bench->manifest.rows[row];
    const char *args[64] = {options->chorus, "check", "--stats"};
    size_t count = 3;
    snprintf(path, sizeof path, "%s/%s", options->programs, program[FILE_NAME]);
    snprintf(property, sizeof property, "--property=%s", program[PROPERTY]);
    snprintf(method, sizeof method, "--method=%s", program[METHOD]);
    if (!strcmp(program[INTEGERS], "ideal")) args[count++] = "--integers=ideal";
    if (*program[PROPERTY]) args[count++] = property;
    if (*program[METHOD]) args[count++] = method;
    for (char **arg = options->extra; *arg && count < 62; arg++)
        args[count++] = *arg;
    args[count++] = path;
    bench->rows[job] = row;
    return child_start(&bench->jobs[job], args, options->verbose);
}

static bool is_known_open(char *const *row)
{
    const char *dash = strrchr(row[KIND], '-');
    return dash && !strcmp(dash, "-open");
}

static void job_attend(Bench *bench, int job)
{
    Outcome *outcome = &bench->outcomes[bench->rows[job]];
    char *const *row = bench->manifest.rows[bench->rows[job]];
    int limit = bench->options.seconds;
    if (is_known_open(row) && limit > KNOWN_SECONDS) limit = KNOWN_SECONDS;
    if (!child_attend(&bench->jobs[job], limit, &outcome->run)) return;
    outcome->mark = outcome->run.timed_out ? OPEN : outcome_judge(&outcome->run, row);
    if (outcome->mark == OPEN && is_known_open(row)) outcome->mark = KNOWN;
    outcome->done = true;
}

/* ---- the table ---- */

static const char *or_dash(const char *text) { return *text ? text : "-"; }

static const char *outcome_size(const Outcome *self)
{
    const char *views = self->run.stats[VIEWS];
    return or_dash(*views && strcmp(views, "0") ? views : self->run.stats[STATES]);
}

static void print_head(const Bench *bench)
{
    printf("%-*s %-8s %-24s %-5s %3s %3s %3s %5s %8s %7s %7s %7s | %3s %6s | %4s %6s\n", bench->name_width, "program",
           "verdict", "scope", "", "S", "L", "M", "iter", "views", "seconds", "certify", "MB", "n", "SYMMPA", "n",
           "SAPA");
}

static void print_row(const Bench *bench, size_t row)
{
    const Outcome *outcome = &bench->outcomes[row];
    Figures figures = figures_of(bench, bench->manifest.rows[row]);
    char verdict[32];
    copy(verdict, sizeof verdict, outcome->run.verdict);
    verdict[strcspn(verdict, "(")] = 0;
    char certify[16] = "-";
    if (!strcmp(verdict, "true")) snprintf(certify, sizeof certify, "%.2f", outcome_stat(&outcome->run, CERTIFY));
    printf("%-*s %-8s %-24.24s %-5s %3s %3s %3s %5s %8s %7.2f %7s %7.1f | %3s %6s | %4s %6s\n", bench->name_width,
           bench->manifest.rows[row][FILE_NAME], verdict, outcome->run.scope, mark_names[outcome->mark],
           or_dash(outcome->run.stats[SHARED]), or_dash(outcome->run.stats[LOCAL]), or_dash(outcome->run.stats[MIXED]),
           or_dash(outcome->run.stats[ITERATIONS]), outcome_size(outcome), outcome->run.seconds, certify,
           outcome->run.megabytes, figures.symmpa_n, figures.symmpa_seconds, figures.sapa_n, figures.sapa_seconds);
    fflush(stdout);
}

/* Prints the totals; the exit status of the whole. */
static int print_foot(const Bench *bench, double elapsed)
{
    size_t marks[MARKS] = {0}, total = bench->manifest.count;
    double seconds = 0, cpu = 0, peak = 0, found = 0, certified = 0, obligations = 0;
    for (size_t i = 0; i < total; i++) {
        const Outcome *outcome = &bench->outcomes[i];
        marks[outcome->mark]++;
        seconds += outcome->run.seconds;
        cpu += outcome->run.cpu;
        if (outcome->run.megabytes > peak) peak = outcome->run.megabytes;
        if (strncmp(outcome->run.verdict, "true", 4)) continue;
        certified += outcome_stat(&outcome->run, CERTIFY);
        found += outcome_stat(&outcome->run, TOTAL) - outcome_stat(&outcome->run, LOAD) -
                 outcome_stat(&outcome->run, CERTIFY);
        obligations += outcome_stat(&outcome->run, OBLIGATIONS);
    }
    printf(
        "%zu of %zu right, %zu wrong, %zu open, %zu known to be open; %.1f s (%.1f s CPU, %.1f s elapsed), peak %.1f "
        "MB\n",
        marks[RIGHT], total, marks[WRONG], marks[OPEN], marks[KNOWN], seconds, cpu, elapsed, peak);
    printf("proofs: found in %.2f s, certified in %.2f s (%.0f obligations)\n", found, certified, obligations);
    return marks[RIGHT] + marks[KNOWN] == total ? EXIT_RIGHT : EXIT_NOT_RIGHT;
}

static void tsv_row(FILE *file, const Bench *bench, size_t row)
{
    char *const *r = bench->manifest.rows[row];
    const Outcome *outcome = &bench->outcomes[row];
    Figures figures = figures_of(bench, r);
    fprintf(file, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", r[FILE_NAME], r[SYMMPA_ID], r[SAPA_NAME], r[KIND], r[VERDICT],
            outcome->run.verdict, or_dash(outcome->run.scope), mark_names[outcome->mark]);
    for (int i = 0; i < STATS; i++)
        fprintf(file, "\t%s", or_dash(outcome->run.stats[i]));
    fprintf(file, "\t%.3f\t%.3f\t%.1f\t%s\t%s\t%s\t%s\n", outcome->run.seconds, outcome->run.cpu,
            outcome->run.megabytes, figures.symmpa_n, figures.symmpa_seconds, figures.sapa_n, figures.sapa_seconds);
}

static bool tsv_write(const Bench *bench, const char *path)
{
    FILE *file = fopen(path, "w");
    bool good = file != NULL;
    if (good) {
        fputs("#file\tsymmpa\tsapa\tkind\texpected\tverdict\tscope\tmark", file);
        for (int i = 0; i < STATS; i++)
            fprintf(file, "\t%s", stat_names[i]);
        fputs("\tseconds\tcpu\tmegabytes\tsymmpa-n\tsymmpa-seconds\tsapa-n\tsapa-seconds\n", file);
        for (size_t i = 0; i < bench->manifest.count; i++)
            tsv_row(file, bench, i);
        good = !ferror(file);
        good = !fclose(file) && good;
    }
    if (!good) complain("%s: %s", path, strerror(errno));
    return good;
}

/* ---- the whole ---- */

static bool bench_load(Bench *self)
{
    const char *papers = self->options.papers;
    self->name_width = (int)strlen("program");
    if (!table_read(&self->manifest, self->options.programs, "manifest.tsv") ||
        !table_read(&self->symmpa, papers, "symmpa_table1.tsv") ||
        !table_read(&self->sapa_safe, papers, "sapa_table1.tsv") ||
        !table_read(&self->sapa_unsafe, papers, "sapa_table2.tsv") || !manifest_check(&self->manifest, &self->options))
        return false;
    for (size_t i = 0; i < self->manifest.count; i++) {
        int width = (int)strlen(self->manifest.rows[i][FILE_NAME]);
        if (width > self->name_width) self->name_width = width;
    }
    self->outcomes = calloc(self->manifest.count, sizeof *self->outcomes);
    if (!self->outcomes) complain("out of memory");
    return self->outcomes != NULL;
}

static void bench_clear(Bench *self)
{
    free(self->outcomes);
    table_clear(&self->manifest);
    table_clear(&self->symmpa);
    table_clear(&self->sapa_safe);
    table_clear(&self->sapa_unsafe);
}

/* Runs everything, printing rows in the manifest's order; false if no process can be started. */
static bool bench_run(Bench *self)
{
    size_t total = self->manifest.count;
    while (self->next_print < total) {
        for (int i = 0; i < self->options.jobs; i++)
            if (!self->jobs[i].pid && self->next_start < total && !job_start(self, i, self->next_start++)) return false;
        child_wait(self->jobs, self->options.jobs);
        for (int i = 0; i < self->options.jobs; i++)
            if (self->jobs[i].pid) job_attend(self, i);
        while (self->next_print < total && self->outcomes[self->next_print].done)
            print_row(self, self->next_print++);
    }
    return true;
}

static int bench_main(Bench *self)
{
    double start = runner_now();
    int status;
    if (!bench_load(self)) return EXIT_INPUT;
    print_head(self);
    if (!bench_run(self)) return EXIT_OS;
    status = print_foot(self, runner_now() - start);
    if (self->options.tsv && !tsv_write(self, self->options.tsv)) return EXIT_OS;
    return status;
}

/* ---- the command line ---- */

static const char usage[] =
    "usage: chorus-bench [options] [CHORUS [PROGRAMS [PAPERS]]] [-- OPTION...]\n"
    "\n"
    "Verifies the programs of PROGRAMS/manifest.tsv (bench/programs) with the executable CHORUS\n"
    "(the one beside chorus-bench) and compares with the tables in PAPERS (bench/papers). What\n"
    "follows -- is given to chorus.\n"
    "\n"
    "  -t SECONDS       time limit for a program (60)\n"
    "  -j JOBS          programs verified at the same time (1)\n"
    "  -f TEXT          only the programs with TEXT in their name\n"
    "  -s I/N           each N-th of them, from the I-th on (1/1)\n"
    "  -v               let chorus write to standard error\n"
    "      --tsv FILE   write the results, tab-separated\n"
    "  -h, --help       this text\n"
    "\n"
    "Exit status: 0 if all verdicts are as expected, 1 if not.\n";

/* I/N, with 1 <= I <= N */
static bool parse_sample(const char *text, int *first, int *each)
{
    char end;
    return sscanf(text, "%d/%d%c", first, each, &end) == 2 && *first >= 1 && *first <= *each;
}

/* 0, or the exit status when there is nothing to run: parsing never ends the process. */
static int options_parse(Options *self, int argc, char **argv, bool *help)
{
    static const struct option longs[] = {{"tsv", required_argument, NULL, 'o'}, {"help", no_argument, NULL, 'h'}, {0}};
    int own = 0, option, left;
    while (own < argc && strcmp(argv[own], "--"))
        own++;
    self->extra = argv + own + (own < argc);
    while ((option = getopt_long(own, argv, "t:j:f:s:vh", longs, NULL)) != -1) {
        bool good = true;
        switch (option) {
        case 't': good = parse_count(optarg, 1000000, &self->seconds); break;
        case 'j': good = parse_count(optarg, JOBS_MAX, &self->jobs); break;
        case 'f': self->filter = optarg; break;
        case 's': good = parse_sample(optarg, &self->first, &self->each); break;
        case 'v': self->verbose = true; break;
        case 'o': self->tsv = optarg; break;
        case 'h': *help = true; break;
        default: good = false;
        }
        if (!good) return EXIT_USAGE;
    }
    left = own - optind;
    if (left > 0) copy(self->chorus, sizeof self->chorus, argv[optind]);
    if (left > 1) self->programs = argv[optind + 1];
    if (left > 2) self->papers = argv[optind + 2];
    return left > 3 ? EXIT_USAGE : 0;
}

int main(int argc, char **argv)
{
    Bench bench = {
        .options = {
            .programs = "bench/programs", .papers = "bench/papers", .seconds = 60, .jobs = 1, .first = 1, .each = 1}};
    bool help = false;
    int status;
    find_chorus(bench.options.chorus, sizeof bench.options.chorus);
    status = options_parse(&bench.options, argc, argv, &help);
    if (status || help) {
        fputs(usage, status ? stderr : stdout);
        return status;
    }
    if (access(bench.options.chorus, X_OK)) {
        complain("%s: %s", bench.options.chorus, strerror(errno));
        return EXIT_INPUT;
    }
    status = bench_main(&bench);
    bench_clear(&bench);
    return status;
}
