/* Certificates of sessions: the text of a proof, given predicates, and the check of a proof that is given. */
#include "session/certify.h"

#include <string.h>

#include "base/check.h"
#include "kernel/certify.h"
#include "proof/checked.h"
#include "proof/text/certificate_parse.h"
#include "proof/text/proof_text.h"
#include "report/report.h"
#include "report/value.h"
#include "session/check.h"
#include "session/evidence.h"
#include "session/file.h"
#include "session/load.h"
#include "session/memory_model.h"
#include "session/memory_proof.h"
#include "session/races.h"

typedef struct CertifyCall {
    ChorusSession *session;
    const char *path, *smtlib_dir;
    KeptProof *kept; /* NULL: a certificate that somebody gives */
    Str text;
    bool cannot_write;
} CertifyCall;

/* ---- printing ---- */

/* Without symmetry there are none. */
static bool has_all_proofs(const ChorusSession *s)
{
    bool all = true;
    for (uint32_t i = 0; i < s->memory_proof.locations.count; i++)
        all &= s->memory_proof.locations.data[i].proof != NULL;
    return all;
}

static void add_certificate(Run *run, void *arg)
{
    CertifyCall *call = arg;
    ChorusSession *s = call->session;
    OptionTable table;
    str_init(run, &call->text);
    const MemoryProof *memory = s->memory_proved && has_all_proofs(s) ? &s->memory_proof : NULL;
    proof_print_under(s->verdict.proof, memory, session_trace_options(s, &table), &call->text);
}

const char *chorus_certificate_text(ChorusSession *session)
{
    if (chorus_verdict(session) != CHORUS_TRUE) return NULL;
    if (!session->verdict.proof) {
        session_fail(session, CHORUS_BAD_OPTION, "there is no certificate %s",
                     session->is_surveyed ? "of a survey" : "with --symmetry=off");
        return NULL;
    }
    CertifyCall call = {.session = session};
    return session_guard(session, add_certificate, &call) ? str_text(&call.text) : NULL;
}

/* ---- given predicates ---- */

static void read_predicates(Run *run, void *arg)
{
    CertifyCall *call = arg;
    ChorusSession *s = call->session;
    size_t length;
    char *text = session_read_file(run, call->path, &length);
    CertificateTerms terms = certificate_parse_predicates(s->program, run_strdup(run, call->path), text, length);
    for (uint32_t i = 0; i < terms.count; i++)
        vec_push(run, &s->predicates, terms.data[i]);
}

ChorusStatus chorus_read_predicates(ChorusSession *session, const char *path)
{
    ChorusSession *s = session;
    ChorusStatus status = session_check_evidence(s, path, "file of predicates");
    if (status != CHORUS_OK) return status;
    CertifyCall call = {.session = s, .path = path};
    StopKind stop = session_run(s, read_predicates, &call);
    if (stop == STOP_INPUT) return session_report_bad_input(s);
    return stop == STOP_NONE ? CHORUS_OK : session_fail(s, CHORUS_INTERNAL, "%s", run_reason(s->run));
}

/* ---- a given certificate ---- */

/* What the certificate claims becomes the verdict's scope. */
static void take_proof_claim(ChorusSession *s, Proof *proof)
{
    ProofClaim claim = proof_claim(proof);
    CHECK(proof->p == s->program);
    s->verdict.kind = VERDICT_TRUE;
    s->verdict.proof = proof;
    s->verdict.threads = claim.kind == CERTIFICATE_VIEWS ? 0 : claim.size;
    s->verdict.all_created = claim.kind == CERTIFICATE_CREATED;
}

/* What a text says. */
typedef struct GivenProof {
    Proof *proof;
    MemoryProof *memory; /* NULL: it is about interleavings */
    MemoryPrograms programs;
    const char *text;
    size_t length;
} GivenProof;

static void read_proof(const CertifyCall *call, GivenProof *given)
{
    ChorusSession *s = call->session;
    OptionTable table;
    ProofSubject subject = {s->program, s->accessing, session_asked_races(s)};
    given->programs = (MemoryPrograms){.session = s};
    given->text = session_read_file(s->run, call->path, &given->length);
    if (!session_is_text(s->files.data[0]) && strstr(given->text, "\noption " LOOPS_OPTION " kept\n")) {
        session_load_rolled(s);
        subject = (ProofSubject){s->program, s->accessing, session_asked_races(s)};
    }
    MemorySource source = session_memory_source(&given->programs);
    given->proof = proof_parse_under(&subject, session_trace_options(s, &table), &source,
                                     run_strdup(s->run, call->path), given->text, given->length, &given->memory);
}

static CertifyResult certify_given(const CertifyCall *call, const GivenProof *given)
{
    ChorusSession *s = call->session;
    CertifyResult r = certify(given->proof, call->smtlib_dir);
    session_certify_races(s, given->proof, call->smtlib_dir, &r);
    if (!given->memory || r.problem) return r;
    MemorySubject subject = session_memory_subject(s, given->proof);
    subject.accessing = given->programs.accessing;
    memory_certify(&subject, given->memory, call->smtlib_dir, &r);
    return r;
}

/* Asks the checker, unless it is on record that it was asked. */
static CertifyResult certify_or_know(const CertifyCall *call, const GivenProof *given)
{
    KeptProof *kept = call->kept;
    CertifyResult r = {.certified = true};
    const Proof *proof = given->proof;
    if (!kept || proof->p->unproved || proof_left_out(proof).i != NO_ID) return certify_given(call, given);
    Run *run = call->session->run;
    CheckedProof subject = {kept->key, given->text, given->length, proof_claim(proof)};
    kept->is_known = checked_is_recorded(run, &subject, kept->record, &r.did);
    if (kept->is_known) return r;
    r = certify_given(call, given);
    if (r.certified) kept->new_record = checked_record(run, &subject, &r.did);
    return r;
}

static void add_work(ChorusSession *s, const CertifyResult *r)
{
    Str scope;
    str_init(s->run, &scope);
    const char *property = session_option_text(s, OPTION_property);
    if (strcmp(property, "unreach-call") != 0) str_addf(&scope, "%s: ", property);
    str_addf(&scope, "%s, ", s->scope);
    report_add_count(&scope, (uint32_t)r->did.obligations, "obligation");
    if (r->did.replayed) {
        str_add(&scope, ", ");
        report_add_count(&scope, r->did.replay_states, "state");
        str_add(&scope, " replayed");
    }
    if (r->did.by_one_code) str_add(&scope, ", found and checked by one code");
    s->scope = str_text(&scope);
}

static void check_certificate(Run *run, void *arg)
{
    (void)run;
    CertifyCall *call = arg;
    ChorusSession *s = call->session;
    GivenProof given;
    read_proof(call, &given);
    CertifyResult r = certify_or_know(call, &given);
    s->verdict.kind = VERDICT_UNKNOWN;
    s->stage = SESSION_CHECKED;
    s->proof_check = r.did;
    call->cannot_write = r.cannot_write;
    s->verdict.why = r.problem;
    CHECK(r.certified || r.problem);
    s->is_rejected = !r.certified;
    if (r.certified) take_proof_claim(s, given.proof);
    if (r.certified && given.memory) {
        s->memory_proved = session_memory_name(given.memory->is_tso);
        s->memory_proof = *given.memory;
    }
    session_describe(s);
    if (r.certified) add_work(s, &r);
}

int chorus_is_rejected(const ChorusSession *session) { return session->is_rejected; }

static ChorusStatus certify_file(ChorusSession *s, const char *path, const char *smtlib_dir, KeptProof *kept)
{
    ChorusStatus status = session_check_evidence(s, path, "certificate");
    if (status != CHORUS_OK) return status;
    CertifyCall call = {.session = s, .path = path, .smtlib_dir = smtlib_dir, .kept = kept};
    double start = run_seconds(s->run);
    session_find_memory(s);
    s->verdict.kind = VERDICT_UNKNOWN;
    StopKind stop = session_run(s, check_certificate, &call);
    s->seconds_check = run_seconds(s->run) - start;
    session_measure_memory(s);
    if (stop == STOP_INPUT) return session_report_bad_input(s);
    if (call.cannot_write) return session_fail(s, CHORUS_INTERNAL, "%s", s->verdict.why);
    if (stop != STOP_NONE) {
        s->stage = SESSION_CHECKED;
        s->is_rejected = false;
        session_set_unknown(s, stop, run_reason(s->run));
    }
    return CHORUS_OK;
}

ChorusStatus chorus_certify(ChorusSession *session, const char *path, const char *smtlib_dir)
{
    return certify_file(session, path, smtlib_dir, NULL);
}

ChorusStatus session_certify_kept(ChorusSession *s, const char *path, KeptProof *kept)
{
    return certify_file(s, path, NULL, kept);
}
