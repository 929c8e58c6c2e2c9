/* Answers that are kept in a folder, from one process to the next.
 *
 * What is kept is evidence, not an answer: the certificate of a proof, which the independent checker certifies again
 * unless it is on record that this very checker did so before (checked.c), or the trace of a counterexample, which is
 * replayed again. So a file of the folder that is wrong, or another's, costs time and nothing else. The name of a file
 * says what it is evidence for: the program as it was loaded, without its positions in the source, and every option
 * that has a say in what is asked. A change of comments, or of a function
 * that the program does not come to, changes nothing of that. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/sha256.h"
#include "proof/checked.h"
#include "proof/text/evidence.h"
#include "session/certify.h"
#include "session/evidence.h"
#include "session/memory_proof.h"

#define FILES_MAX 500
#define BYTES_MAX (UINT64_C(64) << 20)
#define PATH_MAX_BYTES 4096

typedef struct Kept {
    ChorusSession *session;
    const char *folder, *text; /* what is kept just now */
    char key[SHA256_TEXT_SIZE];
    char proof[PATH_MAX_BYTES], trace[PATH_MAX_BYTES], record[PATH_MAX_BYTES]; /* files */
} Kept;

/* Options that change how long an answer takes, or how it is told, and not what it is. */
static bool has_no_say(OptionId id)
{
    return id == OPTION_time_limit || id == OPTION_memory_limit || id == OPTION_verbosity ||
           id == OPTION_trace_detail || id == OPTION_iterations;
}

static void find_key(Run *run, void *arg)
{
    Kept *kept = arg;
    const ChorusSession *s = kept->session;
    Str text;
    str_init(run, &text);
    str_addf(&text, "%s\n%s\n", chorus_version(), evidence_digest(s->program));
    /* Proofs of race freedom may speak of the accesses, which the program made of them does not show. */
    if (s->accessing) str_addf(&text, "%s\n", evidence_digest(s->accessing));
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (!has_no_say((OptionId)i))
            str_addf(&text, "%s %s%s\n", chorus_option_name(i), s->options.texts[i],
                     i == OPTION_property && s->options.given[i] ? " given" : "");
    for (uint32_t i = 0; i < s->flags.count; i++)
        str_addf(&text, "%s\n", s->flags.data[i]);
    str_addf(&text, "%s\n%s\n", s->race_variables ? s->race_variables : "", s->thread_order ? s->thread_order : "");
    str_addf(&text, "%llx\n", (unsigned long long)s->rows_left_out);
    for (int i = 0; i < 3; i++)
        str_addf(&text, "%s\n", s->sequential[i] ? s->sequential[i] : "");
    sha256_text(str_text(&text), text.length, kept->key);
    str_clear(&text);
}

/* ---- the folder ---- */

typedef struct CacheEntry {
    char name[96];
    uint64_t bytes;
    time_t used;
} CacheEntry;

static int compare_used(const void *a, const void *b)
{
    const CacheEntry *x = a, *y = b;
    return x->used != y->used ? (x->used < y->used ? -1 : 1) : strcmp(x->name, y->name);
}

static bool is_ours(const char *name)
{
    size_t n = strspn(name, "0123456789abcdef");
    return n == SHA256_TEXT_SIZE - 1 &&
           (!strcmp(name + n, ".proof") || !strcmp(name + n, ".trace") || !strcmp(name + n, ".checked"));
}

static void list_folder(Run *run, const char *folder, CacheEntry **list, uint32_t *count)
{
    VEC(CacheEntry) all = {NULL, 0, 0};
    DIR *dir = opendir(folder);
    for (struct dirent *d; dir && (d = readdir(dir));) {
        char path[PATH_MAX_BYTES];
        struct stat st;
        CacheEntry e;
        snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
        if (!is_ours(d->d_name) || stat(path, &st) != 0) continue;
        snprintf(e.name, sizeof e.name, "%.90s", d->d_name);
        e.bytes = (uint64_t)st.st_size;
        e.used = st.st_mtime;
        vec_push(run, &all, e);
    }
    if (dir) closedir(dir);
    *list = all.data;
    *count = all.count;
}

/* Removes what was not used for longest until the rest is small enough. Another process may do the same: what is gone
 * is gone. */
static void bound_folder(Run *run, void *arg)
{
    const Kept *k = arg;
    const char *folder = k->folder;
    CacheEntry *list;
    uint32_t count;
    uint64_t bytes = 0;
    list_folder(run, folder, &list, &count);
    if (count) qsort(list, count, sizeof *list, compare_used);
    for (uint32_t i = 0; i < count; i++)
        bytes += list[i].bytes;
    for (uint32_t i = 0; i < count && (count - i > FILES_MAX || bytes > BYTES_MAX); i++) {
        char path[PATH_MAX_BYTES];
        snprintf(path, sizeof path, "%s/%s", folder, list[i].name);
        unlink(path);
        bytes -= list[i].bytes;
    }
    run_release(run, list);
}

/* The file is there as a whole or not at all, whoever writes it at the same time. */
static void keep_text(Kept *k, const char *path, const char *text)
{
    char part[PATH_MAX_BYTES];
    if (!text || snprintf(part, sizeof part, "%s/part.XXXXXX", k->folder) >= (int)sizeof part) return;
    int fd = mkstemp(part);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!f) return;
    bool ok = fputs(text, f) >= 0;
    ok = fclose(f) == 0 && ok;
    if (!ok || rename(part, path) != 0) unlink(part);
    session_guard(k->session, bound_folder, k);
}

/* ---- use ---- */

/* A proof under the memory model that is named, if one is. */
static bool is_of_model(const ChorusSession *s)
{
    uint32_t asked = session_option(&s->options, OPTION_memory);
    if (asked != MEMORY_MODEL_C11 && asked != MEMORY_MODEL_TSO) return true;
    return s->memory_proved && !strcmp(s->memory_proved, session_memory_name(asked == MEMORY_MODEL_TSO));
}

/* Is what was shown no less than what is asked, however it came into the folder? */
static bool is_enough(const ChorusSession *s, bool is_proof)
{
    uint32_t asked = session_option(&s->options, OPTION_threads);
    if (is_proof && !is_of_model(s)) return false;
    if (!is_proof) return !asked || s->steps->thread_count <= asked;
    return s->verdict.threads == 0 || s->verdict.all_created || (asked && s->verdict.threads >= asked);
}

/* True: there is a verdict, which may be that time or memory ran out. A session that was to take evidence and did not
 * is as it was before. */
static bool took(ChorusSession *s, ChorusStatus status, const char *path, bool is_proof, const char *how)
{
    bool ok = status == CHORUS_OK && chorus_verdict(s) == (is_proof ? CHORUS_TRUE : CHORUS_FALSE);
    if (ok && is_enough(s, is_proof)) {
        utimensat(AT_FDCWD, path, NULL, 0);
        s->scope = run_format(s->run, "%s; kept %s", s->scope, how);
        return true;
    }
    if (status == CHORUS_OK && is_proof && chorus_verdict(s) == CHORUS_UNKNOWN && !s->is_rejected) return true;
    s->stage = SESSION_LOADED;
    s->is_rejected = false;
    s->error[0] = 0;
    s->scope = NULL;
    s->steps = NULL;
    s->memory_proved = NULL;
    memset(&s->verdict, 0, sizeof s->verdict);
    return false;
}

static bool try_trace(Kept *k)
{
    ChorusSession *s = k->session;
    if (access(k->trace, R_OK) != 0) return false;
    uint32_t diags = run_diags(s->run)->count;
    if (took(s, chorus_replay(s, k->trace), k->trace, false, "trace, replayed")) return true;
    run_diags(s->run)->count = diags;
    return false;
}

static bool try_proof(Kept *k)
{
    ChorusSession *s = k->session;
    KeptProof proof = {.key = k->key, .record = k->record};
    if (access(k->proof, R_OK) != 0) return false;
    uint32_t diags = run_diags(s->run)->count;
    ChorusStatus status = session_certify_kept(s, k->proof, &proof);
    const char *how = proof.is_known ? "proof, certified before" : "proof, certified again";
    if (took(s, status, k->proof, true, how)) {
        if (proof.is_known) utimensat(AT_FDCWD, k->record, NULL, 0);
        keep_text(k, k->record, proof.new_record);
        return true;
    }
    run_diags(s->run)->count = diags;
    return false;
}

/* What was certified is the proof in memory; its claim does not rest on how it is written down. */
static void make_record(Run *run, void *arg)
{
    Kept *k = arg;
    const ChorusSession *s = k->session;
    CheckedProof proof = {k->key, k->text, strlen(k->text), proof_claim(s->verdict.proof)};
    k->text = checked_record(run, &proof, &s->proof_check);
}

/* The certificate of a proof just found, and on record that it was certified, if it was. */
static void keep_proof(Kept *k)
{
    ChorusSession *s = k->session;
    k->text = chorus_certificate_text(s);
    keep_text(k, k->proof, k->text);
    if (k->text && s->is_certified && session_guard(s, make_record, k)) keep_text(k, k->record, k->text);
}

/* Names of files. */
static bool find_files(Kept *k)
{
    const struct {
        char *path;
        const char *suffix;
    } files[] = {{k->proof, "proof"}, {k->trace, "trace"}, {k->record, "checked"}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (snprintf(files[i].path, PATH_MAX_BYTES, "%s/%s.%s", k->folder, k->key, files[i].suffix) >= PATH_MAX_BYTES)
            return false;
    return true;
}

ChorusVerdict chorus_check_kept(ChorusSession *session, const char *folder)
{
    ChorusSession *s = session;
    Kept kept = {.session = s, .folder = folder};
    bool can = s->stage == SESSION_LOADED && s->program && session_guard(s, find_key, &kept) && find_files(&kept);
    if (!can) return chorus_check(s);
    if (try_trace(&kept) || try_proof(&kept)) return chorus_verdict(s);
    ChorusVerdict verdict = chorus_check(s);
    if (verdict == CHORUS_FALSE) keep_text(&kept, kept.trace, chorus_trace_text(s));
    /* That a proof says nothing about some assertions is not in its certificate: it would be told once only. */
    if (verdict == CHORUS_TRUE && s->verdict.proof && !s->unreached.all.count) keep_proof(&kept);
    return verdict;
}
