/* Deletes threads and instructions (a lock with its unlock), and makes orders relaxed. */
#include "agreement_memory/shrink.h"

#include <string.h>

typedef struct Shrinker {
    MemoryProgram *program;
    const CheckOptions *options;
    CheckResult *result;
    uint32_t attempts;
} Shrinker;

/* Without locations that nothing accesses: they would be part of every execution. */
static void drop_unused(const MemoryProgram *p, MemoryProgram *out)
{
    MemoryProgram kept = *p;
    kept.location_count = 0;
    memset(kept.names, 0, sizeof kept.names);
    for (uint32_t t = 0; t < p->thread_count; t++)
        for (uint32_t i = 0; i < p->threads[t].count; i++) {
            Instruction *code = &kept.threads[t].code[i];
            bool has_location = is_access(code->kind) || code->kind == CODE_LOCK || code->kind == CODE_UNLOCK;
            code->location = has_location ? program_location(&kept, p->names[code->location]) : 0;
        }
    *out = kept;
}

static bool accept(Shrinker *s, const MemoryProgram *candidate)
{
    MemoryProgram p;
    if (!s->attempts) return false;
    s->attempts--;
    drop_unused(candidate, &p);
    Judgement j = enumerate_executions(&p, &s->options->models, EXECUTION_LIMIT);
    if (!j.is_complete) return false;
    CheckResult r = check_program(&p, &j, s->options);
    if (r.wrong != s->result->wrong || r.answers[r.wrong] != s->result->answers[r.wrong]) return false;
    *s->program = p;
    *s->result = r;
    return true;
}

static void delete_instruction(Thread *thread, uint32_t at)
{
    for (uint32_t i = 0; i < at; i++) {
        Instruction *test = &thread->code[i];
        if (test->kind == CODE_IF && test->value != SKIP_ALL && i + test->value >= at && test->value) test->value--;
    }
    thread->count--;
    memmove(&thread->code[at], &thread->code[at + 1], (thread->count - at) * sizeof thread->code[0]);
}

static bool try_without(Shrinker *s, uint32_t t, uint32_t at)
{
    MemoryProgram p = *s->program;
    Thread *thread = &p.threads[t];
    Instruction gone = thread->code[at];
    if (gone.kind == CODE_UNLOCK) return false;
    for (uint32_t i = at + 1; gone.kind == CODE_LOCK && i < thread->count; i++)
        if (thread->code[i].kind == CODE_UNLOCK && thread->code[i].location == gone.location) {
            delete_instruction(thread, i);
            break;
        }
    for (uint32_t i = thread->count; gone.kind == CODE_SPAWN && i-- > at + 1;)
        if (thread->code[i].kind == CODE_JOIN && thread->code[i].value == gone.value) delete_instruction(thread, i);
    delete_instruction(thread, at);
    return accept(s, &p);
}

/* That one is gone, those after it are one less. */
static void forget_thread(Thread *thread, uint32_t gone)
{
    for (uint32_t i = thread->count; i-- > 0;) {
        bool is_about = thread->code[i].kind == CODE_SPAWN || thread->code[i].kind == CODE_JOIN;
        if (!is_about || thread->code[i].value < gone) continue;
        if (thread->code[i].value == gone)
            delete_instruction(thread, i);
        else
            thread->code[i].value--;
    }
}

static bool try_without_thread(Shrinker *s, uint32_t t)
{
    MemoryProgram p = *s->program;
    if (p.thread_count == 1) return false;
    p.thread_count--;
    memmove(&p.threads[t], &p.threads[t + 1], (p.thread_count - t) * sizeof p.threads[0]);
    for (uint32_t k = 0; k < p.thread_count; k++)
        forget_thread(&p.threads[k], t);
    return accept(s, &p);
}

static bool try_relaxed(Shrinker *s, uint32_t t, uint32_t at)
{
    MemoryProgram p = *s->program;
    Instruction *code = &p.threads[t].code[at];
    if (!is_access(code->kind) || code->order == ORDER_PLAIN) return false;
    if (code->order == ORDER_RELAXED && (code->kind != CODE_CAS || code->failure == ORDER_RELAXED)) return false;
    code->order = ORDER_RELAXED;
    if (code->kind == CODE_CAS) code->failure = ORDER_RELAXED;
    return accept(s, &p);
}

static bool shrink_once(Shrinker *s)
{
    bool is_smaller = false;
    for (uint32_t t = s->program->thread_count; t-- > 0;)
        if (try_without_thread(s, t)) is_smaller = true;
    for (uint32_t t = 0; t < s->program->thread_count; t++)
        for (uint32_t i = s->program->threads[t].count; i-- > 0;)
            if (i < s->program->threads[t].count && (try_without(s, t, i) || try_relaxed(s, t, i))) is_smaller = true;
    return is_smaller;
}

void shrink_program(MemoryProgram *p, const CheckOptions *options, uint32_t attempts, CheckResult *result)
{
    CheckOptions only = *options;
    for (Question q = ASK_SC_ASSERTION; q < QUESTION_COUNT; q++)
        only.is_asked[q] = q == result->wrong;
    Shrinker s = {p, &only, result, attempts};
    while (s.attempts && shrink_once(&s))
        continue;
}
