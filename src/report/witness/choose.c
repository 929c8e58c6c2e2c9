#include "report/witness/choose.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/str.h"
#include "c/compile/places/place.h"
#include "c/compile/places/statement.h"
#include "logic/term/print.h"
#include "logic/term/walk.h"
#include "report/witness/expression.h"
#include "report/witness/place.h"

#define CLAIMS_MAX 40
#define CASES_MAX 4    /* of a disjunction */
#define LENGTH_MAX 240 /* of its text */

/* What the predicates are when a thread is at a location. */
typedef struct Case {
    uint32_t loc;
    Bits shared, local;
} Case;

typedef struct Chooser {
    Program *p;
    Run *run;
    bool long_is_32, disjunctions;
    const Certificate *c; /* the one at hand */
    VEC(Case) cases;      /* its, by location */
    SourcePos place;      /* the one at hand */
    TemplateId template;
    const char *file; /* whose statements are at hand; NULL: none yet */
    Statements statements;
    bool has_statements; /* they are known */
    ChosenClaims *out;
} Chooser;

/* ---- text ---- */

/* Types of .scpl as C calls them. What that may change in meaning shows when the text is read and proved. */
static const char *in_c(Run *run, const char *text)
{
    static const char *const types[][2] = {{"(i8)", "(signed char)"}, {"(u8)", "(unsigned char)"},
                                           {"(i16)", "(short)"},      {"(u16)", "(unsigned short)"},
                                           {"(i32)", "(int)"},        {"(u32)", "(unsigned int)"},
                                           {"(i64)", "(long long)"},  {"(u64)", "(unsigned long long)"}};
    Str out;
    str_init(run, &out);
    while (*text) {
        size_t i = 0;
        while (i < 8 && strncmp(text, types[i][0], strlen(types[i][0])) != 0)
            i++;
        if (i < 8)
            str_add(&out, types[i][1]);
        else
            str_addf(&out, "%c", *text);
        text += i < 8 ? strlen(types[i][0]) : 1;
    }
    return str_text(&out);
}

/* "a != b" for "a == b", "a >= b" for "a < b". */
static const char *negation(Run *run, const char *text)
{
    const char *equal = strstr(text, " == "), *less = strstr(text, " < "), *at = equal ? equal : less;
    bool is_one =
        !strpbrk(text, "?&|") && (equal == NULL) != (less == NULL) && !strstr(at + 3, at == equal ? " == " : " < ");
    if (!is_one) return run_format(run, "!(%s)", text);
    return run_format(run, "%.*s %s %s", (int)(at - text), text, equal ? "!=" : ">=", at + (equal ? 4 : 3));
}

/* Variables are printed under their names in the source: "x" for "x_2" where that is x made unique. */
static void print_source_name(void *arg, TermManager *tm, Term var, Str *out)
{
    const Program *p = arg;
    const char *name = p->vars.data[term_symbol(tm, var)].name;
    const char *number = strrchr(name, '_');
    size_t n = number ? (size_t)(number - name) : 0;
    bool is_renamed = false;
    for (uint32_t v = 0; v < p->vars.count && n; v++) {
        const char *other = p->vars.data[v].name;
        is_renamed |= strlen(other) == n && strncmp(other, name, n) == 0 && witness_name_is(name, other);
    }
    str_add_bytes(out, name, is_renamed ? n : strlen(name));
}

typedef struct Variables {
    const Program *p;
    bool *in; /* per variable */
    bool others;
} Variables;

static void mark_predicate_variable(void *arg, Term var)
{
    Variables *vs = arg;
    vs->in[term_symbol(vs->p->tm, var)] = true;
}

static void look_var(void *arg, Term var)
{
    Variables *vs = arg;
    vs->others |= !vs->in[term_symbol(vs->p->tm, var)];
}

/* Does the text, as it was read, speak of variables of the predicate only? */
static bool is_about_predicate(const Chooser *ch, Term t, Term read)
{
    Variables vs = {ch->p, run_alloc(ch->run, ch->p->vars.count + 1), false};
    term_for_each_var(ch->p->tm, t, mark_predicate_variable, &vs);
    term_for_each_var(ch->p->tm, read, look_var, &vs);
    run_release(ch->run, vs.in);
    return !vs.others;
}

/* The predicate or its negation as C text that can be read again there; NULL: it cannot be said. */
static const char *say_predicate(Chooser *ch, Term t, bool holds)
{
    Str text;
    const char *why;
    str_init(ch->run, &text);
    term_print(ch->p->tm, t, print_source_name, ch->p, &text);
    const char *plain = in_c(ch->run, str_text(&text));
    str_clear(&text);
    WitnessScope scope = {ch->p, ch->template, ch->place, ch->long_is_32, {NO_ID}};
    Term read = witness_condition(&scope, plain, &why);
    if (!term_is(read) || !is_about_predicate(ch, t, read)) return NULL;
    return holds ? plain : negation(ch->run, plain);
}

/* "a && b": those predicates that the masks name and that can be said; *literals: how many, unless NULL. */
static const char *say_all(Chooser *ch, const Case *c, const Bits *shared, const Bits *local, uint32_t *literals)
{
    Str text;
    str_init(ch->run, &text);
    const Certificate *cert = ch->c;
    uint32_t count = 0;
    uint32_t n = cert->shared.count, all = n + cert->local[ch->template.i].count;
    for (uint32_t i = 0; i < all; i++) {
        bool is_shared = i < n;
        uint32_t k = is_shared ? i : i - n;
        if (!bits_get(is_shared ? shared : local, k)) continue;
        Term t = is_shared ? cert->shared.data[k] : cert->local[ch->template.i].data[k];
        const char *said = say_predicate(ch, t, bits_get(is_shared ? &c->shared : &c->local, k));
        if (said) str_addf(&text, "%s%s", count++ ? " && " : "", said);
    }
    if (literals) *literals = count;
    return str_text(&text);
}

static void add_witness_claim(Chooser *ch, bool is_loop, const char *text)
{
    if (!*text || strlen(text) > LENGTH_MAX || ch->out->count >= CLAIMS_MAX) return;
    for (uint32_t i = 0; i < ch->out->count; i++) {
        const WitnessClaim *old = &ch->out->data[i];
        if (old->place.line == ch->place.line && old->place.column == ch->place.column &&
            strcmp(old->place.file, ch->place.file) == 0 && strcmp(old->text, text) == 0)
            return;
    }
    vec_push(ch->run, ch->out, ((WitnessClaim){.place = ch->place, .is_loop = is_loop, .text = text}));
}

/* ---- cases ---- */

static Bits bits_up_to(uint32_t n)
{
    Bits b = {{0}};
    for (uint32_t i = 0; i < n; i++)
        bits_set(&b, i, true);
    return b;
}

/* Those in which the values agree with the first. */
static void keep_common(Bits *mask, const Bits *values, const Bits *first)
{
    for (int i = 0; i < BITS_MAX / 64; i++)
        mask->w[i] &= ~(values->w[i] ^ first->w[i]);
}

static Bits without(Bits a, const Bits *b)
{
    for (int i = 0; i < BITS_MAX / 64; i++)
        a.w[i] &= ~b->w[i];
    return a;
}

/* What is the same in all cases; and, where these are few, that one of them is at hand. */
static void add_claims(Chooser *ch, const Case *cases, uint32_t count, bool is_loop)
{
    const Certificate *c = ch->c;
    Bits all_shared = bits_up_to(c->shared.count), all_local = c->tracked[cases->loc];
    Bits shared = all_shared, local = all_local;
    for (uint32_t i = 1; i < count; i++) {
        keep_common(&shared, &cases[i].shared, &cases->shared);
        keep_common(&local, &cases[i].local, &cases->local);
    }
    add_witness_claim(ch, is_loop, say_all(ch, cases, &shared, &local, NULL));
    if (!ch->disjunctions) return;
    Bits rest_shared = without(all_shared, &shared), rest_local = without(all_local, &local);
    const char *said[CASES_MAX];
    uint32_t different = 0, literals = 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *text = say_all(ch, &cases[i], &rest_shared, &rest_local, &literals);
        if (!*text) return; /* nothing is said of a case that can be said of none */
        uint32_t k = 0;
        while (k < different && strcmp(said[k], text) != 0)
            k++;
        if (k < different) continue;
        if (different == CASES_MAX) return;
        said[different++] = text;
    }
    if (different < 2 || different == UINT32_C(1) << literals) return; /* any value is possible */
    Str text;
    str_init(ch->run, &text);
    for (uint32_t k = 0; k < different; k++)
        str_addf(&text, "%s(%s)", k ? " || " : "", said[k]);
    add_witness_claim(ch, is_loop, str_text(&text));
}

static int compare_cases(const void *a, const void *b)
{
    const Case *x = a, *y = b;
    if (x->loc != y->loc) return x->loc < y->loc ? -1 : 1;
    int shared = memcmp(&x->shared, &y->shared, sizeof x->shared);
    return shared ? shared : memcmp(&x->local, &y->local, sizeof x->local);
}

static void add_state_case(Chooser *ch, uint32_t shared, uint32_t local)
{
    const CertificateLocal *l = &ch->c->locals.data[local];
    if (l->loc.i == NO_ID) return;
    vec_push(ch->run, &ch->cases, ((Case){l->loc.i, ch->c->shareds.data[shared], l->bits}));
}

static void collect_cases(Chooser *ch)
{
    const Certificate *c = ch->c;
    vec_clear(&ch->cases);
    for (uint32_t i = 0; i < c->states.count; i++) {
        uint32_t n;
        const uint32_t *key = intern_key(&c->states, i, &n);
        bool views = c->kind == CERTIFICATE_VIEWS;
        for (uint32_t k = views ? 3 : 1; k < n; k += views ? 1 : 2)
            add_state_case(ch, key[0], key[k]);
    }
    if (ch->cases.count) qsort(ch->cases.data, ch->cases.count, sizeof *ch->cases.data, compare_cases);
}

/* ---- places ---- */

static bool takes_lock(const Program *p, const Edge *e)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (p->vars.data[e->assigns[i].var.i].lock && !term_is_false(p->tm, e->assigns[i].value)) return true;
    return false;
}

/* Where something may be claimed of threads at the location: false: nowhere. */
static bool find_place(const Chooser *ch, uint32_t loc, const bool *is_head, bool *is_loop, SourcePos *place)
{
    const Program *p = ch->p;
    for (uint32_t k = 0; k < program_out_count(p, (LocId){loc}); k++) {
        const Edge *e = program_out_edge(p, (LocId){loc}, k);
        *is_loop = is_head[loc];
        *place = e->pos;
        if (*is_loop) place->column = 0; /* of the loop, which begins before its condition */
        if (e->pos.file && e->pos.line && (*is_loop || e->is_error || takes_lock(p, e))) return true;
    }
    return false;
}

/* The place where the statement begins that has the place in it. False: it is not known. */
static bool find_statement(Chooser *ch, SourcePos *place)
{
    if (!ch->file || strcmp(ch->file, place->file) != 0) {
        const char *text = place_read_text(ch->run, place->file);
        ch->file = place->file;
        ch->has_statements = text && statements_read(ch->run, text, &ch->statements);
    }
    const Statement *s = ch->has_statements ? statement_around(&ch->statements, place->line, place->column) : NULL;
    if (!s || s->kind == STATEMENT_DO || s->kind == STATEMENT_MACRO) return false;
    TextPos at = statements_pos(&ch->statements, s->start);
    place->line = at.line;
    place->column = at.column;
    return true;
}

/* Would a reader find the location there? */
static bool is_found_by_reader(const Chooser *ch, uint32_t loc, bool is_loop)
{
    bool *at = run_alloc(ch->run, ch->p->locs.count + 1);
    bool found = place_find_locations(ch->p, ch->place, is_loop, at) && at[loc];
    run_release(ch->run, at);
    return found;
}

static void choose_of(Chooser *ch, const bool *is_head)
{
    collect_cases(ch);
    for (uint32_t i = 0, end; i < ch->cases.count; i = end) {
        bool is_loop;
        uint32_t loc = ch->cases.data[i].loc, kept = i;
        end = i + 1;
        for (; end < ch->cases.count && ch->cases.data[end].loc == loc; end++)
            if (compare_cases(&ch->cases.data[end], &ch->cases.data[kept]))
                ch->cases.data[++kept] = ch->cases.data[end];
        if (!find_place(ch, loc, is_head, &is_loop, &ch->place)) continue;
        if ((!is_loop && !find_statement(ch, &ch->place)) || !is_found_by_reader(ch, loc, is_loop)) continue;
        ch->template = ch->p->locs.data[loc].template;
        add_claims(ch, &ch->cases.data[i], kept - i + 1, is_loop);
    }
}

void choose_claims(const Proof *proof, bool long_is_32, bool cases, ChosenClaims *out)
{
    Chooser ch = {.p = proof->p, .run = proof->p->run, .long_is_32 = long_is_32, .disjunctions = cases, .out = out};
    bool *is_head = run_alloc(ch.run, ch.p->locs.count + 1);
    place_find_loops(ch.p, is_head);
    for (uint32_t i = 0; i < proof->parts.count; i++) {
        const ProofPart *part = &proof->parts.data[i];
        if (part->kind != PROOF_INVARIANT || part->watch) continue;
        ch.c = part->invariant;
        CHECK(ch.c->p->vars.count == ch.p->vars.count || part->kept);
        choose_of(&ch, is_head);
    }
    run_release(ch.run, is_head);
    vec_free(ch.run, &ch.cases);
}
