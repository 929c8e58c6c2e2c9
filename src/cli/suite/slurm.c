/* Beside the table of results there is a folder while the job runs, which all nodes see: for each element of the array
 * a list of tasks, and a table of results once it is done. An element is a chorus suite of its own, one task at a time,
 * so a task has the limits that it has here, and an element that is run again goes on where it was cut off. */
#include "cli/suite/slurm.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/files/memory.h"
#include "cli/files/output.h"
#include "cli/files/tsv.h"
#include "cli/process/child.h"
#include "cli/process/monitor.h"
#include "cli/process/slurm.h"
#include "cli/suite/report.h"
#include "cli/suite/table.h"

#define ELEMENTS_MAX 1000 /* Slurm's MaxArraySize is 1001 unless it is configured */
#define LOOK_SECONDS 1
#define ASK_EVERY 5   /* looks; Slurm is asked less often whether the job is over */
#define PATIENCE 20.0 /* seconds to cancel the job and to write the table */
#define NODE_MB 500   /* for the element itself and for what is not a task's */
#define NODE_MINUTES 2

typedef struct JobElement {
    size_t first, count; /* in Cluster.rows */
    bool is_done;
} JobElement;

typedef struct Cluster {
    Suite *suite;
    const SuiteOptions *options;
    SuiteRow **rows; /* to be done */
    size_t row_count, element_count, done;
    JobElement *elements;
    char *folder;
    SlurmJob job;
    atomic_bool stop;
} Cluster;

static char *element_file(const Cluster *c, size_t element, const char *suffix)
{
    return memory_format("%s/%zu.%s", c->folder, element, suffix);
}

static bool write_new_file(const char *path, Output *text)
{
    int fd = text->failed ? -1 : open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0777);
    int error = fd < 0 ? errno : output_write(fd, text->data ? text->data : "", text->length);
    if (fd >= 0 && close(fd) != 0 && !error) error = errno;
    if (error) output_complain_write(path, error);
    output_clear(text);
    return !error;
}

/* ---- what nodes need ---- */

static void add_shell_word(Output *out, const char *word)
{
    output_add(out, " '");
    for (; *word; word++)
        output_addf(out, *word == '\'' ? "'\\''" : "%c", *word);
    output_add(out, "'");
}

static void add_shell_option(Output *out, const char *name, const char *value)
{
    char *word = memory_format("--%s=%s", name, value);
    add_shell_word(out, word);
    free(word);
}

/* What an element runs. Its number is in the names of its files. */
static bool write_script(const Cluster *c, const char *path)
{
    const SuiteOptions *o = c->options;
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) return output_complain("/proc/self/exe: cannot be read"), false;
    self[length] = 0;
    Output out = {NULL, 0, 0, false};
    output_add(&out, "#!/bin/sh\ncd");
    add_shell_word(&out, c->folder);
    output_add(&out, " || exit 1\nexec");
    add_shell_word(&out, self);
    output_add(&out, " suite -j 1 --resume --output=\"$SLURM_ARRAY_TASK_ID.tsv\"");
    add_shell_option(&out, "property", o->property);
    add_shell_option(&out, "time-limit", o->time_limit);
    add_shell_option(&out, "memory-limit", o->memory_limit);
    output_add(&out, " \"$SLURM_ARRAY_TASK_ID.list\" --");
    for (size_t i = 0; i < o->passed_count; i++)
        add_shell_word(&out, o->passed[i]);
    output_add(&out, "\n");
    return write_new_file(path, &out);
}

static bool write_element_list(const Cluster *c, size_t element)
{
    Output out = {NULL, 0, 0, false};
    char *path = element_file(c, element, "list"), resolved[PATH_MAX];
    const JobElement *e = &c->elements[element];
    bool ok = true;
    output_add(&out, "task\tproperty\texpected\n");
    for (size_t i = e->first; ok && i < e->first + e->count; i++) {
        ok = realpath(c->rows[i]->path, resolved) != NULL;
        if (!ok) output_complain("%s: cannot be found: %s", c->rows[i]->path, strerror(errno));
        output_addf(&out, "%s\t%s\t%s\n", resolved, c->suite->property, suite_expected_word(c->rows[i]->expected));
    }
    if (ok)
        ok = write_new_file(path, &out);
    else
        output_clear(&out);
    free(path);
    return ok;
}

static bool prepare_folder(Cluster *c)
{
    char *name = memory_format("%s.slurm.XXXXXX", c->options->output), resolved[PATH_MAX];
    bool ok = mkdtemp(name) && realpath(name, resolved);
    if (!ok) output_complain("%s: cannot be made: %s", name, strerror(errno));
    free(name);
    if (!ok) return false;
    c->folder = memory_copy(resolved, strlen(resolved));
    c->element_count = c->row_count < ELEMENTS_MAX ? c->row_count : ELEMENTS_MAX;
    c->elements = memory_new(c->element_count * sizeof *c->elements);
    for (size_t i = 0; ok && i < c->element_count; i++) {
        size_t first = c->row_count * i / c->element_count, end = c->row_count * (i + 1) / c->element_count;
        CHECK(first < end);
        c->elements[i] = (JobElement){first, end - first, false};
        ok = write_element_list(c, i);
    }
    return ok;
}

static bool submit(Cluster *c)
{
    const SuiteOptions *o = c->options;
    char *script = memory_format("%s/job.sh", c->folder), *log = memory_format("%s/%%a.log", c->folder);
    size_t most = (c->row_count + c->element_count - 1) / c->element_count; /* tasks of an element */
    double minutes = o->seconds * CHILD_WALL_FACTOR * (double)most / 60;
    c->job = (SlurmJob){.script = script,
                        .log = log,
                        .count = c->element_count,
                        .at_once = o->jobs ? o->job_count : 0,
                        .megabytes = o->megabytes ? o->megabytes + NODE_MB : 0,
                        .minutes = o->seconds > 0 ? (size_t)minutes + NODE_MINUTES : 0};
    bool ok = write_script(c, script) && slurm_submit(&c->job);
    free(script);
    free(log);
    return ok;
}

/* ---- what comes back ---- */

/* Takes the table of an element if it is there as a whole: a line for each task, in the order of its list. */
static void collect_element(Cluster *c, size_t element)
{
    JobElement *e = &c->elements[element];
    char *path = element_file(c, element, "tsv");
    InputError error;
    Tsv table;
    size_t lines = 0;
    bool is_there = !e->is_done && access(path, R_OK) == 0 && tsv_open(&table, path, &error);
    if (is_there) {
        while (tsv_next(&table))
            lines++;
        tsv_clear(&table);
    }
    if (is_there && lines == e->count && tsv_open(&table, path, &error)) {
        for (size_t i = 0; i < e->count && tsv_next(&table); i++)
            if (suite_take_row(c->rows[e->first + i], &table)) {
                suite_append(c->suite, c->rows[e->first + i]);
                c->done++;
            }
        tsv_clear(&table);
        e->is_done = true;
    }
    free(path);
}

static void collect_elements(Cluster *c)
{
    for (size_t i = 0; i < c->element_count; i++)
        collect_element(c, i);
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r\033[Kjob %s: %zu/%zu", c->job.id, c->done, c->row_count);
}

static void stop_cluster(void *arg)
{
    Cluster *c = arg;
    atomic_store(&c->stop, true);
}

/* Slurm may lose nodes and run elements again; that is over when it says so. */
static void wait_for_results(Cluster *c)
{
    bool over = false;
    for (size_t look = 1; c->done < c->row_count && !over && !atomic_load(&c->stop); look++) {
        sleep(LOOK_SECONDS);
        over = look % ASK_EVERY == 0 && slurm_is_over(&c->job); /* asked first: what is written is then written */
        collect_elements(c);
    }
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
    if (c->done == c->row_count) return;
    if (atomic_load(&c->stop))
        slurm_cancel(&c->job);
    else
        output_complain("job %s has ended, %zu tasks have no result: see the logs in %s", c->job.id,
                        c->row_count - c->done, c->folder);
}

static int remove_entry(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st, (void)kind, (void)at;
    return remove(path);
}

bool suite_run_slurm(Suite *suite, const SuiteOptions *options)
{
    Cluster c = {.suite = suite, .options = options, .rows = memory_new((suite->count + 1) * sizeof *c.rows)};
    for (size_t i = 0; i < suite->count; i++)
        if (!suite->rows[i].is_done) c.rows[c.row_count++] = &suite->rows[i];
    bool ok = true;
    if (c.row_count) {
        monitor_on_stop(stop_cluster, &c, PATIENCE);
        ok = prepare_folder(&c) && submit(&c);
        if (ok) wait_for_results(&c);
        monitor_on_stop(NULL, NULL, PATIENCE);
    }
    suite->is_interrupted = c.done < c.row_count;
    bool is_kept = ok && suite->is_interrupted && !atomic_load(&c.stop); /* its logs say why */
    if (c.folder && !is_kept) nftw(c.folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    free(c.folder);
    free(c.elements);
    free(c.rows);
    return ok;
}
