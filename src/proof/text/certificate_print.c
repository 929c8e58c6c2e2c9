#include "proof/text/certificate_print.h"

#include <string.h>

#include "base/check.h"
#include "program/scpl/print.h"
#include "program/scpl/print_names.h"
#include "proof/certificate_check.h"
#include "proof/text/predicate_text.h"

typedef struct Printer {
    const Certificate *c;
    Program *p;
    Str *out;
    TraceNames names;
} Printer;

static void print_template_name(Printer *pr, uint32_t t) { scpl_add_name(pr->out, pr->names.scpl.templates[t]); }

static void print_claim_kind(Printer *pr)
{
    static const char *const words[] = {"views", "threads", "created", "concrete"};
    str_addf(pr->out, "claim %s %u%s%s%s%s\n\n", words[pr->c->kind], pr->c->size, pr->c->elements ? " elements" : "",
             pr->c->either ? " either" : "", pr->c->symbols ? " symbols" : "", pr->c->growing ? " growing" : "");
}

static void add_singles(Printer *pr)
{
    for (uint32_t t = 0; t < pr->p->templates.count; t++) {
        if (!pr->c->single[t]) continue;
        str_add(pr->out, "single ");
        print_template_name(pr, t);
        str_add(pr->out, "\n");
    }
}

static void print_counting(Printer *pr, const CertificateCounting *counting)
{
    str_add(pr->out, "counting ");
    scpl_add_name(pr->out, pr->names.scpl.vars[counting->var.i]);
    str_addf(pr->out, " %s most %u", counting->descending ? "down" : "up", counting->most);
    for (uint32_t l = 0; l < pr->p->locs.count; l++) {
        if (!counting->weight[l]) continue;
        str_add(pr->out, " ");
        print_template_name(pr, pr->p->locs.data[l].template.i);
        str_addf(pr->out, "@%u", pr->names.location_number[l]);
        if (counting->weight[l] > 1) str_addf(pr->out, "*%u", counting->weight[l]);
    }
    str_add(pr->out, "\n");
}

static void print_ticket(Printer *pr, const CertificateTicket *ticket)
{
    bool strict = ticket->order == TERM_ULT || ticket->order == TERM_SLT;
    bool is_signed = ticket->order == TERM_SLT || ticket->order == TERM_SLE;
    str_add(pr->out, "ticket ");
    scpl_add_name(pr->out, pr->names.scpl.vars[ticket->counter.i]);
    str_addf(pr->out, " %s %s", is_signed ? "signed" : "unsigned",
             ticket->descending ? strict ? "above" : "at_least"
             : strict           ? "below"
                                : "at_most");
    for (uint32_t l = 0; l < pr->p->locs.count; l++)
        for (uint32_t i = 0; i < ticket->held[l].count; i++) {
            str_add(pr->out, " ");
            print_template_name(pr, pr->p->locs.data[l].template.i);
            str_addf(pr->out, "@%u ", pr->names.location_number[l]);
            scpl_add_name(pr->out, pr->names.scpl.vars[ticket->held[l].data[i].i]);
        }
    str_add(pr->out, "\n");
    for (uint32_t l = 0; l < pr->p->locs.count; l++) {
        if (!term_is(ticket->known[l])) continue;
        str_add(pr->out, "known ");
        print_template_name(pr, pr->p->locs.data[l].template.i);
        str_addf(pr->out, " %u: ", pr->names.location_number[l]);
        Str text;
        str_init(pr->p->run, &text);
        scpl_print_terms(pr->p, &ticket->known[l], 1, &text);
        str_addf(pr->out, "%s;\n", str_text(&text));
    }
}

/* Of each lock: where it is held. */
static void add_sections(Printer *pr)
{
    for (uint32_t v = 0; v < pr->p->vars.count; v++)
        for (uint32_t t = 0; t < pr->p->templates.count; t++) {
            bool any = false;
            for (uint32_t l = 0; l < pr->p->locs.count; l++) {
                if (pr->c->section[l].i != v || pr->p->locs.data[l].template.i != t) continue;
                if (!any) {
                    str_add(pr->out, "section ");
                    scpl_add_name(pr->out, pr->names.scpl.vars[v]);
                    str_add(pr->out, " ");
                    print_template_name(pr, t);
                }
                str_addf(pr->out, " %u", pr->names.location_number[l]);
                any = true;
            }
            if (any) str_add(pr->out, "\n");
        }
}

static void print_local_part(Printer *pr, uint32_t id)
{
    const Certificate *c = pr->c;
    CHECK(id < c->locals.count);
    const CertificateLocal *local = &c->locals.data[id];
    str_add(pr->out, " ");
    print_template_name(pr, local->template.i);
    if (local->loc.i == NO_ID) {
        str_add(pr->out, "@end");
        return;
    }
    str_addf(pr->out, "@%u", pr->names.location_number[local->loc.i]);
    if (!bits_any(&c->tracked[local->loc.i])) return;
    str_add(pr->out, ":");
    predicate_bits_print(&local->bits, &c->tracked[local->loc.i], c->local[local->template.i].count, pr->out);
}

/* The sub-views of a view that is there need not be. */
static bool *find_maximal(const Certificate *c)
{
    Run *run = c->p->run;
    bool *maximal = run_alloc(run, c->states.count + 1);
    memset(maximal, true, c->states.count + 1);
    VEC(uint32_t) sub = {NULL, 0, 0};
    for (uint32_t i = 0; i < c->states.count; i++) {
        uint32_t length;
        const uint32_t *key = intern_key(&c->states, i, &length);
        for (uint32_t skip = 3 + key[2]; skip < length; skip++) {
            vec_clear(&sub);
            for (uint32_t k = 0; k < length; k++)
                if (k != skip) vec_push(run, &sub, key[k]);
            uint32_t id = intern_find(&c->states, sub.data, sub.count);
            CHECK(id != INTERN_NONE);
            if (id != INTERN_NONE) maximal[id] = false;
        }
    }
    vec_free(run, &sub);
    return maximal;
}

static void add_common(Printer *pr, const uint32_t *key)
{
    str_add(pr->out, "state ");
    predicate_bits_print(&pr->c->shareds.data[key[0]], NULL, pr->c->shared.count, pr->out);
    if (key[1]) str_add(pr->out, " atomic");
    for (uint32_t i = 0; i < key[2]; i++)
        print_local_part(pr, key[3 + i]);
    str_add(pr->out, "\n");
}

static bool same_common(const uint32_t *key, const uint32_t *other)
{
    return other && key[2] == other[2] && memcmp(key, other, (3 + (size_t)key[2]) * sizeof *key) == 0;
}

/* Views of one common part follow each other, as sorted. */
static void add_views(Printer *pr)
{
    const Certificate *c = pr->c;
    const uint32_t *last = NULL;
    bool *maximal = find_maximal(c);
    for (uint32_t i = 0; i < c->states.count; i++) {
        uint32_t length;
        const uint32_t *key = intern_key(&c->states, i, &length);
        if (!same_common(key, last)) add_common(pr, key);
        last = key;
        CHECK(length >= 3 + key[2] && length - 3 - key[2] <= c->size);
        if (length == 3 + key[2] || !maximal[i]) continue;
        str_add(pr->out, "  view");
        for (uint32_t k = 3 + key[2]; k < length; k++)
            print_local_part(pr, key[k]);
        str_add(pr->out, "\n");
    }
    run_release(c->p->run, maximal);
}

static void print_states(Printer *pr)
{
    const Certificate *c = pr->c;
    for (uint32_t i = 0; i < c->states.count; i++) {
        uint32_t length;
        const uint32_t *key = intern_key(&c->states, i, &length);
        str_add(pr->out, "state ");
        predicate_bits_print(&c->shareds.data[key[0]], NULL, c->shared.count, pr->out);
        for (uint32_t k = 1; k < length; k += 2) {
            print_local_part(pr, key[k]);
            if (key[k + 1] > 1) str_addf(pr->out, "*%u", key[k + 1]);
        }
        str_add(pr->out, "\n");
    }
}

void certificate_print(const Certificate *c, Str *out)
{
    Program *p = c->p;
    Printer printer = {.c = c, .p = p, .out = out}, *pr = &printer;
    CHECK(certificate_is_sorted(c) && certificate_is_valid(c));
    trace_names_init(&pr->names, p);
    print_claim_kind(pr);
    add_singles(pr);
    trace_names_add_locations(&pr->names, "cut", c->cut, out);
    trace_names_add_locations(&pr->names, "eager", c->eager, out);
    add_sections(pr);
    predicates_print(p, &pr->names.scpl, &c->shared, c->local, out);
    for (uint32_t i = 0; i < c->countings.count; i++)
        print_counting(pr, &c->countings.data[i]);
    for (uint32_t i = 0; i < c->tickets.count; i++)
        print_ticket(pr, &c->tickets.data[i]);
    str_add(out, "\n");
    if (c->kind == CERTIFICATE_VIEWS)
        add_views(pr);
    else
        print_states(pr);
    str_addf(out, "end %u\n", c->states.count);
    trace_names_clear(&pr->names);
}
