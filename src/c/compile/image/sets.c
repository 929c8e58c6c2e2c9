/* Objects lie in the order of the files and, in one file, in that of their definitions, as gcc lays them out without
 * optimisation and clang does where each definition has an initialiser: said as an assumption where there are several.
 * Gaps are as the alignments of the objects, and of the parts of the files, ask for. */
#include "c/compile/image/sets.h"

#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "c/compile/debuginfo.h"
#include "c/compile/link_place.h"

typedef struct Member {
    LLVMValueRef global;
    LinkPlace place;
    LLVMMetadataRef file; /* of its definition; NULL: not known */
    unsigned line;
    uint64_t offset;
} Member;

typedef VEC(Member) Members;

typedef struct Set {
    Run *run;
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMTargetDataRef layout;
    Sources *sources;
    const char *name;
    Members members;
    uint64_t size;
    LLVMValueRef start, stop; /* NULL: not declared */
} Set;

/* ---- what there is ---- */

/* Declarations with a name for the assembler keep a mark before it. */
static LLVMValueRef find_section_bound(Run *run, LLVMModuleRef module, const char *prefix, const char *section)
{
    const char *marked = run_format(run, "\01%s%s", prefix, section);
    LLVMValueRef plain = LLVMGetNamedGlobal(module, marked + 1);
    LLVMValueRef bound = plain ? plain : LLVMGetNamedGlobal(module, marked);
    return bound && LLVMIsDeclaration(bound) ? bound : NULL;
}

static bool has_section(LLVMValueRef value, const char *section)
{
    const char *own = LLVMGetSection(value);
    return own && strcmp(own, section) == 0 && !LLVMIsDeclaration(value);
}

static Member make_member(LLVMValueRef global)
{
    Member m = {.global = global, .place = link_place(global)};
    size_t n = 0;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
    for (unsigned i = 0; i < n; i++) {
        LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
        if (LLVMGetMetadataKind(node) != LLVMDIGlobalVariableExpressionMetadataKind) continue;
        LLVMMetadataRef variable = LLVMDIGlobalVariableExpressionGetVariable(node);
        m.file = LLVMDIVariableGetFile(variable);
        m.line = LLVMDIVariableGetLine(variable);
    }
    LLVMDisposeValueMetadataEntries(entries);
    return m;
}

static bool is_member_before(const Member *a, const Member *b, bool by_line)
{
    if (a->place.file != b->place.file) return a->place.file < b->place.file;
    if (by_line && a->line != b->line) return a->line < b->line;
    return a->place.index < b->place.index;
}

/* By the lines of their definitions, if they are of one text; else as the compiler has them. */
static void sort_members(Members *members)
{
    bool by_line = true;
    for (uint32_t i = 0; i < members->count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (members->data[i].place.file == members->data[k].place.file)
                by_line &= members->data[i].file && members->data[i].file == members->data[k].file;
    for (uint32_t i = 1; i < members->count; i++) {
        Member m = members->data[i];
        uint32_t k = i;
        for (; k > 0 && is_member_before(&m, &members->data[k - 1], by_line); k--)
            members->data[k] = members->data[k - 1];
        members->data[k] = m;
    }
}

_Noreturn static void refuse_section(Set *set, LLVMValueRef value, const char *what)
{
    SourcePos pos = sources_pos(set->sources, value);
    size_t n = 0;
    const char *name = LLVMGetValueName2(value, &n);
    if (!pos.file)
        run_stop(set->run, STOP_UNSUPPORTED, "section `%s`, whose bounds are used, has %s `%s`", set->name, what, name);
    run_stop(set->run, STOP_UNSUPPORTED, "%s:%u: section `%s`, whose bounds are used, has %s `%s`", pos.file, pos.line,
             set->name, what, name);
}

static void find_members(Set *set)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(set->module); f; f = LLVMGetNextFunction(f))
        if (has_section(f, set->name)) refuse_section(set, f, "code, which is not supported:");
    for (LLVMValueRef g = LLVMGetFirstGlobal(set->module); g; g = LLVMGetNextGlobal(g)) {
        if (!has_section(g, set->name)) continue;
        LLVMLinkage linkage = LLVMGetLinkage(g);
        if (LLVMIsThreadLocal(g)) refuse_section(set, g, "a variable of each thread, which is not supported:");
        if (linkage != LLVMExternalLinkage && linkage != LLVMInternalLinkage)
            refuse_section(set, g, "a weak object, which is not supported:");
        vec_push(set->run, &set->members, make_member(g));
    }
    sort_members(&set->members);
}

/* ---- where it lies ---- */

static uint64_t alignment(const Set *set, const Member *m)
{
    uint64_t own = LLVMGetAlignment(m->global);
    return own ? own : LLVMABIAlignmentOfType(set->layout, LLVMGlobalGetValueType(m->global));
}

static uint64_t member_size(const Set *set, const Member *m)
{
    return LLVMABISizeOfType(set->layout, LLVMGlobalGetValueType(m->global));
}

static uint64_t aligned(uint64_t at, uint64_t to) { return to ? (at + to - 1) / to * to : at; }

/* The part of a file begins where its most aligned object may. */
static uint64_t part_alignment(const Set *set, uint32_t first)
{
    uint64_t most = 1;
    for (uint32_t i = first; i < set->members.count; i++) {
        const Member *m = &set->members.data[i];
        if (m->place.file == set->members.data[first].place.file && alignment(set, m) > most) most = alignment(set, m);
    }
    return most;
}

static void lay_out_members(Set *set)
{
    for (uint32_t i = 0; i < set->members.count; i++) {
        Member *m = &set->members.data[i];
        bool is_first = i == 0 || m[-1].place.file != m->place.file;
        m->offset = aligned(set->size, is_first ? part_alignment(set, i) : alignment(set, m));
        set->size = m->offset + member_size(set, m);
    }
}

/* ---- the object ---- */

static LLVMTypeRef element_of(LLVMTypeRef type)
{
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    return type;
}

/* The type of which all are values or arrays, without gaps; NULL: none. */
static LLVMTypeRef common_member_type(const Set *set)
{
    LLVMTypeRef type = element_of(LLVMGlobalGetValueType(set->members.data[0].global));
    uint64_t end = 0;
    for (uint32_t i = 0; i < set->members.count; i++) {
        const Member *m = &set->members.data[i];
        if (element_of(LLVMGlobalGetValueType(m->global)) != type || m->offset != end) return NULL;
        end += member_size(set, m);
    }
    return type;
}

typedef VEC(LLVMValueRef) Values;

static void add_constant_elements(Run *run, LLVMValueRef value, Values *out)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    if (LLVMGetTypeKind(type) != LLVMArrayTypeKind) {
        vec_push(run, out, value);
        return;
    }
    for (uint64_t i = 0; i < LLVMGetArrayLength2(type); i++)
        add_constant_elements(run, LLVMGetAggregateElement(value, (unsigned)i), out);
}

static LLVMValueRef joined_array(Set *set, LLVMTypeRef type)
{
    Values values = {0};
    for (uint32_t i = 0; i < set->members.count; i++)
        add_constant_elements(set->run, LLVMGetInitializer(set->members.data[i].global), &values);
    LLVMValueRef value = LLVMConstArray2(type, values.data, values.count);
    vec_free(set->run, &values);
    return value;
}

/* With bytes where nothing lies. */
static LLVMValueRef struct_value(Set *set)
{
    Values values = {0};
    uint64_t end = 0;
    for (uint32_t i = 0; i < set->members.count; i++) {
        const Member *m = &set->members.data[i];
        LLVMTypeRef gap = LLVMArrayType2(LLVMInt8TypeInContext(set->context), m->offset - end);
        vec_push(set->run, &values, LLVMConstNull(gap));
        vec_push(set->run, &values, LLVMGetInitializer(m->global));
        end = m->offset + member_size(set, m);
    }
    LLVMValueRef value = LLVMConstStructInContext(set->context, values.data, values.count, true);
    vec_free(set->run, &values);
    return value;
}

/* It is called as the section is, and has elements of the type of the first object. */
static void describe_joined(Set *set, LLVMValueRef joined, uint64_t count)
{
    LLVMValueRef first = set->members.data[0].global;
    DebugVariable variable = debug_global_variable(set->run, set->context, first);
    const Member *m = &set->members.data[0];
    if (!variable.type || !m->file) return;
    LLVMDIBuilderRef builder = LLVMCreateDIBuilderDisallowUnresolved(set->module);
    LLVMMetadataRef range = LLVMDIBuilderGetOrCreateSubrange(builder, 0, (int64_t)count);
    LLVMMetadataRef type = LLVMDIBuilderCreateArrayType(builder, set->size * 8, 0, variable.type, &range, 1);
    LLVMMetadataRef nothing = LLVMDIBuilderCreateExpression(builder, NULL, 0);
    LLVMMetadataRef all = LLVMDIBuilderCreateGlobalVariableExpression(
        builder, m->file, set->name, strlen(set->name), "", 0, m->file, m->line, type, true, nothing, NULL, 0);
    LLVMDIBuilderFinalize(builder);
    LLVMDisposeDIBuilder(builder);
    LLVMGlobalSetMetadata(joined, LLVMGetMDKindIDInContext(set->context, "dbg", 3), all);
}

static LLVMValueRef address_behind(const Set *set, LLVMTypeRef type, LLVMValueRef base, uint64_t count)
{
    LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(set->context), count, false);
    return count ? LLVMConstInBoundsGEP2(type, base, &index, 1) : base;
}

/* Several objects become one. */
static LLVMValueRef join_members(Set *set, LLVMTypeRef *unit, uint64_t *units)
{
    LLVMTypeRef type = common_member_type(set), byte = LLVMInt8TypeInContext(set->context);
    LLVMValueRef value = type ? joined_array(set, type) : struct_value(set);
    LLVMValueRef joined = LLVMAddGlobal(set->module, LLVMTypeOf(value), set->name);
    uint64_t size = type ? LLVMABISizeOfType(set->layout, type) : 1;
    bool is_constant = true;
    LLVMSetInitializer(joined, value);
    LLVMSetLinkage(joined, LLVMInternalLinkage);
    LLVMSetAlignment(joined, (unsigned)part_alignment(set, 0));
    *unit = type ? type : byte;
    *units = set->size / (size ? size : 1);
    if (type && element_of(LLVMGlobalGetValueType(set->members.data[0].global)) ==
                    LLVMGlobalGetValueType(set->members.data[0].global))
        describe_joined(set, joined, *units);
    for (uint32_t i = 0; i < set->members.count; i++) {
        const Member *m = &set->members.data[i];
        is_constant &= LLVMIsGlobalConstant(m->global) != 0;
        LLVMReplaceAllUsesWith(m->global, address_behind(set, *unit, joined, m->offset / (size ? size : 1)));
    }
    for (uint32_t i = 0; i < set->members.count; i++)
        LLVMDeleteGlobal(set->members.data[i].global);
    LLVMSetGlobalConstant(joined, is_constant);
    return joined;
}

/* ---- sets ---- */

/* gcc aligns structs and arrays of 8, 16 and 32 bytes further than their types ask for. */
static bool is_aligned_wider(const Set *set)
{
    bool found = false;
    for (uint32_t i = 0; i < set->members.count; i++) {
        const Member *m = &set->members.data[i];
        LLVMTypeKind kind = LLVMGetTypeKind(LLVMGlobalGetValueType(m->global));
        bool is_aggregate = kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
        for (uint64_t step = 8; step <= 32 && is_aggregate; step *= 2)
            found |= member_size(set, m) >= step && m->offset % step != 0;
    }
    return found;
}

static void assume_order(Set *set)
{
    SourcePos pos = sources_pos(set->sources, set->members.data[0].global);
    pos.column = 0;
    const char *how = is_aligned_wider(set) ? ", without the gaps that gcc leaves" : "";
    const char *what =
        run_format(set->run, "the objects of section `%s` lie in the order of their definitions%s", set->name, how);
    diag_assume(set->run, SEVERITY_NOTE, pos, (Assumption){what, NULL},
                "the objects of section `%s` are assumed to lie in the order of the files and of their definitions%s, "
                "and no other file to have some",
                set->name, how);
}

/* Without the files that have them a link fails: they are memory of its own that is only declared. */
static void assume_elsewhere(Set *set)
{
    LLVMValueRef bound = set->start ? set->start : set->stop;
    if (LLVMGetLinkage(bound) == LLVMExternalWeakLinkage) return;
    const char *what = run_format(set->run, "section `%s` has objects of other files, and of no file given", set->name);
    diag_assume(set->run, SEVERITY_WARNING, (SourcePos){NULL, 0, 0}, (Assumption){what, NULL},
                "no object of these files is in section `%s`, whose bounds are used: add the files that have some",
                set->name);
}

/* Whether nothing but an array of the program's is walked along, of which C says how. */
static bool is_single_array(const Set *set)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(set->members.data[0].global);
    bool is_nested =
        LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMArrayTypeKind;
    return set->members.count == 1 && !is_nested;
}

static void replace_bounds(Set *set)
{
    LLVMValueRef begin = set->members.data[0].global;
    LLVMTypeRef unit = LLVMGlobalGetValueType(begin);
    uint64_t units = 1;
    if (set->members.count > 1) assume_order(set);
    if (!is_single_array(set)) begin = join_members(set, &unit, &units);
    if (set->start) LLVMReplaceAllUsesWith(set->start, begin);
    if (set->stop) LLVMReplaceAllUsesWith(set->stop, address_behind(set, unit, begin, units));
}

/* A section that is not there has no bounds. */
static void drop_bound(LLVMValueRef bound, bool is_empty)
{
    if (bound && is_empty && LLVMGetLinkage(bound) == LLVMExternalWeakLinkage)
        LLVMReplaceAllUsesWith(bound, LLVMConstNull(LLVMTypeOf(bound)));
    if (bound && !LLVMGetFirstUse(bound)) LLVMDeleteGlobal(bound);
}

static void join_set(Run *run, LLVMModuleRef module, Sources *sources, const char *section)
{
    Set set = {.run = run, .module = module, .sources = sources, .name = section};
    set.context = LLVMGetModuleContext(module);
    set.layout = LLVMGetModuleDataLayout(module);
    set.start = find_section_bound(run, module, "__start_", section);
    set.stop = find_section_bound(run, module, "__stop_", section);
    if (set.start || set.stop) {
        find_members(&set);
        lay_out_members(&set);
        if (set.members.count > 0)
            replace_bounds(&set);
        else
            assume_elsewhere(&set);
        drop_bound(set.start, set.members.count == 0);
        drop_bound(set.stop, set.members.count == 0);
    }
    vec_free(run, &set.members);
}

/* The section of a bound; NULL: it is none. */
static const char *bounded_section(LLVMValueRef global)
{
    static const char *const prefixes[] = {"__start_", "__stop_"};
    size_t n = 0;
    const char *name = LLVMGetValueName2(global, &n);
    if (*name == '\01') name++;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const char *section = name + strlen(prefixes[i]);
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) != 0 || !*section) continue;
        bool is_name = !isdigit((unsigned char)*section);
        for (const char *p = section; *p; p++)
            is_name &= isalnum((unsigned char)*p) || *p == '_';
        if (is_name) return section;
    }
    return NULL;
}

/* What the compiler must keep is kept; parts of an object must not be in these lists. */
static void drop_used(LLVMModuleRef module)
{
    static const char *const lists[] = {"llvm.used", "llvm.compiler.used"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        LLVMValueRef list = LLVMGetNamedGlobal(module, lists[i]);
        if (list) LLVMDeleteGlobal(list);
    }
}

void sets_join(Run *run, LLVMModuleRef module, Sources *sources)
{
    VEC(const char *) sections = {0};
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        const char *section = LLVMIsDeclaration(g) && LLVMGetFirstUse(g) ? bounded_section(g) : NULL;
        if (section) vec_push(run, &sections, run_strdup(run, section)); /* twice: the second time nothing is left */
    }
    if (sections.count > 0) drop_used(module);
    for (uint32_t i = 0; i < sections.count; i++)
        join_set(run, module, sources, sections.data[i]);
    vec_free(run, &sections);
}
