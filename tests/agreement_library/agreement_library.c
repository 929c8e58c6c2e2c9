/* chorus-agreement-library [-c COUNT] [-s SEED] [-t SECONDS] [-e SECONDS] [-r RUNS] [-q PROPERTY] [-o] [-i] [-v] [-p]
 *
 * Random C programs that use the library, functions without a body, and the rest of the language (generate.h): what
 * Chorus says against random native runs, in which functions without a body do what the rules of docs/library.md let
 * them (runtime.h). A property that some run violates must not be called true. What Chorus calls false it has replayed
 * itself; where random runs do not meet it, more are made, and where these do not either, that is said. Stops at the
 * first disagreement, with the program. -t: time for all. -e: time for each question. -r: native runs of a program. -q:
 * asks only that property. -o: of assertions, by outlines only. -i: programs about input only;
 * what is called false must happen in the real program, too, with the values of the trace. -v: one line for each
 * question. -p: prints the programs, checks nothing. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "agreement_library/generate.h"
#include "agreement_library/native.h"
#include "agreement_library/runtime.h"
#include "agreement_library/text.h"
#include "base/heap.h"
#include "chorus.h"

#define COUNT_DEFAULT 20
#define BATCH_SIZE 40
#define CHILD_SECONDS 60
#define MORE 20 /* times as many runs, to meet what Chorus has found */

typedef struct Question {
    const char *name;
    unsigned violations; /* that make it false */
} Question;

static const Question questions[] = {
    {"unreach-call", RT_ASSERTION}, {"no-overflow", RT_OVERFLOW},
    {"no-data-race", RT_RACE},      {"valid-memsafety", RT_DEREF | RT_FREE | RT_LOST},
    {"no-deadlock", RT_DEADLOCK},
};

#define QUESTIONS (sizeof questions / sizeof *questions)

typedef struct Settings {
    uint64_t seed;
    uint32_t count, runs;
    double seconds;
    const char *limit;
    unsigned asked; /* a set of bits; 0: the first and one other in turn */
    bool is_verbose, only_prints, only_outline, only_input;
} Settings;

typedef struct Totals {
    uint32_t programs, proved, proved_with, refuted, refuted_seen, unknown, crashed;
    uint32_t runs, native_crashes, stuck, violating, replayed, not_replayed;
} Totals;

static Totals totals[QUESTIONS];

typedef enum Replay { REPLAY_NONE, REPLAY_SAME, REPLAY_REFUSED, REPLAY_OTHER } Replay;

typedef struct Answer {
    ChorusVerdict verdict;
    Replay replay; /* of what is false, in the real program */
    char line[400];
} Answer;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void program_of(const Settings *s, uint64_t seed, unsigned number, Str *out)
{
    Rng rng = {seed};
    generate_library_program(&rng, number, s->only_input ? "input" : NULL, out);
}

static void text_of(const Settings *s, uint64_t seed, unsigned number, Str *out)
{
    str_add(out, text_for_both);
    str_add(out, text_for_chorus);
    str_addf(out, "#define main_%u main\n", number);
    program_of(s, seed, number, out);
}

/* ---- Chorus, in a process of its own ---- */

static void set_options(const Settings *s, ChorusSession *session, size_t question)
{
    chorus_set_option(session, "time-limit", s->limit);
    chorus_set_option(session, "errors", "assert"); /* which unreach-call, asked by its name, would not look at */
    chorus_set_option(session, "property", questions[question].name);
    if (s->only_outline) chorus_set_option(session, "model", "outline");
}

/* The counterexample of the session as a run of the real program, with the values that it says. */
static void replay_in_child(const Settings *s, const char *path, size_t question, ChorusSession *session,
                            Answer *answer)
{
    char trace[] = "/tmp/chorus-agreement-library-XXXXXX";
    int fd = mkstemp(trace);
    const char *text = chorus_trace_text(session);
    ChorusSession *again = chorus_new();
    answer->replay = REPLAY_REFUSED;
    bool good = fd >= 0 && text && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    set_options(s, again, question);
    chorus_set_option(again, "time-limit", "60");
    good = good && chorus_load(again, &path, 1) == CHORUS_OK;
    bool is_replayed = good && chorus_replay(again, trace) == CHORUS_OK && chorus_verdict(again) == CHORUS_FALSE;
    if (good && !is_replayed) answer->replay = REPLAY_OTHER;
    if (is_replayed && chorus_native_run(again) == CHORUS_OK)
        answer->replay = chorus_verdict(again) == CHORUS_FALSE ? REPLAY_SAME : REPLAY_OTHER;
    size_t length = strlen(answer->line);
    if (answer->replay != REPLAY_SAME)
        snprintf(answer->line + length, sizeof answer->line - length, " (natively: %s)",
                 answer->replay == REPLAY_OTHER ? chorus_scope(again) : chorus_error(again));
    chorus_free(again);
    if (fd >= 0) close(fd);
    unlink(trace);
}

static void ask_in_child(const Settings *s, const char *path, size_t question, Answer *answer)
{
    ChorusSession *session = chorus_new();
    answer->verdict = CHORUS_NONE;
    set_options(s, session, question);
    if (chorus_load(session, &path, 1) != CHORUS_OK) {
        answer->verdict = CHORUS_UNKNOWN; /* some is refused as a whole */
        snprintf(answer->line, sizeof answer->line, "refused: %s", chorus_error(session));
    } else {
        answer->verdict = chorus_check(session);
        snprintf(answer->line, sizeof answer->line, "%s", chorus_result_line(session));
        if (s->only_input && answer->verdict == CHORUS_FALSE) replay_in_child(s, path, question, session, answer);
    }
    chorus_free(session);
}

static Answer ask(const Settings *s, const char *path, size_t question)
{
    Answer *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status = 0;
    if (shared == MAP_FAILED) exit(2);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(CHILD_SECONDS);
        if (!freopen("/dev/null", "w", stderr)) _exit(2);
        ask_in_child(s, path, question, shared);
        _exit(0);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0)
        continue;
    Answer answer = *shared;
    if (WIFSIGNALED(status) && WTERMSIG(status) != SIGALRM) {
        answer.verdict = CHORUS_NONE;
        snprintf(answer.line, sizeof answer.line, "crashed: %s", strsignal(WTERMSIG(status)));
    } else if (WIFSIGNALED(status)) {
        answer.verdict = CHORUS_UNKNOWN;
    }
    munmap(shared, sizeof *shared);
    return answer;
}

/* ---- one program ---- */

static void count_answer(Totals *t, const Answer *answer, bool is_violated)
{
    t->programs++;
    t->violating += is_violated;
    t->proved += answer->verdict == CHORUS_TRUE;
    t->refuted += answer->verdict == CHORUS_FALSE;
    t->refuted_seen += answer->verdict == CHORUS_FALSE && is_violated;
    t->unknown += answer->verdict == CHORUS_UNKNOWN;
    t->crashed += answer->verdict == CHORUS_NONE;
    t->replayed += answer->replay == REPLAY_SAME;
    t->not_replayed += answer->replay == REPLAY_REFUSED;
}

static void report(Run *run, const Settings *s, uint64_t seed, const char *what, size_t question, const Answer *answer,
                   const Runs *runs)
{
    Str text;
    str_init(run, &text);
    text_of(s, seed, 0, &text);
    printf("# seed %llu: %s: %s; native run %u of this program violates it\n# %s\n", (unsigned long long)seed,
           questions[question].name, what, runs->seed, answer->line);
    fputs(str_text(&text), stdout);
    str_clear(&text);
}

static bool violates(const Runs *runs, size_t question)
{
    return (runs->violations & questions[question].violations) != 0;
}

static bool check_question(Run *run, const Settings *s, const Natives *natives, uint64_t seed, unsigned number,
                           const char *path, size_t question, const Runs *runs)
{
    Answer answer = ask(s, path, question);
    Runs more = *runs;
    if (answer.verdict == CHORUS_FALSE && !violates(runs, question)) {
        more = natives_run(natives, number, MORE * s->runs);
        if (!violates(&more, question))
            printf("# seed %llu: %s: not seen in %u native runs: %s\n", (unsigned long long)seed,
                   questions[question].name, more.count, answer.line);
    }
    bool is_violated = violates(&more, question);
    bool is_wrong = answer.verdict == CHORUS_TRUE && is_violated;
    count_answer(&totals[question], &answer, is_violated);
    if (s->is_verbose)
        printf("# %llu %s%s: %s\n", (unsigned long long)seed, questions[question].name,
               is_violated ? " (violated)" : "", answer.line);
    if (answer.replay == REPLAY_OTHER)
        report(run, s, seed, "the real program goes another way", question, &answer, runs);
    is_wrong |= answer.replay == REPLAY_OTHER;
    if (answer.replay != REPLAY_OTHER && (is_wrong || answer.verdict == CHORUS_NONE))
        report(run, s, seed, is_wrong ? "disagreement" : "crash", question, &answer, runs);
    return is_wrong || answer.verdict == CHORUS_NONE;
}

static bool check_program(Run *run, const Settings *s, const Natives *natives, uint64_t seed, unsigned number)
{
    char path[] = "/tmp/chorus-agreement-library-XXXXXX.c";
    int fd = mkstemps(path, 2);
    Str text;
    str_init(run, &text);
    text_of(s, seed, number, &text);
    bool is_wrong = fd < 0 || write(fd, str_text(&text), text.length) != (ssize_t)text.length;
    str_clear(&text);
    if (fd >= 0) close(fd);
    Runs runs = natives_run(natives, number, s->runs);
    totals[0].runs += runs.count;
    totals[0].native_crashes += runs.crashes;
    totals[0].stuck += runs.stuck;
    unsigned asked = s->asked ? s->asked : 1u | 1u << (1 + seed % (QUESTIONS - 1));
    for (size_t q = 0; q < QUESTIONS && !is_wrong; q++)
        if (asked >> q & 1) is_wrong = check_question(run, s, natives, seed, number, path, q, &runs);
    unlink(path);
    return is_wrong;
}

static bool check_batch(const Settings *s, uint64_t seed, uint32_t count, double end)
{
    Run *run = run_new();
    Natives natives;
    Str text;
    str_init(run, &text);
    str_add(&text, text_for_both);
    str_add(&text, text_for_native);
    for (uint32_t i = 0; i < count; i++)
        program_of(s, seed + i, i, &text);
    bool is_wrong = !natives_load(str_text(&text), &natives);
    if (is_wrong) printf("# seed %llu: a batch that clang-19 does not take\n", (unsigned long long)seed);
    for (uint32_t i = 0; i < count && !is_wrong && now() < end; i++)
        is_wrong = check_program(run, s, &natives, seed + i, i);
    natives_unload(&natives);
    str_clear(&text);
    run_free(run);
    return is_wrong;
}

static bool check_all(const Settings *s)
{
    double end = s->seconds > 0 ? now() + s->seconds : 1e300;
    for (uint32_t i = 0; i < s->count && now() < end; i += BATCH_SIZE) {
        uint32_t left = s->count - i;
        if (check_batch(s, s->seed + i, left < BATCH_SIZE ? left : BATCH_SIZE, end)) return true;
    }
    return false;
}

/* ---- the command line ---- */

static void print_all(const Settings *s)
{
    Run *run = run_new();
    for (uint32_t i = 0; i < s->count; i++) {
        Str text;
        str_init(run, &text);
        text_of(s, s->seed + i, 0, &text);
        fputs(str_text(&text), stdout);
        str_clear(&text);
    }
    run_free(run);
}

static void print_totals(const Settings *s, double seconds)
{
    printf("# seed %llu: %u programs, %.1f s, %u native runs (%u crashed, %u without end)\n",
           (unsigned long long)s->seed, totals[0].programs, seconds, totals[0].runs, totals[0].native_crashes,
           totals[0].stuck);
    for (size_t q = 0; q < QUESTIONS; q++) {
        const Totals *t = &totals[q];
        if (t->programs)
            printf("# %s: %u asked, %u violated natively; %u true, %u false (%u of them natively, too), %u unknown\n",
                   questions[q].name, t->programs, t->violating, t->proved, t->refuted, t->refuted_seen, t->unknown);
        if (t->replayed + t->not_replayed)
            printf("# %s: %u replayed in the real program, %u that cannot be\n", questions[q].name, t->replayed,
                   t->not_replayed);
    }
}

static unsigned parse_question(const char *name)
{
    for (size_t q = 0; q < QUESTIONS; q++)
        if (strcmp(questions[q].name, name) == 0) return 1u << q;
    fprintf(stderr, "chorus-agreement-library: -q %s: no such property\n", name);
    exit(64);
}

static double parse_number(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (end != text && !*end && value >= 0) return value;
    fprintf(stderr, "chorus-agreement-library: %s: not a number\n", text);
    exit(64);
}

static void parse_options(int argc, char **argv, Settings *s)
{
    for (int option; (option = getopt(argc, argv, "c:s:t:e:r:q:oivp")) != -1;) {
        switch (option) {
        case 'c': s->count = (uint32_t)parse_number(optarg); break;
        case 's': s->seed = (uint64_t)parse_number(optarg); break;
        case 't': s->seconds = parse_number(optarg); break;
        case 'e': s->limit = optarg; break;
        case 'r': s->runs = (uint32_t)parse_number(optarg); break;
        case 'q': s->asked |= parse_question(optarg); break;
        case 'o':
            s->only_outline = true;
            s->asked |= parse_question("unreach-call");
            break;
        case 'i': s->only_input = true; break;
        case 'v': s->is_verbose = true; break;
        case 'p': s->only_prints = true; break;
        default:
            fprintf(stderr, "usage: chorus-agreement-library [-c COUNT] [-s SEED] [-t SECONDS] [-e SECONDS] [-r RUNS] "
                            "[-q PROPERTY] [-o] [-i] [-v] [-p]\n");
            exit(64);
        }
    }
}

int main(int argc, char **argv)
{
    heap_prepare();
    Settings s = {.seed = (uint64_t)time(NULL) * 1000 % 1000000000, .count = COUNT_DEFAULT, .runs = 100, .limit = "2"};
    parse_options(argc, argv, &s);
    if (s.only_prints) {
        print_all(&s);
        return EXIT_SUCCESS;
    }
    double start = now();
    bool is_wrong = check_all(&s);
    print_totals(&s, now() - start);
    printf("%s 1 - C programs of the library: what is called true fails in no native run\n1..1\n",
           is_wrong ? "not ok" : "ok");
    return is_wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
