#include "c/survey/cells/name.h"

#include <string.h>

#include "base/check.h"
#include "base/str.h"
#include "c/compile/state_object.h"

/* ---- objects ---- */

static DebugVariable variable_of(const Survey *s, DebugNames *names, const SurveyObject *o)
{
    DebugVariable none = {NULL, NULL, false};
    if (o->value && LLVMIsAGlobalVariable(o->value)) return debug_global_variable(names->run, names->context, o->value);
    uint32_t id = o->value ? pointer_find(&names->local_ids, o->value) : INTERN_NONE;
    (void)s;
    return id == INTERN_NONE ? none : names->locals.data[id];
}

static const char *object_name(const Survey *s, DebugNames *names, const SurveyObject *o, DebugVariable variable)
{
    size_t n = 0;
    if (o->kind == SURVEY_OUTSIDE && !o->value) return "memory of the library";
    if (variable.name) return variable.name;
    unsigned line = o->kind == SURVEY_HEAP ? sources_pos(s->sources, o->value).line : 0;
    if (o->kind == SURVEY_HEAP) return debug_names_heap(names, o->value, o->type, o->repeats, line).name;
    const char *name = o->value ? LLVMGetValueName2(o->value, &n) : "", *shown = OUTSIDE_SHOWN;
    if (strncmp(name, shown, strlen(shown)) == 0)
        return run_format(names->run, "memory of the library (%s)", name + strlen(shown));
    return *name ? name : "a variable";
}

/* Members on the way to the bytes, as far as the types tell; *type is where the way ends. */
static void add_members(const Survey *s, DebugNames *names, Str *out, LLVMTypeRef type, LLVMMetadataRef debug,
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
            if (!debug) debug = debug_names_struct(names, type);
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

const char *survey_cell_name(const Survey *s, DebugNames *names, uint32_t object, uint64_t from, uint64_t to)
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

const char *name_lock(const Survey *s, DebugNames *names, const Locks *l, uint32_t lock, uint32_t object)
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
