#define _GNU_SOURCE
#include "engines/modular/sequential/external.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/process.h"
#include "engines/modular/c_program.h"

#define OUTPUT_MAX ((size_t)16 << 20)
#define WITNESS_MAX ((size_t)64 << 20)
#define MEMORY_MAX ((uint64_t)1 << 44) /* of address space: what the command needs is not for us to say */
#define CPU_SECONDS_MAX 1000000
#define CANNOT_RUN 126 /* exit statuses of sh from there on: it could not start the command, or a signal ended it */

static const char usual_safe[] =
    "VERIFICATION SUCCESSFUL|RESULT: true|Verification result: TRUE|^(TRUE|true|unsat)[[:space:]]*$";
static const char usual_violated[] =
    "VERIFICATION FAILED|RESULT: false|Verification result: FALSE|^(FALSE|false|sat)[[:space:]]*$";

/* ---- expressions ---- */

static void free_expression(void *arg) { regfree(arg); }

const char *external_problem(Run *run, const char *expression)
{
    regex_t r;
    int error = regcomp(&r, expression, REG_EXTENDED | REG_NOSUB | REG_NEWLINE);
    if (!error) {
        regfree(&r);
        return NULL;
    }
    char *text = run_alloc(run, 200);
    regerror(error, &r, text, 200);
    return text;
}

static bool is_expression_found(Run *run, const char *expression, const char *text)
{
    regex_t *r = run_alloc(run, sizeof *r);
    RUN_CHECK(run, regcomp(r, expression, REG_EXTENDED | REG_NOSUB | REG_NEWLINE) == 0);
    uint32_t ticket = run_on_free(run, free_expression, r);
    bool found = regexec(r, text, 0, NULL, 0) == 0;
    run_cancel(run, ticket);
    regfree(r);
    run_release(run, r);
    return found;
}

/* ---- files ---- */

static void remove_file(void *arg) { unlink(arg); }

/* A new file in TMPDIR, removed with the run at the latest; its path is nothing that sh would take apart. */
static char *new_file(Run *run, const char *ending, uint32_t *ticket)
{
    const char *folder = getenv("TMPDIR");
    bool plain = folder && *folder == '/';
    for (const char *c = folder; plain && *c; c++)
        plain = isalnum((unsigned char)*c) || strchr("/._-", *c);
    char *path = run_format(run, "%s/chorus-sequential-XXXXXX%s", plain ? folder : "/tmp", ending);
    int fd = mkostemps(path, (int)strlen(ending), O_CLOEXEC);
    if (fd < 0) return NULL;
    close(fd);
    *ticket = run_on_free(run, remove_file, path);
    return path;
}

static void end_file(Run *run, char *path, uint32_t ticket)
{
    if (!path) return;
    run_cancel(run, ticket);
    unlink(path);
}

static bool write_text_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "we");
    bool ok = file && fputs(text, file) >= 0;
    return file && fclose(file) == 0 && ok;
}

/* Its first bytes; empty when it cannot be read. */
static void read_file_start(const char *path, Str *out)
{
    char part[65536];
    FILE *file = fopen(path, "re");
    size_t n;
    while (file && out->length < WITNESS_MAX && (n = fread(part, 1, sizeof part, file)) > 0)
        str_add_bytes(out, part, n);
    if (file) fclose(file);
}

/* ---- witnesses ---- */

/* Marks the edges that have the line. */
static void pass_line(const Program *p, const CLines *lines, unsigned long line, bool *is_passed)
{
    for (uint32_t e = 0; e < p->edges.count; e++)
        if (lines[e].first <= line && line <= lines[e].last) is_passed[e] = true;
}

/* The lines that a witness names, in GraphML (the data startline) or YAML (the key line). A guess like all the rest, so
 * that nothing else of the formats matters. NULL: none. */
static bool *passed_edges(const Program *p, const CLines *lines, const char *text)
{
    bool is_any = false, *is_passed = run_alloc(p->run, p->edges.count + 1);
    static const char *const keys[] = {"\"startline\">", "line:"};
    for (int k = 0; k < 2; k++)
        for (const char *at = text; (at = strstr(at, keys[k]));) {
            char *end;
            at += strlen(keys[k]);
            unsigned long line = strtoul(at, &end, 10);
            is_any |= end != at;
            if (end != at) pass_line(p, lines, line, is_passed);
        }
    return is_any ? is_passed : NULL;
}

/* ---- the command ---- */

static void add_command_with_files(Str *out, const char *command, const char *file, const char *witness)
{
    while (*command) {
        bool is_file = !strncmp(command, "{file}", 6), is_witness = !strncmp(command, "{witness}", 9);
        if (is_file || is_witness) {
            str_add(out, is_file ? file : witness);
            command += is_file ? 6 : 9;
        } else {
            str_add_bytes(out, command++, 1);
        }
    }
}

static ExternalAnswer fail_external(Run *run, const ExternalCommand *external, const char *why)
{
    return (ExternalAnswer){EXTERNAL_FAILED, run_format(run, "'%s' cannot be run: %s", external->command, why), NULL};
}

/* Its output, both streams. NULL: done; else why not. */
static const char *run_command(Run *run, const char *command, Str *out)
{
    const char *const args[] = {"sh", "-c", command, NULL};
    double left = run_seconds_left(run);
    uint64_t seconds = left < CPU_SECONDS_MAX ? (uint64_t)left + 2 : CPU_SECONDS_MAX;
    ProcessLimits limits = {seconds, MEMORY_MAX, OUTPUT_MAX};
    Str err;
    int code = 0;
    str_init(run, &err);
    ProcessEnd end = process_run(run, args, NULL, &limits, out, &err, &code);
    str_add(out, "\n");
    str_add(out, str_text(&err));
    const char *why = NULL;
    if (end == PROCESS_NOT_FOUND || end == PROCESS_FAILED) why = strerror(code);
    if (end == PROCESS_EXITED && code >= CANNOT_RUN && code <= CANNOT_RUN + 1)
        why = code == CANNOT_RUN ? "it is not executable" : "it is not found";
    str_clear(&err);
    return why;
}

static ExternalAnswer ask_with(const ExternalCommand *external, const Program *p, const CLines *lines, const char *file,
                               const char *witness)
{
    Run *run = p->run;
    ExternalAnswer answer = {EXTERNAL_NOTHING, NULL, NULL};
    Str command, out;
    str_init(run, &command);
    str_init(run, &out);
    add_command_with_files(&command, external->command, file, witness);
    const char *why = run_command(run, str_text(&command), &out);
    if (why) {
        answer = fail_external(run, external, why);
    } else {
        bool safe = is_expression_found(run, external->safe ? external->safe : usual_safe, str_text(&out));
        bool violated =
            is_expression_found(run, external->violated ? external->violated : usual_violated, str_text(&out));
        if (safe != violated) answer.says = safe ? EXTERNAL_SAFE : EXTERNAL_VIOLATED;
    }
    if (answer.says == EXTERNAL_VIOLATED) {
        str_reset(&out);
        read_file_start(witness, &out);
        answer.is_passed = passed_edges(p, lines, str_text(&out));
    }
    str_clear(&command);
    str_clear(&out);
    return answer;
}

ExternalAnswer external_ask(const ExternalCommand *external, Program *p)
{
    Run *run = p->run;
    CLines *lines = run_alloc(run, (p->edges.count + 1) * sizeof *lines);
    const char *text = c_program_of(p, lines);
    if (!text) return (ExternalAnswer){EXTERNAL_NOTHING, NULL, NULL};
    uint32_t tickets[2];
    char *file = new_file(run, ".c", &tickets[0]), *witness = new_file(run, ".witness", &tickets[1]);
    ExternalAnswer answer;
    if (!file || !witness || !write_text_file(file, text))
        answer = fail_external(run, external, "no temporary file can be written");
    else
        answer = ask_with(external, p, lines, file, witness);
    end_file(run, file, tickets[0]);
    end_file(run, witness, tickets[1]);
    return answer;
}
