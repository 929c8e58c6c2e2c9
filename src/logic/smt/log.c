/* The log: the session's queries as SMT-LIB 2. Terms become definitions t<id>, variables v<id>, assumed terms get
 * names p<id> because (check-sat-assuming) takes names only. Each check comes with the answer it got as
 * (set-info :status), which Z3 and cvc5 compare with their own. */
#include "logic/smt/log.h"

#include <inttypes.h>

#include "base/check.h"
#include "logic/smt/internal.h"

struct Log {
    FILE *file;
    VEC(uint8_t) written;  /* by term id */
    VEC(uint8_t) named;    /* by term id: p<id> is declared (1), and constrained in this scope (2) */
    VEC(Term) constrained; /* in order */
    VEC(uint32_t) scopes;  /* constrained.count at each push */
    VEC(Term) stack;
};

bool smt_log_to(Smt *smt, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) return false;
    log_close(smt->log);
    log_free(smt->run, smt->log);
    smt->log = run_alloc(smt->run, sizeof *smt->log);
    smt->log->file = file;
    fputs("(set-info :smt-lib-version 2.6)\n(set-option :global-declarations true)\n(set-logic ALL)\n", file);
    return fflush(file) == 0;
}

void log_close(Log *log)
{
    if (!log || !log->file) return;
    fputs("(exit)\n", log->file);
    fclose(log->file);
    log->file = NULL;
}

void log_free(Run *run, Log *log)
{
    if (!log) return;
    vec_free(run, &log->written);
    vec_free(run, &log->named);
    vec_free(run, &log->constrained);
    vec_free(run, &log->scopes);
    vec_free(run, &log->stack);
    run_release(run, log);
}

/* ---- terms ---- */

static void write_sort(FILE *f, Sort sort)
{
    switch ((SortKind)sort.kind) {
    case SORT_BOOL: fputs("Bool", f); return;
    case SORT_BV: fprintf(f, "(_ BitVec %u)", sort.width); return;
    case SORT_INT: fputs("Int", f); return;
    case SORT_ARRAY: break;
    }
    fputs("(Array ", f);
    write_sort(f, sort_index(sort));
    fputc(' ', f);
    write_sort(f, sort_element(sort));
    fputc(')', f);
}

static void write_const(FILE *f, Sort sort, uint64_t value)
{
    if (sort.kind == SORT_BOOL)
        fputs(value ? "true" : "false", f);
    else if (sort.kind == SORT_BV)
        fprintf(f, "(_ bv%" PRIu64 " %u)", value, sort.width);
    else if ((int64_t)value >= 0)
        fprintf(f, "%" PRIu64, value);
    else
        fprintf(f, "(- %" PRIu64 ")", UINT64_C(0) - value);
}

/* A constant, or the name of what has been written. */
static void write_ref(Smt *smt, Term t)
{
    FILE *f = smt->log->file;
    switch ((int)term_kind(smt->tm, t)) {
    case TERM_CONST: write_const(f, term_sort(smt->tm, t), term_value(smt->tm, t)); return;
    case TERM_VAR: fprintf(f, "v%u", t.id); return;
    default: fprintf(f, "t%u", t.id); return;
    }
}

static const char *operator_name(TermKind kind, bool is_int)
{
    switch (kind) {
    case TERM_NOT: return "not";
    case TERM_AND: return "and";
    case TERM_OR: return "or";
    case TERM_EQ: return "=";
    case TERM_ULT: return "bvult";
    case TERM_ULE: return "bvule";
    case TERM_SLT: return is_int ? "<" : "bvslt";
    case TERM_SLE: return is_int ? "<=" : "bvsle";
    case TERM_ITE: return "ite";
    case TERM_ADD: return is_int ? "+" : "bvadd";
    case TERM_MUL: return is_int ? "*" : "bvmul";
    case TERM_UDIV: return "bvudiv";
    case TERM_UREM: return "bvurem";
    case TERM_SDIV: return "bvsdiv";
    case TERM_SREM: return "bvsrem";
    case TERM_BVAND: return "bvand";
    case TERM_BVOR: return "bvor";
    case TERM_BVXOR: return "bvxor";
    case TERM_SHL: return "bvshl";
    case TERM_LSHR: return "bvlshr";
    case TERM_ASHR: return "bvashr";
    case TERM_CONCAT: return "concat";
    case TERM_SELECT: return "select";
    case TERM_STORE: return "store";
    case TERM_CONST:
    case TERM_VAR:
    case TERM_ZEXT:
    case TERM_SEXT:
    case TERM_EXTRACT:
    case TERM_CONST_ARRAY: break;
    }
    return "";
}

static void write_operator(Smt *smt, Term t)
{
    FILE *f = smt->log->file;
    Sort sort = term_sort(smt->tm, t), first = term_sort(smt->tm, term_arg(smt->tm, t, 0));
    TermKind kind = term_kind(smt->tm, t);
    unsigned low = (unsigned)term_value(smt->tm, t);
    switch ((int)kind) {
    case TERM_ZEXT: fprintf(f, "(_ zero_extend %d)", sort.width - first.width); return;
    case TERM_SEXT: fprintf(f, "(_ sign_extend %d)", sort.width - first.width); return;
    case TERM_EXTRACT: fprintf(f, "(_ extract %u %u)", low + sort.width - 1, low); return;
    case TERM_CONST_ARRAY:
        fputs("(as const ", f);
        write_sort(f, sort);
        fputc(')', f);
        return;
    default: fputs(operator_name(kind, first.kind == SORT_INT), f);
    }
}

/* Truncating division over SMT-LIB's. */
static void write_int_division(Smt *smt, Term t)
{
    FILE *f = smt->log->file;
    bool is_rem = term_kind(smt->tm, t) == TERM_SREM;
    fputs("(let ((a ", f);
    write_ref(smt, term_arg(smt->tm, t, 0));
    fputs(") (b ", f);
    write_ref(smt, term_arg(smt->tm, t, 1));
    fputs(")) (ite (or (>= a 0) (= (mod a b) 0)) ", f);
    fputs(is_rem ? "(mod a b) (ite (> b 0) (- (mod a b) b) (+ (mod a b) b))))"
                 : "(div a b) (ite (> b 0) (+ (div a b) 1) (- (div a b) 1))))",
          f);
}

static bool is_written(const Log *log, Term t)
{
    CHECK(t.id < log->written.count);
    return log->written.data[t.id] != 0;
}

static void write_definition(Smt *smt, Term t)
{
    FILE *f = smt->log->file;
    TermKind kind = term_kind(smt->tm, t);
    for (uint32_t i = 0; i < term_arity(smt->tm, t); i++)
        CHECK(is_written(smt->log, term_arg(smt->tm, t, i)));
    if (kind == TERM_CONST) return;
    if (kind == TERM_VAR)
        fprintf(f, "(declare-const v%u ", t.id);
    else
        fprintf(f, "(define-fun t%u () ", t.id);
    write_sort(f, term_sort(smt->tm, t));
    if (kind == TERM_VAR) {
        fprintf(f, ") ; %u.%u\n", term_symbol(smt->tm, t), term_instance(smt->tm, t));
        return;
    }
    fputc(' ', f);
    if (term_sort(smt->tm, t).kind == SORT_INT && (kind == TERM_SDIV || kind == TERM_SREM)) {
        write_int_division(smt, t);
    } else {
        fputc('(', f);
        write_operator(smt, t);
        for (uint32_t i = 0; i < term_arity(smt->tm, t); i++) {
            fputc(' ', f);
            write_ref(smt, term_arg(smt->tm, t, i));
        }
        fputc(')', f);
    }
    fputs(")\n", f);
}

/* Defines what t needs, arguments first. */
static void define(Smt *smt, Term t)
{
    Log *log = smt->log;
    uint32_t n = term_manager_count(smt->tm) + 1;
    if (log->written.count < n) vec_resize(smt->run, &log->written, n + n / 2);
    if (log->named.count < n) vec_resize(smt->run, &log->named, n + n / 2);
    CHECK(log->stack.count == 0 && t.id < n);
    vec_push(smt->run, &log->stack, t);
    while (log->stack.count > 0) {
        Term u = vec_last(&log->stack);
        uint32_t before = log->stack.count;
        if (!is_written(log, u))
            for (uint32_t i = 0; i < term_arity(smt->tm, u); i++)
                if (!is_written(log, term_arg(smt->tm, u, i))) vec_push(smt->run, &log->stack, term_arg(smt->tm, u, i));
        if (log->stack.count > before) continue;
        if (!is_written(log, u)) write_definition(smt, u);
        log->written.data[u.id] = 1;
        log->stack.count--;
    }
}

/* ---- commands ---- */

static bool is_logging(const Smt *smt) { return smt->log && smt->log->file; }

void log_assert(Smt *smt, Term t)
{
    if (!is_logging(smt)) return;
    define(smt, t);
    fputs("(assert ", smt->log->file);
    write_ref(smt, t);
    fputs(")\n", smt->log->file);
}

void log_push(Smt *smt)
{
    if (!is_logging(smt)) return;
    vec_push(smt->run, &smt->log->scopes, smt->log->constrained.count);
    fputs("(push 1)\n", smt->log->file);
}

void log_pop(Smt *smt)
{
    if (!is_logging(smt) || smt->log->scopes.count == 0) return;
    uint32_t keep = vec_pop(&smt->log->scopes);
    CHECK(keep <= smt->log->constrained.count);
    while (smt->log->constrained.count > keep)
        smt->log->named.data[vec_pop(&smt->log->constrained).id] = 1;
    fputs("(pop 1)\n", smt->log->file);
}

static void name_assumption(Smt *smt, Term t)
{
    Log *log = smt->log;
    define(smt, t);
    CHECK(t.id < log->named.count && log->written.data[t.id]);
    if (log->named.data[t.id] == 2) return;
    if (log->named.data[t.id] == 0) fprintf(log->file, "(declare-const p%u Bool)\n", t.id);
    log->named.data[t.id] = 2;
    vec_push(smt->run, &log->constrained, t);
    fprintf(log->file, "(assert (=> p%u ", t.id);
    write_ref(smt, t);
    fputs("))\n", log->file);
}

void log_check(Smt *smt, const Term *assumptions, uint32_t count, SmtResult answer)
{
    static const char *const answers[] = {[SMT_UNSAT] = "unsat", [SMT_SAT] = "sat", [SMT_UNKNOWN] = "unknown"};
    if (!is_logging(smt)) return;
    FILE *f = smt->log->file;
    for (uint32_t i = 0; i < count; i++)
        name_assumption(smt, assumptions[i]);
    fprintf(f, "(set-info :status %s)\n", answers[answer]);
    if (count == 0) {
        fprintf(f, "(check-sat) ; %s\n", answers[answer]);
    } else {
        fputs("(check-sat-assuming (", f);
        for (uint32_t i = 0; i < count; i++)
            fprintf(f, "%sp%u", i ? " " : "", assumptions[i].id);
        fprintf(f, ")) ; %s\n", answers[answer]);
    }
    fflush(f);
}

void log_block(Smt *smt, const Term *bits, const bool *values, uint32_t count)
{
    if (!is_logging(smt)) return;
    FILE *f = smt->log->file;
    for (uint32_t i = 0; i < count; i++)
        define(smt, bits[i]);
    fputs("(assert (not (and true", f);
    for (uint32_t i = 0; i < count; i++) {
        fputs(values[i] ? " " : " (not ", f);
        write_ref(smt, bits[i]);
        if (!values[i]) fputc(')', f);
    }
    fputs(")))\n", f);
}

/* ---- single queries ---- */

bool smt_write_query(Smt *smt, const char *path, const char *comment, const Term *terms, uint32_t count,
                     SmtResult answer)
{
    Log *session = smt->log, query = {.file = fopen(path, "w")};
    if (!query.file) return false;
    if (comment) fprintf(query.file, "; %s\n", comment);
    fputs("(set-info :smt-lib-version 2.6)\n(set-logic ALL)\n", query.file);
    smt->log = &query;
    for (uint32_t i = 0; i < count; i++)
        log_assert(smt, terms[i]);
    log_check(smt, NULL, 0, answer);
    smt->log = session;
    fputs("(exit)\n", query.file);
    bool written = !ferror(query.file);
    written &= fclose(query.file) == 0;
    vec_free(smt->run, &query.written);
    vec_free(smt->run, &query.named);
    vec_free(smt->run, &query.stack);
    return written;
}
