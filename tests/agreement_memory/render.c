#include "agreement_memory/render.h"

/* An instruction between two locations. */
typedef struct Renderer {
    const MemoryProgram *program;
    bool has_orders;
    Str *out;
} Renderer;

static const char *name_order(Order order)
{
    static const char *const names[] = {"plain", "relaxed", "acquire", "release", "acq_rel", "seq_cst"};
    return names[order];
}

static void begin(Renderer *r, uint32_t from, uint32_t to) { str_addf(r->out, "    edge %u -> %u", from, to); }

static void end(Renderer *r, const char *item, Order order)
{
    if (r->has_orders) str_addf(r->out, " %s %s", item, name_order(order));
    str_add(r->out, ";\n");
}

static void render_exchange(Renderer *r, const Instruction *i, uint32_t at, char x)
{
    begin(r, at, at + 1);
    if (i->kind == CODE_CAS)
        str_addf(r->out, " when %c == %u do r%u, %c = 1, %u", x, i->expected, i->target, x, i->value);
    else if (i->kind == CODE_ADD)
        str_addf(r->out, " do r%u, %c = %c, %c + %u", i->target, x, x, x, i->value);
    else
        str_addf(r->out, " do r%u, %c = %c, %u", i->target, x, x, i->value);
    end(r, "order", i->order);
    if (i->kind != CODE_CAS) return;
    begin(r, at, at + 1);
    str_addf(r->out, " when %c != %u do r%u = 0", x, i->expected, i->target);
    end(r, "order", i->failure);
}

/* Places: count is the end of the thread, count + 1 the error. */
static void render_condition(Renderer *r, const Instruction *i, uint32_t at, uint32_t count)
{
    uint32_t otherwise = at + 1 + i->value < count ? at + 1 + i->value : count;
    if (i->kind == CODE_IF) {
        const char *same = i->is_unequal ? "!=" : "==", *other = i->is_unequal ? "==" : "!=";
        begin(r, at, at + 1);
        str_addf(r->out, " when r%u %s %u;\n", i->target, same, i->expected);
        begin(r, at, otherwise);
        str_addf(r->out, " when r%u %s %u;\n", i->target, other, i->expected);
        return;
    }
    for (int fails = 1; fails >= 0; fails--) {
        const char *both = i->target == 3 ? " && " : "";
        begin(r, at, fails ? count + 1 : at + 1);
        str_add(r->out, fails ? " when " : " when !(");
        if (i->target & 1) str_addf(r->out, "r0 == %u%s", i->value, both);
        if (i->target & 2) str_addf(r->out, "r1 == %u", i->expected);
        str_add(r->out, fails ? " error;\n" : ");\n");
    }
}

static void render_instruction(Renderer *r, const Thread *thread, uint32_t at)
{
    const Instruction *i = &thread->code[at];
    char x = r->program->names[i->location];
    if (i->kind == CODE_IF || i->kind == CODE_FAILS) {
        render_condition(r, i, at, thread->count);
        return;
    }
    if (i->kind == CODE_EXCHANGE || i->kind == CODE_ADD || i->kind == CODE_CAS) {
        render_exchange(r, i, at, x);
        return;
    }
    begin(r, at, at + 1);
    if (i->kind == CODE_LOCK || i->kind == CODE_UNLOCK) {
        str_addf(r->out, i->kind == CODE_LOCK ? " when !%c do %c = true;\n" : " do %c = false;\n", x, x);
        return;
    }
    if (i->kind == CODE_SPAWN) {
        str_addf(r->out, " spawn t%u();\n", i->value);
        return;
    }
    if (i->kind == CODE_LOAD) str_addf(r->out, " do r%u = %c", i->target, x);
    if (i->kind == CODE_STORE) str_addf(r->out, " do %c = %u", x, i->value);
    if (i->kind == CODE_AWAIT) str_addf(r->out, " when %c %s %u", x, i->is_unequal ? "!=" : "==", i->expected);
    if (i->kind == CODE_TAKE) str_addf(r->out, " when %c == %u do %c = %u", x, i->expected, x, i->value);
    if (i->order == ORDER_PLAIN)
        str_add(r->out, ";\n");
    else
        end(r, i->kind == CODE_FENCE ? "fence" : "order", i->order);
}

static void render_thread(Renderer *r, uint32_t t)
{
    const Thread *thread = &r->program->threads[t];
    str_addf(r->out, "automaton t%u %d {\n", t, program_is_spawned(r->program, t) ? 0 : 1);
    for (int k = 0; k < PROGRAM_REGISTERS; k++)
        str_addf(r->out, "    local u8 r%d = 0;\n", k);
    for (uint32_t i = 0; i <= thread->count; i++)
        str_addf(r->out, "    location %u;\n", i);
    str_addf(r->out, "    location %u `error`;\n    entry 0;\n", thread->count + 1);
    for (uint32_t i = 0; i < thread->count; i++)
        render_instruction(r, thread, i);
    str_add(r->out, "}\n");
}

void render_program(const MemoryProgram *p, bool has_orders, Str *out)
{
    Renderer r = {p, has_orders, out};
    for (uint32_t l = 0; l < p->location_count; l++) {
        bool is_lock = program_is_lock(p, l);
        if (is_lock)
            str_addf(out, "shared %sbool %c = false;\n", has_orders ? "lock " : "", p->names[l]);
        else
            str_addf(out, "shared u8 %c = 0;\n", p->names[l]);
    }
    for (uint32_t t = 0; t < p->thread_count; t++)
        render_thread(&r, t);
}
