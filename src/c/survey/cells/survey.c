#include "c/survey/cells/survey.h"

#include <string.h>

#include "base/check.h"
#include "base/str.h"
#include "c/compile/image/complete.h"
#include "c/compile/link/link.h"
#include "c/compile/memory_order.h"
#include "c/compile/state_object.h"
#include "c/survey/cells/cell.h"
#include "c/survey/cells/gap.h"
#include "c/survey/cells/name.h"
#include "c/survey/outlive.h"
#include "c/survey/print.h"
#include "c/survey/whole.h"

/* Whether some block is a copy of a round. */
static bool is_unrolled(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            if (function_is_again(b)) return true;
    return false;
}

/* ---- what is told ---- */

static const char *function_name(LLVMValueRef function)
{
    size_t n = 0;
    return LLVMGetValueName2(function, &n);
}

static const char *thread_names(const Survey *s, const Bits *classes)
{
    Str out;
    str_init(s->run, &out);
    uint32_t told = 0;
    for (uint32_t c = 0; c < s->classes.count && c < BITS_MAX && told < 4; c++) {
        const char *name = function_name(s->classes.data[c].function);
        if (!bits_get(classes, c) || strstr(str_text(&out), name)) continue;
        str_addf(&out, "%s%s", told++ ? ", " : "", name);
    }
    const char *text = run_strdup(s->run, str_text(&out));
    str_clear(&out);
    return text;
}

static SurveyedAccess told_access(const SurveyAccesses *a, uint32_t id)
{
    const SurveyAccess *access = &a->all.data[id];
    const Circumstance *c = &a->circumstances.data[access->circumstance];
    return (SurveyedAccess){sources_pos(a->s->sources, access->instruction), c->is_write, c->is_atomic,
                            function_name(instruction_function(access->instruction)), thread_names(a->s, &c->classes)};
}

static const char *safe_reason_text(const SurveyAccesses *a, DebugNames *names, const SurveyCell *c)
{
    switch (c->why) {
    case CELL_OPEN: return NULL;
    case CELL_READ: return "only read";
    case CELL_THREAD: return "one thread";
    case CELL_ELEMENT: return "each thread has its own";
    case CELL_ORDER: return "ordered by starts and joins";
    case CELL_ATOMIC: return "atomic";
    case CELL_LOCK: break;
    }
    if (c->lock == UINT32_MAX) return "several locks";
    return run_format(a->s->run, "lock `%s`", name_lock(a->s, names, a->locks, c->lock, c->object));
}

static void assume_in_survey(Run *run, SourcePos pos, const char *text)
{
    diag_assume(run, SEVERITY_NOTE, pos, (Assumption){text, NULL}, "the survey takes for granted: %s", text);
}

/* What is taken for granted beside what always is. */
static void assume_for_survey(Survey *s)
{
    static const SourcePos nowhere = {NULL, 0, 0};
    const char *safe = state_assumed_safe(s->run, s->module);
    if (print_has_unknown_format(s)) assume_in_survey(s->run, nowhere, "formats that are not known have no %n");
    if (s->outlived_shared)
        assume_in_survey(s->run, outlive_pos(s, s->outlived_shared), outlive_assumption(s, s->outlived_shared));
    if (safe) assume_in_survey(s->run, nowhere, run_format(s->run, "safe in several threads, as in glibc: %s", safe));
}

/* Memory that one thread only knows of may be made known by an atomic access, which then has to order what was done
 * before. */
static bool has_weak_order(const Survey *s)
{
    for (uint32_t f = 0; f < s->reached.count; f++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->reached.data[f].function); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (memory_order_is_weaker(memory_order(i))) return true;
    return false;
}

static void tell_cells(const SurveyAccesses *a, DebugNames *names, const SurveyCells *cells, SurveyResult *out)
{
    Survey *s = a->s;
    for (uint32_t i = 0; i < cells->count; i++) {
        const SurveyCell *c = &cells->data[i];
        SurveyedCell told = {.name = survey_cell_name(s, names, c->object, c->from, c->to),
                             .safe = safe_reason_text(a, names, c)};
        if (!told.safe) {
            told.first = told_access(a, c->first);
            told.second = told_access(a, c->second);
        }
        out->safe += told.safe != NULL;
        vec_push(s->run, &out->cells, told);
    }
    out->threads = s->classes.count;
    out->functions = s->reached.count;
    Gap gap = gap_find(s);
    if (!gap.what && a->unknown) gap = (Gap){a->unknown, "an access through an address that nothing is known to be at"};
    out->gap = gap.what;
    assume_for_survey(s);
    out->has_weak_order = has_weak_order(s);
    if (gap.where) out->gap_pos = sources_pos(s->sources, gap.where);
}

void survey_files(Run *run, const char *const *paths, uint32_t count, const FrontendOptions *options, SurveyResult *out)
{
    DebugNames names;
    SurveyAccesses accesses;
    SurveyCells cells = {0};
    *out = (SurveyResult){0};
    LLVMModuleRef module = link_files(run, paths, count, options);
    out->is_unrolled = is_unrolled(module);
    link_call_constructors(run, module, paths[0]);
    image_complete(run, module, paths, count);
    LLVMValueRef main_function = link_find_main(run, module, paths[0]);
    debug_names_find(&names, run, module);
    Survey *s = survey_module(run, module, sources_new(run, paths, count), main_function);
    survey_accesses_find(s, &accesses);
    cells_find(&accesses, &cells);
    CHECK(cells.count <= accesses.all.count);
    tell_cells(&accesses, &names, &cells, out);
}
