#include "cli/lsp/job.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/check.h"
#include "cli/files/memory.h"

#define GRACE_SECONDS 15 /* beyond its own time limit, for a child that does not look at it */
#define FOLDERS_OPEN 16

static int remove_path(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)st, (void)kind, (void)where;
    remove(path);
    return 0;
}

void job_remove_folder(const char *folder) { nftw(folder, remove_path, FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS); }

/* The words of the command, to be freed with each of them. */
static char **make_words(const JobSettings *s, const char *document, const char *folder)
{
    char **words = memory_new((json_array_size(s->arguments) + json_array_size(s->files) + 12) * sizeof *words);
    size_t n = 0, i;
    json_t *item;
    words[n++] = memory_format("chorus");
    words[n++] = memory_format("check");
    words[n++] = memory_format("-q");
    words[n++] = memory_format("--sarif=%s/log.sarif", folder);
    words[n++] = memory_format("--html=%s/page.html", folder);
    words[n++] = memory_format("--time-limit=%.1f", s->seconds);
    words[n++] = memory_format("--memory-limit=%zu", s->megabytes);
    if (s->property) words[n++] = memory_format("--property=%s", s->property);
    json_array_foreach(s->arguments, i, item) words[n++] = memory_format("%s", json_string_value(item));
    words[n++] = memory_format("--");
    json_array_foreach(s->files, i, item) words[n++] = memory_format("%s", json_string_value(item));
    if (!json_array_size(s->files)) words[n++] = memory_format("%s", document);
    return words;
}

int job_start(Job *job, const JobSettings *settings, const char *document, const char *folder)
{
    CHECK(!job_runs(job));
    job_remove_folder(folder);
    if (mkdir(folder, 0700) != 0) return errno;
    setenv("TMPDIR", folder, 1); /* what a child that is killed leaves behind goes with the folder */
    char **words = make_words(settings, document, folder);
    job->limits = (ChildLimits){settings->seconds + GRACE_SECONDS, settings->megabytes * 2, child_address_space()};
    int error = child_start(&job->child, words, &job->limits);
    for (size_t i = 0; words[i]; i++)
        free(words[i]);
    free(words);
    return error;
}

bool job_look(Job *job)
{
    CHECK(job_runs(job));
    if (job->child.out.fd >= 0) child_read(&job->child.out);
    if (job->child.err.fd >= 0) child_read(&job->child.err);
    return child_look(&job->child, &job->limits);
}

void job_kill(Job *job) { child_kill(&job->child); }
