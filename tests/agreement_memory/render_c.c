#include "agreement_memory/render_c.h"

static const char *name_order(Order order)
{
    static const char *const names[] = {"memory_order_relaxed", "memory_order_relaxed", "memory_order_acquire",
                                        "memory_order_release", "memory_order_acq_rel", "memory_order_seq_cst"};
    return names[order];
}

static void render_spin(const Instruction *i, char x, Str *out)
{
    const char *order = name_order(i->order);
    if (i->kind == CODE_AWAIT)
        str_addf(out, "    while (atomic_load_explicit(&%c, %s) %s %u)\n        continue;\n", x, order,
                 i->is_unequal ? "==" : "!=", i->expected);
    else
        str_addf(out,
                 "    for (unsigned char e = %u; !atomic_compare_exchange_strong_explicit(&%c, &e, %u, %s, "
                 "memory_order_relaxed); e = %u)\n        continue;\n",
                 i->expected, x, i->value, order, i->expected);
}

static void render_exchange(const Instruction *i, char x, Str *out)
{
    const char *order = name_order(i->order);
    if (i->kind == CODE_CAS)
        str_addf(out,
                 "    expected = %u;\n"
                 "    r%u = atomic_compare_exchange_strong_explicit(&%c, &expected, %u, %s, %s);\n",
                 i->expected, i->target, x, i->value, order, name_order(i->failure));
    else
        str_addf(out, "    r%u = atomic_%s_explicit(&%c, %u, %s);\n", i->target,
                 i->kind == CODE_ADD ? "fetch_add" : "exchange", x, i->value, order);
}

static void render_access(const Instruction *i, char x, Str *out)
{
    bool is_plain = i->order == ORDER_PLAIN;
    const char *order = name_order(i->order);
    if (i->kind == CODE_LOAD && is_plain)
        str_addf(out, "    r%u = %c;\n", i->target, x);
    else if (i->kind == CODE_LOAD)
        str_addf(out, "    r%u = atomic_load_explicit(&%c, %s);\n", i->target, x, order);
    else if (i->kind == CODE_STORE && is_plain)
        str_addf(out, "    %c = %u;\n", x, i->value);
    else if (i->kind == CODE_STORE)
        str_addf(out, "    atomic_store_explicit(&%c, %u, %s);\n", x, i->value, order);
    else if (i->kind == CODE_AWAIT || i->kind == CODE_TAKE)
        render_spin(i, x, out);
    else
        render_exchange(i, x, out);
}

/* Where a condition that does not hold goes on: l and a number, or the end of the function. */
static void render_if(const Instruction *i, uint32_t at, uint32_t count, Str *out)
{
    uint32_t to = at + 1 + i->value < count ? at + 1 + i->value : count;
    str_addf(out, "    if (!(r%u %s %u)) goto l%u;\n", i->target, i->is_unequal ? "!=" : "==", i->expected, to);
}

static bool is_goal(const Thread *thread, uint32_t at)
{
    for (uint32_t i = 0; i < at && i < thread->count; i++) {
        const Instruction *test = &thread->code[i];
        uint32_t to = i + 1 + test->value < thread->count ? i + 1 + test->value : thread->count;
        if (test->kind == CODE_IF && to == at) return true;
    }
    return false;
}

/* An assertion reads by itself what the instruction before it loads for it. */
static bool is_read_in_assertion(const Thread *thread, uint32_t at)
{
    if (at + 1 >= thread->count || thread->code[at].kind != CODE_LOAD || is_goal(thread, at + 1)) return false;
    const Instruction *next = &thread->code[at + 1];
    return next->kind == CODE_FAILS && (next->target >> thread->code[at].target & 1);
}

/* What is loaded here comes first: it is read, whatever the other register is. */
static void render_assertion(const MemoryProgram *p, const Thread *thread, uint32_t at, Str *out)
{
    const Instruction *i = &thread->code[at];
    const Instruction *load = at > 0 && is_read_in_assertion(thread, at - 1) ? &thread->code[at - 1] : NULL;
    uint32_t first = load ? load->target : 0;
    const char *separator = "";
    str_add(out, "    assert(!(");
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t r = k ? 1 - first : first;
        if (!(i->target >> r & 1)) continue;
        str_add(out, separator);
        if (load && k == 0 && load->order == ORDER_PLAIN)
            str_addf(out, "%c", p->names[load->location]);
        else if (load && k == 0)
            str_addf(out, "atomic_load_explicit(&%c, %s)", p->names[load->location], name_order(load->order));
        else
            str_addf(out, "r%u", r);
        str_addf(out, " == %u", r ? i->expected : i->value);
        separator = " && ";
    }
    str_add(out, "));\n");
}

static void render_instruction(const MemoryProgram *p, const Thread *thread, uint32_t at, Str *out)
{
    const Instruction *i = &thread->code[at];
    char x = p->names[i->location];
    if (is_access(i->kind) && !is_read_in_assertion(thread, at)) render_access(i, x, out);
    if (i->kind == CODE_FENCE) str_addf(out, "    atomic_thread_fence(%s);\n", name_order(i->order));
    if (i->kind == CODE_LOCK) str_addf(out, "    pthread_mutex_lock(&%c);\n", x);
    if (i->kind == CODE_UNLOCK) str_addf(out, "    pthread_mutex_unlock(&%c);\n", x);
    if (i->kind == CODE_SPAWN) str_addf(out, "    pthread_create(&t%u, 0, f%u, 0);\n", i->value, i->value);
    if (i->kind == CODE_JOIN) str_addf(out, "    pthread_join(t%u, 0);\n", i->value);
    if (i->kind == CODE_IF) render_if(i, at, thread->count, out);
    if (i->kind == CODE_FAILS) render_assertion(p, thread, at, out);
}

static void render_thread(const MemoryProgram *p, uint32_t t, Str *out)
{
    const Thread *thread = &p->threads[t];
    str_addf(out, "static void *f%u(void *arg)\n{\n    unsigned char r0 = 0, r1 = 0, expected;\n", t);
    for (uint32_t i = 0; i <= thread->count; i++) {
        if (is_goal(thread, i)) str_addf(out, "l%u:;\n", i);
        if (i < thread->count) render_instruction(p, thread, i, out);
    }
    str_add(out, "    (void)r0, (void)r1, (void)expected;\n    return arg;\n}\n\n");
}

static void render_variable(const MemoryProgram *p, uint32_t l, Str *out)
{
    if (program_is_lock(p, l))
        str_addf(out, "pthread_mutex_t %c = PTHREAD_MUTEX_INITIALIZER;\n", p->names[l]);
    else
        str_addf(out, "%sunsigned char %c;\n", program_is_plain(p, l) ? "" : "_Atomic ", p->names[l]);
}

void render_c(const MemoryProgram *p, Str *out)
{
    str_add(out, "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\n");
    for (uint32_t l = 0; l < p->location_count; l++)
        render_variable(p, l, out);
    for (uint32_t t = 0; t < p->thread_count; t++)
        str_addf(out, "pthread_t t%u;\nstatic void *f%u(void *arg);\n", t, t);
    str_add(out, "\n");
    for (uint32_t t = 0; t < p->thread_count; t++)
        render_thread(p, t, out);
    str_add(out, "int main(void)\n{\n");
    for (uint32_t t = 0; t < p->thread_count; t++)
        if (!program_is_spawned(p, t)) str_addf(out, "    pthread_create(&t%u, 0, f%u, 0);\n", t, t);
    str_add(out, "    pthread_exit(0);\n}\n");
}
