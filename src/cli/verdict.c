#include "cli/verdict.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/diagnostics.h"
#include "cli/process/monitor.h"
#include "cli/files/status.h"

/* ---- progress: one line, rewritten ---- */

static void show_progress(void *arg, const char *line)
{
    (void)arg;
    fprintf(stderr, "\r\033[K%.78s", line);
    fflush(stderr);
}

void verdict_start_progress(ChorusSession *session, const Arguments *arguments)
{
    if (!arguments->quiet && !arguments->verbose && isatty(STDERR_FILENO))
        chorus_on_progress(session, show_progress, NULL);
}

void verdict_end_progress(const Arguments *arguments)
{
    if (!arguments->quiet && !arguments->verbose && isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}

/* ---- output ---- */

void verdict_print_diagnostics(ChorusSession *session, const Arguments *arguments)
{
    Diagnostics d = {.only_errors = arguments->quiet, .prints_all = arguments->verbose};
    diagnostics_print(&d, session);
    diagnostics_end(&d);
}

void verdict_add_statistics(Output *out, const ChorusSession *session)
{
    for (size_t i = 0; i < chorus_statistic_count(session); i++) {
        const char *name = chorus_statistic_name(session, i);
        bool is_count = !strstr(name, "seconds") && !strstr(name, "-mb");
        output_addf(out, "stat %s %.*f\n", name, is_count ? 0 : 3, chorus_statistic_value(session, i));
    }
}

void verdict_add_result(Output *out, ChorusVerdict verdict, const char *result)
{
    const char *colour = "", *end = "";
    if (output_has_colour(STDOUT_FILENO)) {
        end = "\033[0m";
        colour = verdict == CHORUS_TRUE ? "\033[1;32m" : verdict == CHORUS_FALSE ? "\033[1;31m" : "\033[1;33m";
    }
    output_addf(out, "%sRESULT: %s%s\n", colour, result, end);
}

bool verdict_is_json(const Arguments *arguments) { return arguments->json && strcmp(arguments->json, "-") == 0; }

/* ---- files ---- */

/* Writes evidence for the verdict `of`; leaves the file alone when that is not the verdict. */
int verdict_write_evidence(ChorusSession *session, const char *path, ChorusVerdict of, int status)
{
    if (!path) return status;
    CHECK(of == CHORUS_FALSE || of == CHORUS_TRUE);
    bool is_trace = of == CHORUS_FALSE, exists = chorus_verdict(session) == of;
    const char *text = is_trace ? chorus_trace_text(session) : chorus_certificate_text(session);
    if (!text) {
        output_complain("%s: not written: %s", path,
                        exists     ? chorus_error(session)
                        : is_trace ? "there is no counterexample"
                                   : "there is no proof");
        return exists ? STATUS_INTERNAL : status;
    }
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) return output_complain_write(path, errno);
    int error = output_write(fd, text, strlen(text));
    if (close(fd) != 0 && !error) error = errno;
    return error ? output_complain_write(path, error) : status;
}

/* -1: no file wanted; otherwise its descriptor, or -2 after a complaint. */
int verdict_open_json(const Arguments *arguments)
{
    if (!arguments->json || verdict_is_json(arguments)) return -1;
    int fd = open(arguments->json, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd >= 0) return fd;
    output_complain_write(arguments->json, errno);
    return -2;
}

int verdict_write_json(const char *text, const Arguments *arguments, int fd, int status)
{
    if (fd < 0) return status;
    CHECK(arguments->json && !verdict_is_json(arguments));
    int error = ftruncate(fd, 0) != 0 && errno != EINVAL ? errno : output_write(fd, text, strlen(text));
    if (close(fd) != 0 && !error) error = errno;
    return error ? output_complain_write(arguments->json, error) : status;
}

/* ---- what is kept ---- */

/* Makes the folder and those above it, false: that cannot be. */
static bool make_folder(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

const char *verdict_folder(const Arguments *arguments, char folder[VERDICT_FOLDER])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    *folder = 0;
    if (cache && *cache == '/')
        snprintf(folder, VERDICT_FOLDER, "%s/chorus", cache);
    else if (home && *home == '/')
        snprintf(folder, VERDICT_FOLDER, "%s/.cache/chorus", home);
    if (arguments->cache && *folder && make_folder(folder)) return folder;
    if (arguments->cache)
        output_complain("nothing is kept: %s cannot be made", *folder ? folder : "a folder in XDG_CACHE_HOME or HOME");
    return NULL;
}

void verdict_check(ChorusSession *session, const Arguments *arguments)
{
    char folder[VERDICT_FOLDER];
    if (verdict_folder(arguments, folder))
        chorus_check_kept(session, folder);
    else
        chorus_check(session);
}

/* ---- ends ---- */

int verdict_status(ChorusVerdict verdict)
{
    switch (verdict) {
    case CHORUS_TRUE: return STATUS_TRUE;
    case CHORUS_FALSE: return STATUS_FALSE;
    case CHORUS_UNKNOWN: return STATUS_UNKNOWN;
    case CHORUS_NONE: break;
    }
    return STATUS_INTERNAL;
}

int verdict_complain(const ChorusSession *session, ChorusStatus status)
{
    if (status == CHORUS_BAD_INPUT) /* begins with the place */
        fprintf(stderr, "%s\n", chorus_error(session));
    else
        output_complain("%s", chorus_error(session));
    return (int)status;
}

int verdict_refuse(ChorusSession *session, const Arguments *arguments, ChorusStatus loaded, int json)
{
    CHECK(loaded != CHORUS_OK && *chorus_error(session));
    if (arguments->verbose) verdict_print_diagnostics(session, arguments);
    verdict_complain(session, loaded);
    monitor_claim_output((int)loaded);
    int status = verdict_write_json(chorus_json(session), arguments, json, (int)loaded);
    Output out = {NULL, 0, 0, false};
    if (verdict_is_json(arguments)) output_add(&out, chorus_json(session));
    return output_flush(&out, status);
}
