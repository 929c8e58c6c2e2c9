#include "c/survey/cells/name.h"

#include <string.h>

#include "base/check.h"
#include "base/str.h"
#include "c/compile/state_object.h"

/* ---- what the debug information says ---- */

static uint32_t *word_key(Run *run, const char *text, uint32_t *count)
{
    size_t n = strlen(text);
    *count = (uint32_t)(n / 4 + 1);
    uint32_t *key = run_alloc(run, *count * sizeof *key);
    memcpy(key, text, n);
    return key;
}

static void note_struct(void *arg, const char *name, LLVMMetadataRef type)
{
    SurveyNames *names = arg;
    uint32_t n;
    bool is_new;
    uint32_t *key = word_key(names->run, name, &n);
    intern_add(&names->word_ids, key, n, &is_new);
    if (is_new) vec_push(names->run, &names->structs, type);
    run_release(names->run, key);
}

static void note_type(SurveyNames *names, LLVMMetadataRef type)
{
    if (type) debug_each_struct(names->run, names->context, type, &names->seen, note_struct, names);
}

static void note_debug_local(SurveyNames *names, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t n = 0;
    if (!LLVMIsAFunction(callee) || strcmp(LLVMGetValueName2(callee, &n), "llvm.dbg.declare") != 0) return;
    LLVMValueRef storage = debug_declared_storage(call);
    DebugVariable variable = debug_declared_variable(names->run, names->context, call);
    note_type(names, variable.type);
    bool is_new = false;
    if (storage) pointer_id(&names->local_ids, storage, &is_new);
    if (is_new) vec_push(names->run, &names->locals, variable);
}

void survey_names_find(SurveyNames *names, Run *run, LLVMModuleRef module)
{
    *names = (SurveyNames){.run = run, .context = LLVMGetModuleContext(module)};
    intern_init(run, &names->seen);
    intern_init(run, &names->word_ids);
    intern_init(run, &names->local_ids);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        note_type(names, debug_global_variable(run, names->context, g).type);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsACallInst(i)) note_debug_local(names, i);
}

/* The debug type of a struct of LLVM's, which is called "struct.x" or "struct.x.17". */
static LLVMMetadataRef debug_type(SurveyNames *names, LLVMTypeRef type)
{
    if (!type || LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMIsLiteralStruct(type)) return NULL;
    const char *name = LLVMGetStructName(type);
    const char *dot = name ? strchr(name, '.') : NULL;
    if (!dot) return NULL;
    char *text = run_strdup(names->run, dot + 1);
    uint32_t id = INTERN_NONE;
    for (int round = 0; round < 2 && id == INTERN_NONE; round++) {
        uint32_t n, *key = word_key(names->run, text, &n);
        id = intern_find(&names->word_ids, key, n);
        run_release(names->run, key);
        char *last = strrchr(text, '.');
        if (last) *last = 0;
    }
    return id == INTERN_NONE ? NULL : names->structs.data[id];
}

/* ---- objects ---- */

static DebugVariable variable_of(const Survey *s, SurveyNames *names, const SurveyObject *o)
{
    DebugVariable none = {NULL, NULL, false};
    if (o->value && LLVMIsAGlobalVariable(o->value)) return debug_global_variable(names->run, names->context, o->value);
    uint32_t id = o->value ? pointer_find(&names->local_ids, o->value) : INTERN_NONE;
    (void)s;
    return id == INTERN_NONE ? none : names->locals.data[id];
}

static const char *object_name(const Survey *s, SurveyNames *names, const SurveyObject *o, DebugVariable variable)
{
    size_t n = 0;
    if (o->kind == SURVEY_OUTSIDE && !o->value) return "memory of the library";
    if (variable.name) return variable.name;
    if (o->kind == SURVEY_HEAP) return run_format(names->run, "heap_%u", sources_pos(s->sources, o->value).line);
    const char *name = o->value ? LLVMGetValueName2(o->value, &n) : "", *shown = OUTSIDE_SHOWN;
    if (strncmp(name, shown, strlen(shown)) == 0)
        return run_format(names->run, "memory of the library (%s)", name + strlen(shown));
    return *name ? name : "a variable";
}

/* Members on the way to the bytes, as far as the types tell; *type is where the way ends. */
static void add_members(const Survey *s, SurveyNames *names, Str *out, LLVMTypeRef type, LLVMMetadataRef debug,
                        uint64_t rest, uint64_t bytes)
{
    while (type && (rest > 0 || LLVMABISizeOfType(s->layout, type) > bytes)) {
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (kind == LLVMArrayTypeKind) {
            type = LLVMGetElementType(type);
            uint64_t size = LLVMABISizeOfType(s->layout, type);
            str_add(out, "[]");
            debug = debug ? debug_element(names->context, debug) : NULL;
            if (size) rest %= size;
        } else if (kind == LLVMStructTypeKind && rest < LLVMABISizeOfType(s->layout, type)) {
            if (!debug) debug = debug_type(names, type);
            unsigned k = LLVMElementAtOffset(s->layout, type, rest);
            uint64_t offset = LLVMOffsetOfElement(s->layout, type, k);
            DebugVariable member = {NULL, NULL, false};
            if (debug) member = debug_member(names->run, names->context, debug, offset);
            if (member.name && strncmp(member.name, "__", 2) == 0) return; /* of the library's: "m", not "m.__data" */
            if (member.name)
                str_addf(out, ".%s", member.name);
            else
                str_addf(out, ".%llu", (unsigned long long)offset);
            rest -= offset;
            type = LLVMStructGetTypeAtIndex(type, k);
            debug = member.type;
        } else {
            if (rest > 0) str_addf(out, "+%llu", (unsigned long long)rest);
            return;
        }
    }
}

const char *survey_cell_name(const Survey *s, SurveyNames *names, uint32_t object, uint64_t from, uint64_t to)
{
    const SurveyObject *o = &s->objects.data[object];
    DebugVariable variable = variable_of(s, names, o);
    Str out;
    str_init(names->run, &out);
    str_add(&out, object_name(s, names, o, variable));
    if (o->repeats && o->type && from != ANYWHERE) str_add(&out, "[]");
    if (from != ANYWHERE) add_members(s, names, &out, o->type, variable.type, from, to - from);
    const char *text = run_strdup(names->run, str_text(&out));
    str_clear(&out);
    return text;
}

const char *name_lock(const Survey *s, SurveyNames *names, const Locks *l, uint32_t lock, uint32_t object)
{
    const LockName *name = locks_name(l, lock);
    const SurveyPlace *p = name->kind == NAME_INSIDE ? NULL : &s->places.data[name->place];
    switch (name->kind) {
    case NAME_PLACE: return survey_cell_name(s, names, p->object, p->offset, p->offset + 40);
    case NAME_FROZEN:
        return run_format(names->run, "of *%s", survey_cell_name(s, names, p->object, p->offset, p->offset + 8));
    case NAME_INSIDE:
        if (name->bytes < 0) break;
        return survey_cell_name(s, names, object, (uint64_t)name->bytes, (uint64_t)name->bytes + 40);
    case NAME_VALUE:
    case NAME_FRESH:
    case NAME_OWN: break;
    }
    return "a lock";
}
