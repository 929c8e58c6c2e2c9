#include "session/memory_proof.h"

#include "program/analysis/spin.h"
#include "program/weak_robust.h"
#include "session/file.h"
#include "session/load.h"
#include "session/races.h"

const char *session_memory_name(bool is_tso) { return is_tso ? "x86-TSO" : "C11"; }

bool session_is_race_proof(const ChorusSession *s)
{
    return session_asks_races(s) && s->is_ordered && !s->race_variables;
}

/* In text, steps inside of atomic sections make no accesses. */
MemorySubject session_memory_subject(const ChorusSession *s, const Proof *proof)
{
    return (MemorySubject){.proof = proof,
                           .p = s->accessing ? s->accessing : s->program,
                           .is_race_free = session_is_race_proof(s),
                           .hides_sections = session_is_text(s->files.data[0])};
}

/* The files once more, with races under C11 as error edges. */
static Program *load_races(void *arg)
{
    MemoryPrograms *programs = arg;
    ChorusSession *s = programs->session;
    const ChorusSession before = *s;
    Diags *diags = run_diags(s->run);
    const uint32_t count = diags->count;
    session_load_races(s);
    if (s->is_ordered) {
        programs->races = s->program;
        programs->accessing = s->accessing;
    }
    session_restore(s, &before);
    diags->count = count;
    return programs->races;
}

static Program *make_location(void *arg, const MemoryProof *memory, VarId x)
{
    const MemoryPrograms *programs = arg;
    Program *p = session_memory_subject(programs->session, NULL).p;
    MemoryEvents *events = memory_events_find(p, memory->has_plain);
    spins_find(p, events);
    Program *weak =
        events->is_location[x.i] ? weak_robustness(p, events, memory->is_tso ? WEAK_TSO : WEAK_C11, x.i) : NULL;
    memory_events_free(events);
    return weak;
}

MemorySource session_memory_source(MemoryPrograms *programs)
{
    return (MemorySource){.races = load_races, .location = make_location, .arg = programs};
}

void session_certify_races(ChorusSession *s, const Proof *proof, const char *smtlib_dir, CertifyResult *result)
{
    MonitorQuestion asks = session_asked_races(s);
    if (s->is_ordered && !result->problem) memory_certify_races(s->accessing, &asks, proof, smtlib_dir, result);
}
