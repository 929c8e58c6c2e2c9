#include "c/exact/code/unknown.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/image/targets.h"
#include "c/compile/places/place.h"
#include "c/exact/code/callback.h"
#include "c/exact/code/computed.h"
#include "c/exact/code/effect.h"
#include "c/exact/code/given.h"
#include "c/exact/code/result.h"
#include "c/exact/library/argument.h"
#include "c/exact/library/inside.h"
#include "c/exact/library/leave.h"
#include "c/exact/library/range.h"
#include "c/exact/library/success.h"
#include "c/exact/library/text_end.h"
#include "c/exact/library/unfollowed.h"
#include "c/exact/library/unknown.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/argv.h"
#include "c/exact/memory/external.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/action.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/values.h"
#include "c/exact/threads/fork.h"
#include "c/library/library_name.h"
#include "c/library/mapping.h"
#include "c/library/process.h"
#include "c/library/state.h"
#include "c/library/summary.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

/* assumed: NULL, if nothing is. */
static void warn_once(Lowering *L, const char *assumed, const char *text)
{
    const Diags *diags = run_diags(L->run);
    for (uint32_t i = 0; i < diags->count; i++)
        if (strcmp(diags->data[i].text, text) == 0) return;
    if (assumed)
        diag_assume(L->run, SEVERITY_WARNING, L->pos, (Assumption){assumed, NULL}, "%s", text);
    else
        diag_add(L->run, SEVERITY_WARNING, L->pos, "%s", text);
}

/* ---- results ---- */

/* Any value, on which a counterexample must not depend. What is never -1 has a term that says so. */
static Term any_result(Lowering *L, LLVMValueRef call, const char *name, const ResultRange *range)
{
    Step step = {.approximate = run_format(L->run, "the result of %s is arbitrary", name)};
    Sort whole = type_sort(L, LLVMTypeOf(call)), sort = whole;
    if (success_of(call, name) == SUCCESS_OF_ADDRESS && sort.kind == SORT_BV) sort.width--;
    VarId result = var_temporary(L, run_format(L->run, "%s.result", name), sort, true);
    CHECK(program_is_local_of(L->program, result, L->thread->id));
    step_assign(L, &step, result, range_within(L, range, fresh_input(L, sort, name)));
    action_emit(L, &step);
    return sort_same(sort, whole) ? var_term(L, result) : term_zext(L->tm, var_term(L, result), whole.width);
}

static bool gives_address(LLVMValueRef call) { return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind; }

/* Of a text: no object is larger than the largest difference of two addresses. All such numbers, as a value: a
 * condition on one that is arbitrary would be what runs rest on. */
static Term length_of(Lowering *L, Term t)
{
    Sort sort = term_sort(L->tm, t);
    if (sort.kind != SORT_BV || sort.width != L->pointer_width) return t;
    return term_zext(L->tm, term_extract(L->tm, t, 0, sort.width - 1), sort.width);
}

static const ResultRange any_value = {false, {0}};

typedef enum GivenText { TEXT_NONE, TEXT_OR_NULL, TEXT_SURE } GivenText;

/* Whether a function gives a text of the library's. Where memory safety is asked it matters that it is there. What the
 * program gave to putenv may be shown, too. */
static GivenText gives_text(Lowering *L, const char *name)
{
    static const struct {
        const char *name;
        GivenText gives;
    } rows[] = {{"getenv", TEXT_OR_NULL},    {"secure_getenv", TEXT_OR_NULL}, {"strerror", TEXT_SURE},
                {"strerror_l", TEXT_SURE},   {"gai_strerror", TEXT_SURE},     {"hstrerror", TEXT_SURE},
                {"strsignal", TEXT_OR_NULL}, {"asctime", TEXT_OR_NULL},       {"ctime", TEXT_OR_NULL},
                {"inet_ntoa", TEXT_SURE},    {"nl_langinfo", TEXT_SURE},      {"ttyname", TEXT_OR_NULL},
                {"getlogin", TEXT_OR_NULL},  {"dlerror", TEXT_OR_NULL},       {"ptsname", TEXT_OR_NULL}};
    if (!memory_is_asked(L) || external_has_left(L)) return TEXT_NONE;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0) return rows[i].gives;
    return TEXT_NONE;
}

/* targets: NULL = memory outside of the program. */
static void bind_any(Lowering *L, LLVMValueRef call, const char *name, const Targets *targets, const ResultRange *range)
{
    if (call_is_void(call)) {
        Step step = {.approximate = run_format(L->run, "the result of %s is arbitrary", name)};
        action_emit(L, &step);
        return;
    }
    Term t = any_result(L, call, name, range);
    Val v = val_term(t);
    if (strcmp(name, "strlen") == 0) v = val_term(length_of(L, t));
    GivenText text = gives_address(call) && !targets ? gives_text(L, name) : TEXT_NONE;
    if (text != TEXT_NONE)
        v = argv_text(L, t, text == TEXT_OR_NULL);
    else if (gives_address(call))
        v = targets ? address_of(t, targets) : external_result(L, name, t);
    value_bind(L, L->frame, call, v);
}

/* 0, or an error: it fails in a step that may follow the one in which it does not. */
static void bind_status(Lowering *L, LLVMValueRef call, const ResultRange *range)
{
    Sort sort = type_sort(L, LLVMTypeOf(call));
    VarId result = var_temporary(L, run_format(L->run, "%s.result", L->callee), sort, true);
    Step succeeds = {0}, fails = {.approximate = run_format(L->run, "the result of %s is arbitrary", L->callee)};
    step_assign(L, &succeeds, result, term_const(L->tm, sort, 0));
    step_emit(L, &succeeds);
    cursor_loc(L);
    step_assign(L, &fails, result, range_within(L, range, fresh_input(L, sort, L->callee)));
    EdgeId edge = step_add(L, &fails);
    if (edge.i != NO_ID) edge_set_target(L, edge, L->cursor.loc);
    step_free(L, &fails);
    value_bind(L, L->frame, call, val_term(var_term(L, result)));
}

static void bind_unknown(Lowering *L, LLVMValueRef call, const char *name, const Targets *targets,
                         const ResultRange *range)
{
    bool is_number = !call_is_void(call) && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMIntegerTypeKind;
    Success success = is_number ? success_of(call, name) : SUCCESS_UNKNOWN;
    if (is_number && process_is_numbered(name))
        fork_bind(L, call);
    else if (success == SUCCESS_SURE)
        call_bind_zero(L, call);
    else if (success == SUCCESS_LIKELY)
        bind_status(L, call, range);
    else
        bind_any(L, call, name, targets, range);
}

/* A proof covers every result; a counterexample may need one that never comes back. */
void unknown_bind(Lowering *L, LLVMValueRef call, const char *name) { bind_unknown(L, call, name, NULL, &any_value); }

static void bind_used_status(Lowering *L, LLVMValueRef call, const ResultRange *range)
{
    const Summary *summary = summary_find(L->callee);
    if (!summary || summary->result != SUMMARY_STATUS || call_is_void(call) || !LLVMGetFirstUse(call))
        call_bind_zero(L, call);
    else if (success_of(call, L->callee) == SUCCESS_SURE)
        call_bind_zero(L, call);
    else
        bind_status(L, call, range);
}

void unknown_bind_status(Lowering *L, LLVMValueRef call) { bind_used_status(L, call, &any_value); }

void lower_ignored(Lowering *L, LLVMValueRef call)
{
    const Summary *summary = summary_find(L->callee);
    bool is_used = !call_is_void(call) && LLVMGetFirstUse(call);
    ResultRange range = is_used ? range_find(L, call, L->callee) : any_value;
    operands_retire(L, call);
    statement_end(L);
    if (!is_used)
        call_bind_arbitrary(L, call, L->callee);
    else if (summary && summary->result == SUMMARY_STATUS)
        bind_used_status(L, call, &range);
    else
        bind_unknown(L, call, L->callee, NULL, &range);
}

void unknown_bind_given(Lowering *L, LLVMValueRef call, const char *name, const Targets *given)
{
    bind_unknown(L, call, name, given, &any_value);
}

static Val argument_or_null(Lowering *L, LLVMValueRef call, unsigned k)
{
    if (k < LLVMGetNumArgOperands(call)) return operand_val(L, LLVMGetOperand(call, k));
    return val_term(address_number(L, 0));
}

/* Either; a counterexample must not depend on which. */
static Val or_null(Lowering *L, const Val *v, const char *name)
{
    Val a = address_val(L, v);
    Step step = {.approximate = run_format(L->run, "the result of %s is arbitrary", name)};
    VarId result = var_temporary(L, run_format(L->run, "%s.result", name), sort_bv(L->pointer_width), false);
    Term fails = fresh_input(L, sort_bool(), name);
    step_assign(L, &step, result, term_ite(L->tm, fails, address_number(L, 0), a.terms[0]));
    action_emit(L, &step);
    return address_of(var_term(L, result), a.targets);
}

/* Where it is not NULL, the text has been written with its end. */
static Val text_or_null(Lowering *L, LLVMValueRef call, const Val *v, const char *name)
{
    Val result = or_null(L, v, name);
    bool is_ended = deref_is_asked(L) && text_is_ended(name) && LLVMGetNumArgOperands(call) > TEXT_SIZE;
    Term end = is_ended ? text_own_end(L, v, LLVMGetOperand(call, TEXT_SIZE)) : TERM_NONE;
    if (term_is(end)) condition_add(L, term_or(L->tm, term_eq(L->tm, result.terms[0], address_number(L, 0)), end));
    return result;
}

/* What the summary says of the result; the arguments are still at hand. */
static Val summary_result(Lowering *L, LLVMValueRef call, const Summary *summary, const Targets **inside)
{
    Val first = argument_or_null(L, call, 0);
    *inside = NULL;
    switch (summary->result) {
    case SUMMARY_FIRST: return first;
    case SUMMARY_FIRST_OR_NULL: return text_or_null(L, call, &first, L->callee);
    case SUMMARY_TABLE: return external_start(L, EXTERNAL_TABLE);
    case SUMMARY_OWN: return external_start(L, EXTERNAL_OWN);
    case SUMMARY_INSIDE: *inside = inside_targets(L, &first); return val_none();
    case SUMMARY_ARBITRARY:
    case SUMMARY_FIXED:
    case SUMMARY_STATUS:
    case SUMMARY_LIBRARY:
    case SUMMARY_STOPS:
    case SUMMARY_EXTERNAL: break;
    }
    return val_none();
}

/* Signal 0 is none: kill(p, 0) asks whether somebody is there. */
static bool is_no_signal(LLVMValueRef call)
{
    unsigned n = LLVMGetNumArgOperands(call);
    LLVMValueRef last = n > 0 ? LLVMGetOperand(call, n - 1) : NULL;
    return last && LLVMIsAConstantInt(last) && LLVMConstIntGetZExtValue(last) == 0;
}

/* A signal may end the program, or nobody may wake the caller: a proof covers what follows, a counterexample may not be
 * there. */
static void may_stop(Lowering *L, LLVMValueRef call, const char *name)
{
    if (is_no_signal(call)) return;
    Step step = {.approximate = run_format(L->run, "%s may not return", name)};
    step_emit(L, &step);
}

static void bind_summary(Lowering *L, LLVMValueRef call, const Summary *summary, const char *name)
{
    const Targets *inside;
    bool is_used = !call_is_void(call) && LLVMGetFirstUse(call);
    Val v = is_used ? summary_result(L, call, summary, &inside) : val_none();
    ResultRange range = is_used && v.kind == VAL_NONE ? range_find(L, call, name) : any_value;
    operands_retire(L, call);
    statement_end(L);
    if (summary->result == SUMMARY_STOPS) may_stop(L, call, name);
    if (v.kind != VAL_NONE && val_fits(L, &v, LLVMTypeOf(call)))
        value_bind(L, L->frame, call, v);
    else if (is_used && summary->result != SUMMARY_ARBITRARY)
        bind_unknown(L, call, name, inside, &range);
    else
        call_bind_arbitrary(L, call, name);
}

/* ---- functions that stand for what other code does ---- */

/* The address that was found elsewhere is followed; where it is one of many of the program's the model ends. */
static void lower_symbol(Lowering *L, LLVMValueRef call)
{
    const char *why = lower_reason(L, "dlsym may give the address of many functions and objects of the program; give "
                                      "it a constant name");
    emit_limit(L, fresh_input(L, sort_bool(), "dlsym"), why);
    Val found = operand_val(L, LLVMGetOperand(call, 0));
    operands_retire(L, call);
    value_bind(L, L->frame, call, found);
}

bool lower_linked(Lowering *L, LLVMValueRef call, const char *name)
{
    if (strcmp(name, LINKER_SYMBOL) == 0) {
        lower_symbol(L, call);
        return true;
    }
    if (strcmp(name, LINKER_MANY) != 0) return false;
    operands_retire(L, call); /* what it sets is not known where somebody reads it */
    statement_end(L);
    return true;
}

/* ---- calls ---- */

/* Of the library's functions nothing is assumed: what they may change is known. */
static void warn_unknown_call(Lowering *L, LLVMValueRef call, const char *name, bool writes)
{
    bool is_library = library_has_name(name) || summary_find(name);
    bool is_pure = L->options->pure_unknown && !is_library;
    const char *assumed = is_library ? NULL
                          : is_pure  ? "functions without a body change and call nothing, as --unknown-functions=pure "
                                       "says"
                          : writes   ? "functions without a body change nothing but what they are given"
                                     : "functions without a body change nothing here";
    const char *why = is_library ? "" : ": the function has no body";
    if (!writes && (success_of(call, name) == SUCCESS_SURE || process_is_new(name))) return;
    if (writes)
        warn_once(L, assumed, run_format(L->run, "what `%s` can reach is arbitrary%s", name, why));
    else if ((call_is_void(call) || !LLVMGetFirstUse(call)) && !is_library)
        warn_once(L, assumed, run_format(L->run, "calls of `%s` are ignored%s", name, why));
    else if (LLVMGetFirstUse(call))
        warn_once(L, assumed, run_format(L->run, "result of `%s` is arbitrary%s", name, why));
}

static void lower_unlisted(Lowering *L, LLVMValueRef call, const char *name)
{
    bool writes = false, is_own = !library_has_name(name);
    const Targets *given = NULL;
    if (is_own && L->options->refuses_unknown)
        lower_refuse(L, "%s has no body; give it one, or say what such functions do (--unknown-functions)", name);
    if (!is_own || !L->options->pure_unknown) {
        given_check_all(L, call);
        if (!L->cursor.is_reachable) return;
        given = unknown_effects(L, call, name, &writes);
        lower_callbacks(L, call, name, given);
        if (state_is_pending(name)) lower_pending(L, given, name);
    }
    L->callee = name;
    if (!L->cursor.is_reachable) return;
    warn_unknown_call(L, call, name, writes);
    operands_retire(L, call);
    statement_end(L);
    bool is_library = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMIntegerTypeKind && library_has_name(name);
    if (!call_is_void(call) && LLVMGetFirstUse(call) && (gives_address(call) || is_library))
        bind_unknown(L, call, name, given, &any_value);
    else
        call_bind_arbitrary(L, call, name);
}

/* What a few functions do that rows of the table do not say. */
static void limit_known(Lowering *L, LLVMValueRef call, const char *name)
{
    bool is_mapping = mapping_changes(call, name) && !argument_is_null(L, LLVMGetOperand(call, 0));
    if (is_mapping && !argument_is_outside(L, LLVMGetOperand(call, 0))) {
        const char *what = run_format(L->run, "%s may change memory of the program, or who may use it", name);
        Step goes_on = {.approximate = what};
        emit_limit(L, TERM_NONE, lower_reason(L, what));
        step_emit(L, &goes_on);
    }
    if (strcmp(name, "flockfile") == 0) {
        Step goes_on = {.approximate = "flockfile may wait, for a lock that is not modelled"};
        if (property_is_asked(L, PROPERTY_NO_DEADLOCK)) emit_limit(L, TERM_NONE, lower_reason(L, goes_on.approximate));
        step_emit(L, &goes_on);
    }
}

void lower_unknown(Lowering *L, LLVMValueRef call, const char *name)
{
    const Summary *summary = summary_find(name);
    unfollowed_call(L, call, name);
    if (process_is_new(name)) fork_check(L, call);
    limit_known(L, call, name);
    leave_state(L, call, name);
    if (unknown_is_write(name)) {
        unknown_write(L, name);
        statement_end(L);
        return;
    }
    if (strncmp(name, UNKNOWN_COMES, strlen(UNKNOWN_COMES)) == 0) {
        Step step = {.approximate = run_format(L->run, "%s at any time", name + strlen(UNKNOWN_COMES))};
        statement_end(L);
        step_emit(L, &step);
        return;
    }
    if (strcmp(name, UNKNOWN_POINTER) == 0) {
        statement_end(L);
        unknown_bind(L, call, "a call by the library");
        return;
    }
    if (strncmp(name, LINKER_PREFIX, strlen(LINKER_PREFIX)) == 0) {
        bool is_symbol = strcmp(name, LINKER_CHOICE "dlsym") == 0;
        const char *variable = strrchr(name, '.') + 1;
        statement_end(L);
        unknown_bind(L, call, is_symbol ? variable : run_format(L->run, "other code that sets `%s`", variable));
        return;
    }
    if (!summary) {
        lower_unlisted(L, call, name);
        return;
    }
    lower_effects(L, call, summary);
    if (!L->cursor.is_reachable) return;
    Val computed = computed_result(L, call, name);
    if (computed.kind != VAL_NONE) {
        operands_retire(L, call);
        statement_end(L);
        value_bind(L, L->frame, call, computed);
        return;
    }
    bool is_warned = summary->result == SUMMARY_LIBRARY || summary->result == SUMMARY_STOPS;
    if (is_warned || summary->result == SUMMARY_ARBITRARY) warn_unknown_call(L, call, name, false);
    bind_summary(L, call, summary, name);
}

void lower_place(Lowering *L, LLVMValueRef call)
{
    Step step = {0};
    statement_end(L);
    EdgeId edge = step_emit(L, &step);
    if (edge.i != NO_ID) L->program->edges.data[edge.i].place = place_number(L->callee);
    call_bind_zero(L, call);
}
