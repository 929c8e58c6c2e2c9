#include "c/exact/races/lvalue.h"

#include "base/check.h"
#include "c/compile/debuginfo.h"
#include "c/exact/model/sync_type.h"

typedef struct Way {
    LLVMTypeRef type;
    LLVMMetadataRef debug;
    uint64_t rest;    /* from the start of the type */
    uint64_t strides; /* of variable indices that are not placed yet, as a bit for each */
    Str text;
} Way;

static bool is_aggregate(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMArrayTypeKind || (kind == LLVMStructTypeKind && !type_is_mutex(type));
}

/* Whether a variable index steps over whole elements of this size; such indices are placed. */
static bool take_index(const Val *address, Way *w, uint64_t size)
{
    bool found = false;
    for (uint32_t i = 0; i < address->count; i++) {
        if (!(w->strides >> i & 1) || address->strides[i] == 0 || address->strides[i] % size) continue;
        w->strides &= ~(UINT64_C(1) << i);
        found = true;
    }
    return found;
}

/* False: there is no such element. */
static bool enter_array_element(Lowering *L, const Val *address, Way *w)
{
    w->type = LLVMGetElementType(w->type);
    w->debug = debug_element(L->context, w->debug);
    uint64_t size = LLVMABISizeOfType(L->layout, w->type);
    if (size == 0) return false;
    if (take_index(address, w, size))
        str_add(&w->text, "[]");
    else
        str_addf(&w->text, "[%llu]", (unsigned long long)(w->rest / size));
    w->rest %= size;
    return true;
}

static bool enter_member(Lowering *L, Way *w)
{
    if (w->rest >= LLVMABISizeOfType(L->layout, w->type)) return false;
    unsigned k = LLVMElementAtOffset(L->layout, w->type, w->rest);
    uint64_t offset = LLVMOffsetOfElement(L->layout, w->type, k);
    LLVMTypeRef type = LLVMStructGetTypeAtIndex(w->type, k);
    if (w->rest - offset >= LLVMABISizeOfType(L->layout, type)) return false; /* between members */
    DebugVariable member = debug_member(L->run, L->context, w->debug, offset);
    if (!member.name) return false;
    str_addf(&w->text, ".%s", member.name);
    w->rest -= offset;
    w->type = type;
    w->debug = member.type;
    return true;
}

const char *lvalue_text(Lowering *L, const Val *address, uint64_t bytes)
{
    const Object *o = &L->objects.data[address->object];
    CHECK(address->kind == VAL_POINTER && o->type && address->count <= VAL_TERMS);
    Way w = {o->type, o->variable.type, (uint64_t)address->offset, (UINT64_C(1) << address->count) - 1, {0}};
    if (address->offset < 0) w.rest = 0; /* an index makes up for it */
    str_init(L->run, &w.text);
    str_add(&w.text, o->name);
    bool goes_on = true;
    while (goes_on && is_aggregate(w.type)) {
        if (w.strides == 0 && w.rest == 0 && LLVMABISizeOfType(L->layout, w.type) == bytes) break;
        goes_on =
            LLVMGetTypeKind(w.type) == LLVMArrayTypeKind ? enter_array_element(L, address, &w) : enter_member(L, &w);
    }
    const char *text = run_strdup(L->run, str_text(&w.text));
    str_clear(&w.text);
    return text;
}
