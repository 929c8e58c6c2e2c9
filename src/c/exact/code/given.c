#include "c/exact/code/given.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/library/argument.h"
#include "c/exact/library/extent.h"
#include "c/exact/library/text_end.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/argv.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/pointsto.h"
#include "c/exact/model/values.h"
#include "c/exact/races/text.h"
#include "c/library/format.h"
#include "c/library/record.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/term.h"

#define SIGNAL_SET_BYTES 128
#define SIZE_ARGUMENT 2u /* of ARGUMENT_SIZED */

typedef struct Given {
    LLVMValueRef call;
    const char *name, *uses;
} Given;

/* ---- valid-deref ---- */

static const char *limit_reason(Lowering *L, const Given *g)
{
    return lower_reason(L, run_format(L->run, "how much memory %s accesses is not checked", g->name));
}

static void limit_read(Lowering *L, const Given *g) { emit_limit(L, TERM_NONE, limit_reason(L, g)); }

/* Whether a text has an end that nobody changes: a constant, or an argument of main. */
static bool has_end(Lowering *L, const Val *v)
{
    if (v->kind != VAL_ADDRESS || v->count != 1 || v->offset != 0 || v->targets->has_number)
        return text_is_constant(L, v);
    Targets *others = targets_new(L);
    for (uint32_t i = 0; i < v->targets->list.count; i++)
        if (!argv_starts_text(&v->targets->list.data[i])) targets_add(L->run, others, v->targets->list.data[i]);
    if (!others->list.count) return true;
    Val rest = address_of(v->terms[0], others);
    return text_is_constant(L, &rest);
}

/* What is read to its end: later than the address was, so that both may change in between. is_narrow: of char, and
 * nothing else than a text; of what else it may be only constants have an end. */
static void limit_text(Lowering *L, const Given *g, LLVMValueRef argument, bool is_narrow)
{
    Val v = operand_val(L, argument);
    if (!L->cursor.is_reachable || has_end(L, &v)) return;
    if (!is_narrow) {
        limit_read(L, g);
        return;
    }
    values_flush(L);
    v = operand_val(L, argument);
    Term end = text_end(L, &v);
    if (!term_is(end))
        limit_read(L, g);
    else if (!term_is_true(L->tm, end))
        emit_limit(L, term_not(L->tm, end), limit_reason(L, g));
}

/* Functions that read as many bytes as a number says, whatever is in them: which argument says so. */
static const struct {
    const char *name;
    unsigned pointer, count;
} counted[] = {{"memcmp", 0, 2},         {"memcmp", 1, 2},  {"bcmp", 0, 2},   {"bcmp", 1, 2},      {"memchr", 0, 2},
               {"memrchr", 0, 2},        {"memmem", 0, 1},  {"memmem", 2, 3}, {"memcpy", 1, 2},    {"memmove", 1, 2},
               {"mempcpy", 1, 2},        {"memccpy", 1, 3}, {"write", 1, 2},  {"pwrite", 1, 2},    {"pwrite64", 1, 2},
               {"send", 1, 2},           {"sendto", 1, 2},  {"sendto", 4, 5}, {"mq_send", 1, 2},   {"bind", 1, 2},
               {"connect", 1, 2},        {"fwrite", 0, 1},  {"msgsnd", 1, 0}, {"rawmemchr", 0, 0}, {"setsockopt", 3, 4},
               {"fwrite_unlocked", 0, 1}};

/* As wide as addresses; TERM_NONE: nobody knows. */
static Term number_given(Lowering *L, const Given *g, unsigned k)
{
    Val v = k < LLVMGetNumArgOperands(g->call) ? operand_val(L, LLVMGetOperand(g->call, k)) : val_none();
    bool fits = v.kind == VAL_TERM && term_sort(L->tm, v.terms[0]).kind == SORT_BV &&
                term_sort(L->tm, v.terms[0]).width <= L->pointer_width;
    return fits ? term_zext(L->tm, v.terms[0], L->pointer_width) : TERM_NONE;
}

/* How many bytes are read; of `fwrite` the product, if that is sure not to wrap. */
static Term bytes_read(Lowering *L, const Given *g, unsigned count)
{
    Term n = count ? number_given(L, g, count) : TERM_NONE;
    if (strncmp(g->name, "fwrite", 6) != 0 || !term_is(n)) return n;
    Term m = number_given(L, g, 2);
    if (!term_is(m) || !term_is_const(L->tm, n) || term_value(L->tm, n) > INT32_MAX) return TERM_NONE;
    if (term_value(L->tm, n) == 1) return m;
    bool is_small = term_is_const(L->tm, m) && term_value(L->tm, m) <= INT32_MAX;
    return is_small ? address_number(L, term_value(L->tm, n) * term_value(L->tm, m)) : TERM_NONE;
}

static void check_counted(Lowering *L, const Given *g, const Val *v, Term bytes)
{
    if (!term_is(bytes)) {
        limit_read(L, g);
        return;
    }
    if (term_is_const(L->tm, bytes) && term_value(L->tm, bytes) == 0) return;
    if (term_is_const(L->tm, bytes)) bounds_require_access(L, v, 1);
    extent_limit_bytes(L, v, bytes, limit_reason(L, g));
}

/* Functions that read text to its end, but no more than a number says, which may be 0. */
static bool may_read_nothing(const Given *g, unsigned i)
{
    static const char *const names[] = {"strncmp", "strncasecmp", "strnlen", "strndup", "strncpy", "strncat"};
    bool is_named = false, may_be_none = false;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        is_named |= strcmp(names[k], g->name) == 0;
    for (unsigned k = i + 1; k < LLVMGetNumArgOperands(g->call); k++) {
        LLVMValueRef size = LLVMGetOperand(g->call, k);
        if (LLVMGetTypeKind(LLVMTypeOf(size)) != LLVMIntegerTypeKind) continue;
        may_be_none |= !LLVMIsAConstantInt(size) || LLVMConstIntGetZExtValue(size) == 0;
    }
    return is_named && may_be_none;
}

static bool is_characters(LLVMTypeRef type)
{
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
}

/* Whether C, POSIX or glibc give NULL a meaning there. */
static bool may_be_null(const Given *g, unsigned i)
{
    static const struct {
        const char *name;
        unsigned argument;
    } rows[] = {{"basename", 0}, {"epoll_ctl", 3},  {"freopen", 0}, {"futimes", 1}, {"getservbyname", 1},
                {"innetgr", 1},  {"innetgr", 2},    {"innetgr", 3}, {"mblen", 0},   {"mbrlen", 0},
                {"mbrtoc16", 1}, {"mbrtoc32", 1},   {"mbrtowc", 1}, {"mbtowc", 1},  {"perror", 0},
                {"pselect", 4},  {"pselect", 5},    {"re_comp", 0}, {"sendto", 4},  {"setlocale", 1},
                {"system", 0},   {"textdomain", 0}, {"utime", 1},   {"utimes", 1}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].argument == i && strcmp(rows[k].name, g->name) == 0) return true;
    return false;
}

/* What is read up to an end. */
static void check_read(Lowering *L, const Given *g, char use, unsigned i)
{
    LLVMValueRef argument = LLVMGetOperand(g->call, i);
    Val v = operand_val(L, argument);
    if (may_be_null(g, i)) {
        if (argument_is_null(L, argument)) return;
        bounds_require_access_or_null(L, &v, 1);
        limit_text(L, g, argument, false);
        return;
    }
    for (size_t k = 0; k < sizeof counted / sizeof *counted; k++)
        if (strcmp(counted[k].name, g->name) == 0 && counted[k].pointer == i) {
            check_counted(L, g, &v, bytes_read(L, g, counted[k].count));
            return;
        }
    bool is_inside = address_is_constant(L, &v) && v.count == 0 && !term_is(bounds_inside(L, &v, 1, NULL));
    if (is_inside && !is_characters(L->objects.data[v.object].type)) return; /* a structure, wide text */
    if (may_read_nothing(g, i))
        extent_limit(L, &v, 1, limit_reason(L, g));
    else
        bounds_require_access(L, &v, 1);
    limit_text(L, g, argument, use == ARGUMENT_READ && text_is_read(g->name));
}

/* Perhaps less is written, so that memory that is not there is no violation for certain. */
static void check_elements(Lowering *L, const Given *g, unsigned i, unsigned told, uint64_t element)
{
    Val v = operand_val(L, LLVMGetOperand(g->call, i));
    uint64_t size = argument_size(L, g->call, told, element);
    bool is_number = size == UINT64_MAX && element == 1 && told < LLVMGetNumArgOperands(g->call);
    Val number = is_number ? operand_val(L, LLVMGetOperand(g->call, told)) : val_none();
    if (number.kind == VAL_TERM && term_sort(L->tm, number.terms[0]).width == L->pointer_width)
        extent_limit_bytes(L, &v, number.terms[0], limit_reason(L, g));
    else if (argument_is_null(L, LLVMGetOperand(g->call, i)) || size == UINT64_MAX)
        limit_read(L, g);
    else if (size > 0)
        extent_limit(L, &v, size, limit_reason(L, g));
}

static void check_buffer(Lowering *L, const Given *g, unsigned i, unsigned told)
{
    check_elements(L, g, i, told, strstr(g->name, "wprintf") ? 4 : 1);
}

static void check_string(Lowering *L, const Given *g, unsigned i)
{
    uint64_t element = i == 0 ? argument_record_size(L, g->call, g->name) : 0;
    if (element > 0)
        check_elements(L, g, i, RECORD_COUNT, element);
    else
        limit_read(L, g);
}

/* A list of numbers only, as the format before it says: no address in it is followed. */
static bool is_list_of_numbers(Lowering *L, const Given *g, unsigned i)
{
    Format format;
    char use = i > 0 ? g->uses[i - 1] : 0;
    bool is_format = use == ARGUMENT_FORMAT || use == ARGUMENT_WIDE_FORMAT;
    return is_format && text_format(L, LLVMGetOperand(g->call, i - 1), use == ARGUMENT_WIDE_FORMAT, &format) &&
           format.count == 0 && (format.texts | format.some_texts) == 0;
}

/* Of arguments behind a format: text that is printed, and integers that %n writes. *is_narrow: text of char for
 * certain.
 */
static bool is_followed_argument(Lowering *L, const Given *g, unsigned i, bool *is_narrow)
{
    Format format;
    const char *formats = strpbrk(g->uses, (char[]){ARGUMENT_FORMAT, ARGUMENT_WIDE_FORMAT, 0});
    CHECK(formats);
    unsigned k = (unsigned)(formats - g->uses), at = i - ((unsigned)strlen(g->uses) - 1);
    LLVMValueRef text = LLVMGetOperand(g->call, k);
    *is_narrow = false;
    if (!text_format(L, text, g->uses[k] == ARGUMENT_WIDE_FORMAT, &format)) return true;
    *is_narrow = at < 64 && (format.narrow >> at & 1);
    bool is_text = at < 64 && ((format.texts | format.some_texts) >> at & 1);
    for (uint32_t n = 0; n < format.count; n++)
        is_text |= format.writes[n].argument == at;
    return is_text;
}

/* Text for a format, which must have an end; nor may it be NULL. */
static void check_rest(Lowering *L, const Given *g, unsigned i)
{
    LLVMValueRef argument = LLVMGetOperand(g->call, i);
    Val v = operand_val(L, argument);
    bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMPointerTypeKind, is_narrow;
    if ((!is_pointer && !val_is_address(&v)) || !is_followed_argument(L, g, i, &is_narrow)) return;
    if (val_is_address(&v)) extent_limit(L, &v, 1, limit_reason(L, g));
    limit_text(L, g, argument, is_narrow);
}

/* NULL, as a second argument of gettimeofday. */
static bool is_no_zone(Lowering *L, const Given *g, unsigned i)
{
    return i == 1 && strcmp(g->name, "gettimeofday") == 0 && argument_is_null(L, LLVMGetOperand(g->call, i));
}

/* Sets of signals, of which glibc has one size. */
static bool is_signal_set(const Given *g, unsigned i)
{
    static const struct {
        const char *name;
        unsigned first, last;
    } rows[] = {{"sigemptyset", 0, 0}, {"sigfillset", 0, 0},  {"sigaddset", 0, 0},       {"sigdelset", 0, 0},
                {"sigismember", 0, 0}, {"sigprocmask", 1, 2}, {"pthread_sigmask", 1, 2}, {"sigwait", 0, 0}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (strcmp(rows[k].name, g->name) == 0) return i >= rows[k].first && i <= rows[k].last;
    return false;
}

/* A format that asks for the name of the time zone, as a locale's own may, follows an address in the structure. */
static bool asks_for_zone(const Given *g)
{
    LLVMValueRef format = LLVMGetOperand(g->call, 2), text = LLVMIsAGlobalVariable(format);
    LLVMValueRef init = text && LLVMIsGlobalConstant(text) ? LLVMGetInitializer(text) : NULL;
    if (!init || !LLVMIsAConstantDataSequential(init) || !LLVMIsConstantString(init)) return true;
    size_t length;
    const char *characters = LLVMGetAsString(init, &length);
    return memchr(characters, 'Z', length) || memchr(characters, 'c', length) || memchr(characters, '+', length);
}

/* Structures whose size is known. Perhaps they are not looked at, or the kernel says that they are not there, so that
 * the model ends where they are too small. */
static bool check_record(Lowering *L, const Given *g, char use, unsigned i)
{
    LLVMValueRef argument = LLVMGetOperand(g->call, i);
    const LibraryRecord *record = library_record(g->name, i);
    uint64_t size = !record ? 0 : L->pointer_width == 64 ? record->bytes_64 : record->bytes_32;
    if (size == 0 || (strcmp(g->name, "strftime") == 0 && asks_for_zone(g))) return false;
    if (record->may_be_null && argument_is_null(L, argument)) return true;
    if (record->count != RECORD_ALONE) size = argument_size(L, g->call, record->count, size);
    if (size == UINT64_MAX) return false;
    if (record->are_bits) size = (size + 63) / 64 * 8;
    if (size == 0) return true;
    Val v = operand_val(L, argument);
    if (use == ARGUMENT_READ && !record->may_be_null) bounds_require_access(L, &v, 1);
    if (L->cursor.is_reachable) extent_limit(L, &v, size, limit_reason(L, g));
    return true;
}

static void check_argument_use(Lowering *L, const Given *g, char use, unsigned i)
{
    if (check_record(L, g, use, i)) return;
    LLVMValueRef argument = LLVMGetOperand(g->call, i);
    Val v = operand_val(L, argument);
    if (is_signal_set(g, i)) {
        if (!argument_is_null(L, argument)) extent_limit(L, &v, SIGNAL_SET_BYTES, limit_reason(L, g));
        return;
    }
    if (is_no_zone(L, g, i)) return;
    switch ((ArgumentUse)use) {
    case ARGUMENT_READ:
    case ARGUMENT_SENT:
    case ARGUMENT_KEPT:
    case ARGUMENT_FORMAT:
    case ARGUMENT_WIDE_FORMAT: check_read(L, g, use, i); return;
    case ARGUMENT_JUMP:
    case ARGUMENT_OBJECT: argument_object(L, argument, false); return;
    case ARGUMENT_LIBRARY: argument_object(L, argument, true); return;
    case ARGUMENT_STRING: check_string(L, g, i); return;
    case ARGUMENT_TEXT:
    case ARGUMENT_TAKEN:
    case ARGUMENT_ORDERED:
    case ARGUMENT_WRITTEN: limit_read(L, g); return;
    case ARGUMENT_LIST:
        if (!is_list_of_numbers(L, g, i)) limit_read(L, g);
        return;
    case ARGUMENT_REST: check_rest(L, g, i); return;
    case ARGUMENT_SIZED: check_buffer(L, g, i, SIZE_ARGUMENT); return;
    case ARGUMENT_BUFFER:
    case ARGUMENT_NONDET: check_buffer(L, g, i, i + 1); return;
    case ARGUMENT_POINTER:
        if (!argument_is_null(L, argument)) bounds_require_access_or_null(L, &v, L->pointer_width / 8);
        return;
    case ARGUMENT_VALUE:
    case ARGUMENT_TIMESPEC:
    case ARGUMENT_CLOCK:
    case ARGUMENT_TIME:
    case ARGUMENT_INT: return;
    }
}

/* ---- all properties: what is accessed exists ---- */

/* Where nothing may be accessed after all (no bytes, a format that is not known) the model ends too early. */
static void check_life(Lowering *L, const Given *g, char use, unsigned i)
{
    Val v = operand_val(L, LLVMGetOperand(g->call, i));
    bool is_narrow;
    if (use == ARGUMENT_VALUE || (use == ARGUMENT_REST && !is_followed_argument(L, g, i, &is_narrow))) return;
    bounds_require_life(L, &v);
}

void given_check(Lowering *L, LLVMValueRef call, const Summary *summary)
{
    const Given g = {call, L->callee, summary->uses};
    unsigned count = LLVMGetNumArgOperands(call), known = (unsigned)strlen(g.uses);
    for (unsigned i = 0; i < count && known && L->cursor.is_reachable; i++) {
        char use = g.uses[i < known ? i : known - 1];
        bool is_beyond = i >= known && use != ARGUMENT_REST;
        if (is_beyond || !argument_may_point(L, LLVMGetOperand(call, i))) continue;
        if (deref_is_asked(L))
            check_argument_use(L, &g, use, i);
        else
            check_life(L, &g, use, i);
    }
}

void given_check_all(Lowering *L, LLVMValueRef call)
{
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && !deref_is_asked(L); i++) {
        Val v = operand_val(L, LLVMGetOperand(call, i));
        bounds_require_life(L, &v);
    }
}
