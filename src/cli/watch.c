#include "cli/watch.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/arguments/inputs.h"
#include "cli/files/input.h"
#include "cli/files/memory.h"
#include "cli/files/output.h"
#include "cli/files/status.h"
#include "cli/process/monitor.h"

#define LOOK_MS 200
#define PATIENCE 5.0

extern char **environ;

typedef struct Watch {
    char **folders;
    size_t folder_count;
    _Atomic pid_t child; /* 0: none is running */
    atomic_bool stop;
} Watch;

bool watch_is_asked(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--watch") == 0) return true;
    return false;
}

/* ---- what is watched ---- */

static bool is_watched_file(const char *name)
{
    static const char *const suffixes[] = {".c", ".h", ".i", ".scpl", ".litmus", ".yml"};
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
        if (input_has_suffix(name, suffixes[i])) return true;
    return false;
}

static uint64_t mix_hash(uint64_t hash, uint64_t value) { return (hash ^ value) * UINT64_C(1099511628211); }

/* The same in whatever order the entries come. */
static uint64_t hash_folder(const char *folder)
{
    uint64_t sum = 0;
    DIR *entries = opendir(folder);
    for (struct dirent *e; entries && (e = readdir(entries));) {
        struct stat st;
        if (!is_watched_file(e->d_name) || fstatat(dirfd(entries), e->d_name, &st, 0) != 0) continue;
        uint64_t hash = UINT64_C(14695981039346656037);
        for (const char *c = e->d_name; *c; c++)
            hash = mix_hash(hash, (unsigned char)*c);
        hash = mix_hash(mix_hash(hash, (uint64_t)st.st_mtim.tv_sec), (uint64_t)st.st_mtim.tv_nsec);
        sum += mix_hash(mix_hash(hash, (uint64_t)st.st_size), (uint64_t)st.st_ino);
    }
    if (entries) closedir(entries);
    return sum;
}

static uint64_t hash_folders(const Watch *w)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < w->folder_count; i++)
        hash = mix_hash(hash, hash_folder(w->folders[i]));
    return hash;
}

/* The folders of the inputs. False after a complaint. */
static bool find_folders(Watch *w, Command command, int argc, char **argv)
{
    ChorusSession *session = chorus_new();
    Arguments arguments;
    char **words = memory_new(((size_t)argc + 1) * sizeof *words);
    for (int i = 0; i < argc; i++)
        words[i] = argv[i]; /* parsing moves them */
    bool ok = session && options_parse(command, argc, words, session, &arguments);
    if (ok && !arguments.path_count) output_complain("no input file (see 'chorus %s --help')", command_word(command));
    ok = ok && arguments.path_count;
    w->folders = memory_new(((size_t)argc + 1) * sizeof *w->folders);
    for (size_t i = 0; ok && i < arguments.path_count; i++) {
        const char *path = arguments.paths[i], *base = input_base(path);
        w->folders[w->folder_count++] = base == path ? memory_copy(".", 1) : memory_copy(path, (size_t)(base - path));
    }
    if (session) inputs_clear(&arguments);
    free(words);
    chorus_free(session);
    return ok;
}

/* ---- the loop ---- */

static void stop_watching(void *arg)
{
    Watch *w = arg;
    pid_t child = atomic_load(&w->child);
    atomic_store(&w->stop, true);
    if (child) kill(child, SIGTERM);
}

/* The exit status of one check. */
static int check_once(Watch *w, char *const *words)
{
    pid_t pid = 0;
    int status = 0, error = posix_spawn(&pid, "/proc/self/exe", NULL, NULL, words, environ);
    if (error) {
        output_complain("cannot be started: %s", strerror(error));
        return STATUS_INTERNAL;
    }
    atomic_store(&w->child, pid);
    if (atomic_load(&w->stop)) kill(pid, SIGTERM);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    atomic_store(&w->child, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_INTERNAL;
}

/* Until something is different, and for one look the same: editors write in several steps. */
static void wait_for_change(const Watch *w, uint64_t seen)
{
    uint64_t now = seen, last;
    do {
        last = now;
        usleep(LOOK_MS * 1000);
        now = hash_folders(w);
    } while (!atomic_load(&w->stop) && (now == seen || now != last));
}

int watch_run(Command command, int argc, char **argv)
{
    static char program[] = "chorus";
    Watch w = {0};
    char **words = memory_new(((size_t)argc + 3) * sizeof *words);
    size_t n = 0;
    words[n++] = program;
    words[n++] = memory_copy(command_word(command), strlen(command_word(command)));
    bool is_over = false;
    for (int i = 0; i < argc; i++) {
        is_over |= strcmp(argv[i], "--") == 0;
        if (is_over || strcmp(argv[i], "--watch") != 0) words[n++] = argv[i];
    }
    int status = find_folders(&w, command, argc, argv) ? STATUS_TRUE : STATUS_USAGE;
    monitor_on_stop(stop_watching, &w, PATIENCE);
    while (status != STATUS_USAGE && !atomic_load(&w.stop)) {
        uint64_t seen = hash_folders(&w); /* before: what changes during the check is checked again */
        status = check_once(&w, words);
        if (status == STATUS_USAGE || atomic_load(&w.stop)) break;
        fputs("chorus: waiting for a change (Ctrl-C ends)\n", stderr);
        wait_for_change(&w, seen);
    }
    monitor_on_stop(NULL, NULL, PATIENCE);
    for (size_t i = 0; i < w.folder_count; i++)
        free(w.folders[i]);
    free(w.folders);
    free(words[1]);
    free(words);
    return status;
}
