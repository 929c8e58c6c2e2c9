#include "frontend/survey/object.h"

#include "base/check.h"

#define PLACES_MAX 256 /* of one object: beyond, addresses in it are ANYWHERE */

bool places_are_valid(const Survey *s)
{
    return s->place_ids.count == s->places.count && s->object_ids.count == s->object_of_id.count;
}

uint32_t object_of(Survey *s, ObjectKind kind, LLVMValueRef value, LLVMTypeRef type, bool repeats)
{
    bool is_new = true;
    uint32_t key = value ? pointer_id(&s->object_ids, value, &is_new) : INTERN_NONE, id = s->objects.count;
    if (!is_new) return s->object_of_id.data[key];
    SurveyObject o = {.kind = kind, .value = value, .repeats = repeats, .any = UINT32_MAX, .all = UINT32_MAX};
    bool is_sized = type && LLVMTypeIsSized(type) && LLVMABISizeOfType(s->layout, type) > 0;
    o.type = is_sized ? type : NULL;
    o.size = is_sized ? LLVMABISizeOfType(s->layout, type) : 0;
    vec_push(s->run, &s->objects, o);
    if (!value) return id; /* nobody looks it up: numbers of objects run ahead of those of pointers */
    CHECK(key == s->object_of_id.count);
    vec_push(s->run, &s->object_of_id, id);
    return id;
}

bool object_may_hold(const Survey *s, uint32_t object)
{
    const SurveyObject *o = &s->objects.data[object];
    bool is_variable = o->kind == OBJECT_STATIC || o->kind == OBJECT_LOCAL || o->kind == OBJECT_THREAD;
    return !is_variable || !o->type || o->repeats || o->size >= LLVMPointerSize(s->layout);
}

/* ---- the way down a type ---- */

typedef struct Way {
    uint64_t base; /* of what is left */
    uint64_t rest; /* from there */
    LLVMTypeRef type;
    bool has_array; /* the innermost array passed */
    uint64_t begin, element, length;
} Way;

static bool enter_struct(const Survey *s, Way *w)
{
    if (w->rest >= LLVMABISizeOfType(s->layout, w->type)) return false;
    unsigned k = LLVMElementAtOffset(s->layout, w->type, w->rest);
    uint64_t offset = LLVMOffsetOfElement(s->layout, w->type, k);
    w->type = LLVMStructGetTypeAtIndex(w->type, k);
    w->base += offset;
    w->rest -= offset;
    return w->rest < LLVMABISizeOfType(s->layout, w->type); /* else between members */
}

static bool enter_array(const Survey *s, Way *w)
{
    LLVMTypeRef element = LLVMGetElementType(w->type);
    uint64_t size = LLVMABISizeOfType(s->layout, element), n = LLVMGetArrayLength2(w->type);
    if (size == 0) return false;
    w->has_array = true;
    w->begin = w->base;
    w->element = size;
    w->length = n * size;
    w->rest %= size;
    w->type = element;
    return true;
}

/* Goes down as far as the type tells; base + rest is the normal offset then. */
static void go_down(const Survey *s, const SurveyObject *o, uint64_t offset, Way *w)
{
    *w = (Way){.rest = offset, .type = o->type};
    if (!o->type) {
        *w = (Way){.has_array = true, .element = 1, .length = UINT64_MAX};
        return;
    }
    if (o->repeats) {
        w->has_array = true;
        w->element = o->size;
        w->length = UINT64_MAX;
        w->rest %= o->size;
    }
    for (bool goes_on = true; goes_on;) {
        LLVMTypeKind kind = LLVMGetTypeKind(w->type);
        goes_on = kind == LLVMStructTypeKind  ? enter_struct(s, w)
                  : kind == LLVMArrayTypeKind ? enter_array(s, w)
                                              : false;
    }
}

static uint32_t place_of(Survey *s, uint32_t object, uint64_t offset)
{
    uint32_t key[3] = {object, (uint32_t)offset, (uint32_t)(offset >> 32)};
    CHECK(object < s->objects.count);
    uint32_t id = intern_find(&s->place_ids, key, 3);
    if (id != INTERN_NONE) return id;
    if (s->objects.data[object].places.count >= PLACES_MAX && offset != ANYWHERE) return place_of(s, object, ANYWHERE);
    id = intern_add(&s->place_ids, key, 3, NULL);
    vec_push(s->run, &s->places, ((Place){object, offset}));
    vec_push(s->run, &s->objects.data[object].places, id);
    CHECK(places_are_valid(s));
    return id;
}

uint32_t place_anywhere(Survey *s, uint32_t object) { return place_of(s, object, ANYWHERE); }

uint32_t place_at(Survey *s, uint32_t object, uint64_t offset)
{
    Way w;
    const SurveyObject *o = &s->objects.data[object];
    if (o->kind == OBJECT_FUNCTION) return place_of(s, object, 0);
    if (o->type && !o->repeats && offset > o->size) return place_anywhere(s, object);
    go_down(s, o, offset, &w);
    return place_of(s, object, w.base + w.rest);
}

bool place_array(const Survey *s, uint32_t place, uint64_t *begin, uint64_t *element, uint64_t *length)
{
    Way w;
    const Place *p = &s->places.data[place];
    CHECK(p->offset != ANYWHERE);
    go_down(s, &s->objects.data[p->object], p->offset, &w);
    *begin = w.begin;
    *element = w.element;
    *length = w.length;
    return w.has_array;
}

/* Whether who leaves the array leaves the object, too, which C does not allow. */
static bool is_whole(const SurveyObject *o, uint64_t begin, uint64_t length)
{
    return begin == 0 && (length == UINT64_MAX || (!o->repeats && length == o->size));
}

uint32_t place_shift(Survey *s, uint32_t place, int64_t bytes, bool is_bytewise)
{
    const Place p = s->places.data[place];
    const SurveyObject *o = &s->objects.data[p.object];
    uint64_t begin, element, length;
    if (bytes == 0 || p.offset == ANYWHERE || o->kind == OBJECT_FUNCTION) return place;
    if (!place_array(s, place, &begin, &element, &length)) {
        int64_t to = (int64_t)p.offset + bytes;
        return to < 0 || (uint64_t)to > o->size ? place_anywhere(s, p.object) : place_at(s, p.object, (uint64_t)to);
    }
    int64_t inside = (int64_t)(p.offset - begin) + bytes;
    if (inside >= 0 && (uint64_t)inside < element) return place_at(s, p.object, begin + (uint64_t)inside);
    if (!is_whole(o, begin, length)) {
        /* By the byte it is perhaps another member that is meant, of the struct that the array is a member of. */
        if (is_bytewise && (bytes < 0 || element != 1)) return place_anywhere(s, p.object);
        if (bytes > 0 && (uint64_t)bytes > length && length > 0) return place_anywhere(s, p.object);
    }
    int64_t size = (int64_t)element;
    return place_at(s, p.object, begin + (uint64_t)((inside % size + size) % size));
}

uint32_t place_vary(Survey *s, uint32_t place, uint64_t stride)
{
    const Place p = s->places.data[place];
    const SurveyObject *o = &s->objects.data[p.object];
    if (p.offset == ANYWHERE || o->kind == OBJECT_FUNCTION) return place;
    if (stride == 0) return o->type ? place_anywhere(s, p.object) : place;
    /* Some array on the way down moves by whole elements. */
    Way w = {.rest = p.offset, .type = o->type};
    if (!o->type || (o->repeats && stride % o->size == 0)) return place;
    if (o->repeats) w.rest %= o->size;
    for (bool goes_on = true; goes_on;) {
        LLVMTypeKind kind = LLVMGetTypeKind(w.type);
        goes_on = kind == LLVMStructTypeKind  ? enter_struct(s, &w)
                  : kind == LLVMArrayTypeKind ? enter_array(s, &w)
                                              : false;
        if (goes_on && kind == LLVMArrayTypeKind && stride % w.element == 0) return place;
    }
    return place_anywhere(s, p.object);
}

bool place_range(const Survey *s, uint32_t place, uint64_t bytes, uint64_t *from, uint64_t *to)
{
    const Place *p = &s->places.data[place];
    const SurveyObject *o = &s->objects.data[p->object];
    uint64_t begin, element, length;
    if (p->offset == ANYWHERE) return false;
    *from = p->offset;
    *to = p->offset + (bytes ? bytes : 1);
    if (!o->type) {
        *from = 0;
        *to = 1;
        return true;
    }
    if (!place_array(s, place, &begin, &element, &length)) return bytes <= o->size - p->offset;
    if (*to <= begin + element) return true;
    if (length != UINT64_MAX && length > 0 && bytes > length) return false;
    *from = begin;
    *to = begin + element;
    return true;
}
