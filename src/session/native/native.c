#include "session/native/native.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Target.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "base/process.h"
#include "base/str.h"
#include "c/frontend.h"
#include "session/native/instrument_violation.h"
#include "session/native/meets_text.h"
#include "session/native/objects_text.h"
#include "session/native/runtime_text.h"
#include "session/native/schedule.h"
#include "session/native/stops.h"
#include "session/native/waits_text.h"
#include "session/native/wrapped.h"

#define STATUS_FAILS 42 /* of the runtime */
#define STATUS_DIVERGES 43
#define MUTEX_BYTES 40 /* pthread_mutex_t of the C library that the program is linked with */

#define RUN_FILES 6 /* that a run consists of */

/* ---- the texts ---- */

Native *native_load(Run *run, TermManager *tm, const char *const *paths, uint32_t count, const FrontendOptions *options)
{
    Native *native = run_alloc(run, sizeof *native);
    native->program = frontend_load_origins(run, tm, paths, count, options, &native->origins);
    CHECK(native->origins.module && native->origins.edges.count <= native->program->edges.count);
    native->is_ilp32 = LLVMPointerSize(LLVMGetModuleDataLayout(native->origins.module)) == 4;
    return native;
}

/* A preprocessed file may bring the mutexes of another machine. */
static void check_mutexes(Run *run, LLVMModuleRef module)
{
    static const char *const names[] = {"union.pthread_mutex_t", "struct.pthread_mutex_t", "struct.__pthread_mutex_s"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        LLVMTypeRef type = LLVMGetTypeByName2(LLVMGetModuleContext(module), names[i]);
        if (type && !LLVMIsOpaqueStruct(type) &&
            LLVMABISizeOfType(LLVMGetModuleDataLayout(module), type) != MUTEX_BYTES)
            run_stop(run, STOP_UNSUPPORTED,
                     "pthread_mutex_t of another C library: preprocess the program for this one");
    }
}

/* What happens in the last step. */
static OriginEvent last_event(const Native *native, const Trace *trace)
{
    EdgeId last = vec_last(&trace->steps).edge;
    NativeStop stop;
    if (native->accessing && stop_is_one(native->program, &native->origins, last)) {
        bool is_found = stop_find(native->program, native->accessing, &native->origins, last, &stop);
        RUN_CHECK(native->program->run, is_found);
        return native->origins.edges.data[stop.edge.i].data[stop.event];
    }
    const OriginEvents *events = &native->origins.edges.data[last.i];
    RUN_CHECK(native->program->run, events->count && vec_last(events).kind == ORIGIN_FAIL);
    return vec_last(events);
}

static const char *failing_place(const Native *native, const Trace *trace)
{
    OriginEvent last = last_event(native, trace);
    uint32_t site = sites_find(&native->sites, last.at, last.kind, last.part);
    CHECK(site < native->sites.all.count);
    return site_place(native->program->run, &native->sites.all.data[site]);
}

/* A thread that goes on after its access does not stand before it when the other one comes. */
static void refuse_going_on(const Native *native, const Trace *trace, uint32_t step)
{
    Program *p = native->program;
    const Edge *e = &p->edges.data[trace->steps.data[step].edge.i];
    for (uint32_t i = step + 1; i < trace->steps.count; i++)
        if (trace->steps.data[i].thread == trace->steps.data[step].thread)
            run_stop(p->run, STOP_UNSUPPORTED, "%s:%u: the accesses race by C11's orders, and are not made at once",
                     e->pos.file ? e->pos.file : "?", e->pos.line);
}

/* The instructions that threads stop before are known. */
static void check_stops(const Native *native, const Trace *trace)
{
    Program *p = native->program;
    NativeStop stop;
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        EdgeId e = trace->steps.data[i].edge;
        if (!stop_is_one(p, &native->origins, e)) continue;
        refuse_going_on(native, trace, i);
        if (!stop_find(p, native->accessing, &native->origins, e, &stop))
            run_stop(p->run, STOP_UNSUPPORTED, "%s:%u: the access cannot be observed",
                     p->edges.data[e.i].pos.file ? p->edges.data[e.i].pos.file : "?", p->edges.data[e.i].pos.line);
    }
}

static void check_observable(const Native *native, const Trace *trace, Property property)
{
    uint32_t last = vec_last(&trace->steps).edge.i;
    if (property == PROPERTY_NO_DATA_RACE) {
        check_stops(native, trace);
        return;
    }
    if (property == PROPERTY_NO_DEADLOCK && native->origins.edges.data[last].count == 0)
        run_stop(native->program->run, STOP_UNSUPPORTED, "the deadlock is not one of locks and joins");
    OriginEvent failure = last_event(native, trace);
    const char *why = violation_is_hidden(&failure, property);
    if (why) run_stop(native->program->run, STOP_UNSUPPORTED, "%s", why);
}

static void check_wrapped(const Native *native, const Trace *trace)
{
    const char *problem = wrapped_replay(native->program, trace);
    if (problem)
        run_stop(native->program->run, STOP_UNSUPPORTED,
                 "values wrap around in the real program, and not in the trace: with machine integers %s", problem);
}

/* In the runtime's words, see schedule.h. */
static const char *runtime_failure_words(const Native *native, const Trace *trace)
{
    const Edge *e = &native->program->edges.data[vec_last(&trace->steps).edge.i];
    CHECK(e->is_error);
    return e->what ? e->what : "assertion fails";
}

void native_prepare(Native *native, const Trace *trace, bool is_ideal, bool has_foreign_mutexes)
{
    Run *run = native->program->run;
    CHECK(trace->steps.count > 0 && !native->module && !native->schedule);
    Property property = native->program->edges.data[vec_last(&trace->steps).edge.i].property;
    check_observable(native, trace, property);
    if (is_ideal) check_wrapped(native, trace);
    if (!has_foreign_mutexes) check_mutexes(run, native->origins.module);
    sites_collect(run, &native->origins, &native->sites);
    Str schedule;
    str_init(run, &schedule);
    schedule_print(native->program, native->accessing, trace, is_ideal, &native->origins, &native->sites, &schedule);
    native->schedule = str_text(&schedule);
    native->place = failing_place(native, trace);
    native->failure = runtime_failure_words(native, trace);
    instrument_module(run, &native->origins, &native->sites, has_foreign_mutexes, property);
    char *text = LLVMPrintModuleToString(native->origins.module);
    native->module = run_strdup(run, text);
    LLVMDisposeMessage(text);
}

/* ---- files ---- */

/* Writes a file that must not exist; 0 or errno. */
static int write_exclusively(const char *path, const char *data, size_t length)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) return errno;
    while (length > 0) {
        ssize_t n = write(fd, data, length);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            int error = n < 0 ? errno : EIO;
            close(fd);
            return error;
        }
        data += n;
        length -= (size_t)n;
    }
    return close(fd) == 0 ? 0 : errno;
}

typedef struct NewFile {
    const char *name, *text;
    size_t length;
} NewFile;

/* Writes the files; when that fails, those written go again. NULL, or what is wrong. */
static const char *write_all_files(Run *run, const char *dir, const NewFile *files, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const char *path = run_format(run, "%s/%s", dir, files[i].name);
        int error = write_exclusively(path, files[i].text, files[i].length);
        if (!error) continue;
        if (error != EEXIST) unlink(path);
        while (i-- > 0)
            unlink(run_format(run, "%s/%s", dir, files[i].name));
        return run_format(run, "%s: cannot be written: %s", path, strerror(error));
    }
    return NULL;
}

static void native_files(const Native *native, NewFile files[RUN_FILES])
{
    CHECK(native->module && native->schedule && native->place);
    files[0] = (NewFile){"program.ll", native->module, strlen(native->module)};
    files[1] = (NewFile){"replay.c", (const char *)runtime_text, sizeof runtime_text - 1};
    files[2] = (NewFile){"schedule.h", native->schedule, strlen(native->schedule)};
    files[3] = (NewFile){"objects.inc", (const char *)objects_text, sizeof objects_text - 1};
    files[4] = (NewFile){"waits.inc", (const char *)waits_text, sizeof waits_text - 1};
    files[5] = (NewFile){"meets.inc", (const char *)meets_text, sizeof meets_text - 1};
}

/* ---- a directory for the user ---- */

static const char makefile[] = "CC = clang-19\n\n"
                               "replay: program.ll replay.c objects.inc waits.inc meets.inc schedule.h\n"
                               "\t$(CC) -g -O0 -w -x ir program.ll -x c -std=c17 replay.c -pthread -o $@\n\n"
                               "clean:\n"
                               "\trm -f replay\n\n"
                               ".PHONY: clean\n";

static const char readme[] =
    "A counterexample of Chorus as a program.\n\n"
    "  make && ./replay     %s at %s (exit status 42)\n\n"
    "program.ll   the program as LLVM IR, with calls of the runtime where threads meet\n"
    "replay.c     the runtime: lets each thread go on when its turn has come, supplies the values\n"
    "objects.inc  a part of it: memory, and what is wrong with an access\n"
    "waits.inc    a part of it: who waits for whom\n"
    "meets.inc    a part of it: two threads before accesses that race\n"
    "schedule.h   the trace: turns and values\n"
    "The other files are copies of the sources; headers are not among them.\n\n"
    "To step through the failing run (-g is on; the schedule keeps the order of the threads):\n\n"
    "  gdb -ex 'break chorus_assertion_fails' -ex run ./replay\n"
    "  (gdb) up 2                   the place\n"
    "  (gdb) thread apply all bt    where the other threads are\n\n"
    "Or break at a line, FILE:LINE, and use next and step. A thread whose turn has not come waits in\n"
    "chorus_turn. Under a debugger nothing times out.\n";

/* NULL when the directory is there and empty, made when need be; *is_new says whether it was made. */
static const char *open_directory(Run *run, const char *dir, bool *is_new)
{
    *is_new = mkdir(dir, 0777) == 0;
    if (*is_new) return NULL;
    if (errno != EEXIST) return run_format(run, "%s: cannot be made: %s", dir, strerror(errno));
    DIR *d = opendir(dir);
    if (!d) return run_format(run, "%s: %s", dir, errno == ENOTDIR ? "is not a directory" : strerror(errno));
    int entries = 0;
    for (const struct dirent *e; entries <= 2 && (e = readdir(d));)
        entries++;
    closedir(d);
    return entries > 2 ? run_format(run, "%s: is not empty: give a new directory", dir) : NULL;
}

static char *read_source(Run *run, const char *path, size_t *length)
{
    struct stat st;
    if (stat(path, &st) != 0) return NULL;
    char *text = run_alloc(run, (size_t)st.st_size + 1);
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    *length = fread(text, 1, (size_t)st.st_size, file);
    fclose(file);
    return text;
}

/* The last part of the path; a number before it when the name is taken. */
static const char *copy_name(Run *run, const NewFile *files, uint32_t count, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(files[i].name, name) == 0)
            return copy_name(run, files, count, run_format(run, "%u_%s", count, name));
    return name;
}

static bool names_differ(const NewFile *files, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(files[k].name, files[i].name) == 0) return false;
    return true;
}

const char *native_emit(const Native *native, const char *dir, const char *const *paths, uint32_t count)
{
    Run *run = native->program->run;
    NewFile *files = run_alloc(run, (count + RUN_FILES + 2) * sizeof *files);
    native_files(native, files);
    files[RUN_FILES] = (NewFile){"Makefile", makefile, sizeof makefile - 1};
    const char *text = run_format(run, readme, native->failure, native->place);
    files[RUN_FILES + 1] = (NewFile){"README", text, strlen(text)};
    uint32_t n = RUN_FILES + 2;
    for (uint32_t i = 0; i < count; i++) {
        size_t length = 0;
        const char *copy = read_source(run, paths[i], &length);
        if (!copy) return run_format(run, "%s: cannot be read", paths[i]);
        files[n] = (NewFile){copy_name(run, files, n, paths[i]), copy, length};
        n++;
    }
    CHECK(n == count + RUN_FILES + 2 && names_differ(files, n));
    bool is_new = false;
    const char *problem = open_directory(run, dir, &is_new);
    if (!problem) {
        problem = write_all_files(run, dir, files, n);
        if (problem && is_new) rmdir(dir);
    }
    return problem;
}

/* ---- a run ---- */

/* The directory with what is in it. What the run's child processes are still writing may come in between. */
static void remove_directory(const char *path)
{
    const struct timespec moment = {0, 5000000};
    for (int i = 0; i < 100 && rmdir(path) != 0 && errno != ENOENT; i++) {
        if (i > 0) nanosleep(&moment, NULL);
        DIR *d = opendir(path);
        for (const struct dirent *e; d && (e = readdir(d));)
            unlinkat(dirfd(d), e->d_name, 0); /* fails for . and .. */
        if (d) closedir(d);
    }
}

/* A clean-up of the run, so that no way out leaves files. */
static void workplace_remove(void *arg)
{
    Native *native = arg;
    const char *path = __atomic_load_n(&native->workplace, __ATOMIC_SEQ_CST);
    if (path) remove_directory(path);
    __atomic_store_n(&native->workplace, NULL, __ATOMIC_SEQ_CST);
}

void native_abandon(Native *native)
{
    const char *path = __atomic_load_n(&native->workplace, __ATOMIC_SEQ_CST);
    if (path) remove_directory(path);
}

static void workplace_make(Native *native)
{
    Run *run = native->program->run;
    const char *temporary = getenv("TMPDIR");
    char *path = run_format(run, "%s/chorus-replay-XXXXXX", temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(path)) run_stop(run, STOP_UNSUPPORTED, "no temporary directory %s: %s", path, strerror(errno));
    __atomic_store_n(&native->workplace, path, __ATOMIC_SEQ_CST);
}

typedef struct ProcessOutcome {
    ProcessEnd end;
    int code;
    Str out, err;
} ProcessOutcome;

static void execute(Run *run, const char *const *args, ProcessLimits limits, ProcessOutcome *outcome)
{
    str_init(run, &outcome->out);
    str_init(run, &outcome->err);
    outcome->code = 0;
    outcome->end = process_run(run, args, NULL, &limits, &outcome->out, &outcome->err, &outcome->code);
}

static void compile_with_clang(Run *run, const char *const *args)
{
    ProcessOutcome o;
    execute(run, args, (ProcessLimits){60, UINT64_C(4) << 30, (size_t)1 << 20}, &o);
    if (o.end == PROCESS_EXITED && o.code == 0) return;
    const char *text = str_text(&o.err);
    const char *found = strstr(text, "undefined reference");
    if (!found) found = strstr(text, "error: ");
    char *line = run_strndup(run, found ? found : text, strcspn(found ? found : text, "\n"));
    run_stop(run, STOP_UNSUPPORTED, "the instrumented program cannot be %s: %.300s",
             strcmp(args[1], "-c") == 0 ? "compiled" : "linked", *line ? line : "clang-19 failed without a message");
}

static const char *in_workplace(const Native *native, const char *name)
{
    return run_format(native->program->run, "%s/%s", native->workplace, name);
}

/* One source at a time: then clang makes no temporary files of its own. */
static void build_replay(const Native *native)
{
    Run *run = native->program->run;
    const char *program = in_workplace(native, "program.o"), *runtime = in_workplace(native, "replay.o");
    compile_with_clang(run, (const char *const[]){"clang-19", "-c", "-O0", "-g", "-w", "-x", "ir",
                                                  in_workplace(native, "program.ll"), "-o", program, NULL});
    compile_with_clang(run, (const char *const[]){"clang-19", "-c", "-O1", "-w", "-std=c17",
                                                  in_workplace(native, "replay.c"), "-o", runtime, NULL});
    compile_with_clang(run, (const char *const[]){"clang-19", program, runtime, "-pthread", "-o",
                                                  in_workplace(native, "replay"), NULL});
}

/* The runtime's last words; NULL when there are none. */
static const char *last_words(Run *run, const ProcessOutcome *o)
{
    static const char mark[] = "chorus-replay: ";
    const char *found = NULL;
    for (const char *p = strstr(str_text(&o->err), mark); p; p = strstr(p + 1, mark))
        found = p + sizeof mark - 1;
    return found ? run_strndup(run, found, strcspn(found, "\n")) : NULL;
}

static const char *judge_replay(Native *native, const ProcessOutcome *o)
{
    Run *run = native->program->run;
    const char *words = last_words(run, o);
    switch (o->end) {
    case PROCESS_EXITED: break;
    case PROCESS_SIGNALLED:
        return run_format(run, "the program is killed by signal %d (%s)", o->code, strsignal(o->code));
    case PROCESS_TOO_LARGE: return "the program prints without end";
    case PROCESS_NOT_FOUND:
    case PROCESS_FAILED: return run_format(run, "the program cannot be started: %s", strerror(o->code));
    }
    if (o->code == STATUS_DIVERGES && words) return words;
    if (o->code != STATUS_FAILS || !words)
        return run_format(run, "the program ends with exit status %d and not: %s", o->code, native->failure);
    const char *wanted = run_format(run, "%s at %s", native->failure, native->place);
    size_t n = strlen(wanted);
    if (strncmp(words, wanted, n) != 0 || (words[n] && words[n] != ':'))
        return run_format(run, "%s instead of %s", words, native->place);
    native->observed = words[n] ? words + n + 2 : NULL;
    return NULL;
}

const char *native_run(Native *native)
{
    Run *run = native->program->run;
    run_poll(run); /* nothing new on disk after an interrupt */
    uint32_t ticket = run_on_free(run, workplace_remove, native);
    CHECK(!native->workplace);
    workplace_make(native);
    NewFile files[RUN_FILES];
    native_files(native, files);
    const char *problem = write_all_files(run, native->workplace, files, RUN_FILES);
    if (problem) run_stop(run, STOP_UNSUPPORTED, "%s", problem);
    build_replay(native);
    ProcessOutcome o;
    execute(run, (const char *const[]){in_workplace(native, "replay"), NULL},
            (ProcessLimits){120, UINT64_C(64) << 30, (size_t)64 << 20}, &o);
    workplace_remove(native);
    CHECK(!native->workplace);
    run_cancel(run, ticket);
    return judge_replay(native, &o);
}
