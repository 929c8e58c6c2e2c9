#include "c/survey/object.h"

#include "base/check.h"
#include "c/compile/union_type.h"

#define PLACES_MAX 256 /* of one object: beyond, addresses in it are ANYWHERE */

bool places_are_valid(const Survey *s)
{
    return s->place_ids.count == s->places.count && s->object_ids.count == s->object_of_id.count;
}

uint32_t object_of(Survey *s, SurveyObjectKind kind, LLVMValueRef value, LLVMTypeRef type, bool repeats)
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
    bool is_variable = o->kind == SURVEY_STATIC || o->kind == SURVEY_LOCAL || o->kind == SURVEY_THREAD;
    return !is_variable || !o->type || o->repeats || o->size >= LLVMPointerSize(s->layout);
}

/* ---- the way down a type ---- */

typedef struct Way {
    uint64_t base; /* of what is left */
    uint64_t rest; /* from there */
    LLVMTypeRef type;
    bool has_array; /* the innermost array passed */
    uint64_t begin, element, length;
    bool is_first;    /* a struct begins where that array does, and is larger */
    bool in_union;    /* that array is in one of the views of a union, of which the type has one only */
    bool is_overlaid; /* the way has led into a union */
    uint64_t largest; /* ends of the structs passed that begin at `base` */
    LLVMTypeRef sought;
    bool is_found;                     /* a value of the type sought begins at the offset */
    bool is_element, is_first_element; /* of an array; of one that a larger struct begins with */
} Way;

static void look_for_type(Way *w, bool is_element)
{
    if (w->rest != 0 || !w->sought || w->type != w->sought) return;
    w->is_found = true;
    w->is_element |= is_element && !w->is_overlaid;
    w->is_first_element |= is_element && w->is_first;
}

static bool enter_struct(const Survey *s, Way *w)
{
    if (w->rest >= LLVMABISizeOfType(s->layout, w->type)) return false;
    w->is_overlaid |= type_is_union(w->type);
    unsigned k = LLVMElementAtOffset(s->layout, w->type, w->rest);
    uint64_t offset = LLVMOffsetOfElement(s->layout, w->type, k), end = w->base + LLVMABISizeOfType(s->layout, w->type);
    if (offset > 0)
        w->largest = 0;
    else if (end > w->largest)
        w->largest = end;
    w->type = LLVMStructGetTypeAtIndex(w->type, k);
    w->base += offset;
    w->rest -= offset;
    look_for_type(w, false);
    return w->rest < LLVMABISizeOfType(s->layout, w->type); /* else between members */
}

static bool enter_array_level(const Survey *s, Way *w)
{
    LLVMTypeRef element = LLVMGetElementType(w->type);
    uint64_t size = LLVMABISizeOfType(s->layout, element), n = LLVMGetArrayLength2(w->type);
    if (size == 0) return false;
    w->has_array = true;
    w->begin = w->base;
    w->element = size;
    w->length = n * size;
    w->is_first = w->largest > w->base + w->length;
    w->in_union = w->is_overlaid;
    w->rest %= size;
    w->type = element;
    look_for_type(w, true);
    return true;
}

/* Goes down as far as the type tells; base + rest is the normal offset then. */
static void go_down(const Survey *s, const SurveyObject *o, uint64_t offset, LLVMTypeRef sought, Way *w)
{
    *w = (Way){.rest = offset, .type = o->type, .sought = sought};
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
    look_for_type(w, o->repeats);
    for (bool goes_on = true; goes_on;) {
        LLVMTypeKind kind = LLVMGetTypeKind(w->type);
        goes_on = kind == LLVMStructTypeKind  ? enter_struct(s, w)
                  : kind == LLVMArrayTypeKind ? enter_array_level(s, w)
                                              : false;
    }
}

static uint32_t intern_place(Survey *s, uint32_t object, uint64_t offset)
{
    uint32_t key[3] = {object, (uint32_t)offset, (uint32_t)(offset >> 32)};
    CHECK(object < s->objects.count);
    uint32_t id = intern_find(&s->place_ids, key, 3);
    if (id != INTERN_NONE) return id;
    if (s->objects.data[object].places.count >= PLACES_MAX && offset != ANYWHERE)
        return intern_place(s, object, ANYWHERE);
    id = intern_add(&s->place_ids, key, 3, NULL);
    vec_push(s->run, &s->places, ((SurveyPlace){object, offset}));
    vec_push(s->run, &s->objects.data[object].places, id);
    CHECK(places_are_valid(s));
    return id;
}

uint32_t place_anywhere(Survey *s, uint32_t object) { return intern_place(s, object, ANYWHERE); }

uint32_t place_at(Survey *s, uint32_t object, uint64_t offset)
{
    Way w;
    const SurveyObject *o = &s->objects.data[object];
    if (o->kind == SURVEY_FUNCTION) return intern_place(s, object, 0);
    if (o->type && !o->repeats && offset > o->size) return place_anywhere(s, object);
    go_down(s, o, offset, NULL, &w);
    return intern_place(s, object, w.base + w.rest);
}

bool place_array(const Survey *s, uint32_t place, uint64_t *begin, uint64_t *element, uint64_t *length)
{
    Way w;
    const SurveyPlace *p = &s->places.data[place];
    CHECK(p->offset != ANYWHERE);
    go_down(s, &s->objects.data[p->object], p->offset, NULL, &w);
    *begin = w.begin;
    *element = w.element;
    *length = w.length;
    return w.has_array;
}

/* Whether who leaves the array leaves the object, too, which C does not allow. */
static bool is_whole_object(const SurveyObject *o, const Way *w)
{
    return w->begin == 0 && (w->length == UINT64_MAX || (!o->repeats && w->length == o->size));
}

/* Whether an address in the array may be meant to be one in the struct that begins where the array does, or in an array
 * that another member of a union has there. */
static bool is_doubtful(const SurveyObject *o, const Way *w)
{
    return w->has_array && !is_whole_object(o, w) && (w->is_first || w->in_union);
}

uint32_t place_bytes(Survey *s, uint32_t object, uint64_t offset, bool is_counted)
{
    Way w;
    const SurveyObject *o = &s->objects.data[object];
    if (!o->type || o->repeats || offset > o->size) return place_at(s, object, offset);
    go_down(s, o, offset, NULL, &w);
    bool is_member = w.has_array && !is_whole_object(o, &w) && w.element == 1 && w.base + w.rest == w.begin;
    bool goes_on = w.length != UINT64_MAX && w.begin + w.length < o->size;
    bool is_amid = is_member && (offset != w.begin || (is_counted && goes_on));
    return is_amid ? place_anywhere(s, object) : place_at(s, object, offset);
}

/* So many bytes away, by the way down from the place; types say nothing of what is meant. Who is in an array stays
 * there, but for an array that a struct begins with, whose bytes may be meant, and for steps back by the byte
 * (container_of). */
static uint32_t move_place(Survey *s, uint32_t place, int64_t bytes, const Way *w, bool is_byte)
{
    const SurveyPlace p = s->places.data[place];
    const SurveyObject *o = &s->objects.data[p.object];
    if (!w->has_array) {
        int64_t to = (int64_t)p.offset + bytes;
        return to < 0 || (uint64_t)to > o->size ? place_anywhere(s, p.object)
                                                : place_bytes(s, p.object, (uint64_t)to, is_byte);
    }
    int64_t inside = (int64_t)(p.offset - w->begin) + bytes, size = (int64_t)w->element;
    if (inside >= 0 && inside < size) return place_at(s, p.object, w->begin + (uint64_t)inside);
    if (!is_whole_object(o, w)) {
        uint64_t distance = (uint64_t)(bytes < 0 ? -bytes : bytes);
        if (is_doubtful(o, w) || (bytes < 0 && is_byte)) return place_anywhere(s, p.object);
        if (w->length == 0 || distance >= w->length || (is_byte && size != 1)) return place_anywhere(s, p.object);
    }
    return place_at(s, p.object, w->begin + (uint64_t)((inside % size + size) % size));
}

static bool is_byte_type(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
}

/* Whether a place in a value of a type that is not the object's as far as is known (another member of a union, say,
 * that is on the heap) lies in an array inside of the object: that says nothing of where an index leads. */
static bool is_of_other_type(const Survey *s, uint32_t place, LLVMTypeRef type)
{
    Way w;
    const SurveyPlace *p = &s->places.data[place];
    const SurveyObject *o = &s->objects.data[p->object];
    if (!type || is_byte_type(type) || p->offset == ANYWHERE || !o->type) return false;
    go_down(s, o, p->offset, NULL, &w);
    return w.has_array && !is_whole_object(o, &w);
}

uint32_t place_inside(Survey *s, uint32_t place, int64_t bytes, LLVMTypeRef type)
{
    Way w;
    const SurveyPlace p = s->places.data[place];
    const SurveyObject *o = &s->objects.data[p.object];
    if (bytes == 0 || p.offset == ANYWHERE || o->kind == SURVEY_FUNCTION) return place;
    go_down(s, o, p.offset, type, &w);
    if (w.is_found && bytes > 0) return place_at(s, p.object, p.offset + (uint64_t)bytes);
    uint32_t moved = move_place(s, place, bytes, &w, true);
    return is_of_other_type(s, moved, type) ? place_anywhere(s, p.object) : moved;
}

/* Whether an index of values of the type leads to the same place of another element. A type that is only guessed (heap)
 * says so of no array that may be meant as bytes of a struct, and char is all that C has for bytes. */
static bool is_element_step(const SurveyObject *o, const Way *w, LLVMTypeRef type)
{
    return w->is_element && (!w->is_first_element || (o->kind != SURVEY_HEAP && !is_byte_type(type)));
}

uint32_t place_index(Survey *s, uint32_t place, int64_t bytes, LLVMTypeRef type)
{
    Way w;
    const SurveyPlace p = s->places.data[place];
    const SurveyObject *o = &s->objects.data[p.object];
    if (bytes == 0 || p.offset == ANYWHERE || o->kind == SURVEY_FUNCTION) return place;
    go_down(s, o, p.offset, type, &w);
    if (is_element_step(o, &w, type)) return place;
    int64_t to = (int64_t)p.offset + bytes;
    bool is_inside = o->type && to >= 0 && (uint64_t)to < o->size;
    /* Of what is no array, C has no next one: there is one of which the object's type does not say. */
    if (!w.has_array && is_inside && !is_byte_type(type)) return place_anywhere(s, p.object);
    return move_place(s, place, bytes, &w, is_byte_type(type));
}

uint32_t place_shift(Survey *s, uint32_t place, int64_t bytes)
{
    Way w;
    const SurveyPlace p = s->places.data[place];
    const SurveyObject *o = &s->objects.data[p.object];
    if (bytes == 0 || p.offset == ANYWHERE || o->kind == SURVEY_FUNCTION) return place;
    go_down(s, o, p.offset, NULL, &w);
    return move_place(s, place, bytes, &w, true);
}

uint32_t place_vary(Survey *s, uint32_t place, LLVMTypeRef type)
{
    Way w;
    const SurveyPlace p = s->places.data[place];
    const SurveyObject *o = &s->objects.data[p.object];
    if (p.offset == ANYWHERE || o->kind == SURVEY_FUNCTION || !o->type) return place;
    if (type && LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
        go_down(s, o, p.offset, type, &w);
        if (w.is_found) return place;
        type = LLVMGetElementType(type);
    }
    uint64_t stride = type && LLVMTypeIsSized(type) ? LLVMABISizeOfType(s->layout, type) : 0;
    if (stride == 0) return place_anywhere(s, p.object);
    if (o->repeats && stride % o->size == 0) return place;
    go_down(s, o, p.offset, type, &w);
    bool is_multiple = w.has_array && is_whole_object(o, &w) && stride % w.element == 0;
    return is_multiple || is_element_step(o, &w, type) ? place : place_anywhere(s, p.object);
}

bool place_is_text(const Survey *s, uint32_t place, uint64_t *begin)
{
    Way w;
    const SurveyPlace *p = &s->places.data[place];
    const SurveyObject *o = &s->objects.data[p->object];
    CHECK(p->offset != ANYWHERE);
    go_down(s, o, p->offset, NULL, &w);
    *begin = w.begin;
    return w.has_array && w.element == 1 && !is_doubtful(o, &w);
}

bool place_range(const Survey *s, uint32_t place, uint64_t bytes, uint64_t *from, uint64_t *to)
{
    const SurveyPlace *p = &s->places.data[place];
    const SurveyObject *o = &s->objects.data[p->object];
    Way w;
    if (p->offset == ANYWHERE) return false;
    *from = p->offset;
    *to = p->offset + (bytes ? bytes : 1);
    if (!o->type) {
        *from = 0;
        *to = 1;
        return true;
    }
    go_down(s, o, p->offset, NULL, &w);
    if (!w.has_array) return bytes <= o->size - p->offset;
    if (*to <= w.begin + w.element) return true;
    if (is_doubtful(o, &w) || (w.length != UINT64_MAX && bytes > w.length)) return false;
    *from = w.begin;
    *to = w.begin + w.element;
    return true;
}
