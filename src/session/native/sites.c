#include "session/native/sites.h"

#include "base/check.h"
#include "c/compile/source.h"

static void site_key(uint32_t key[4], LLVMValueRef at, OriginKind kind, uint32_t part)
{
    uintptr_t p = (uintptr_t)at;
    key[0] = (uint32_t)p;
    key[1] = (uint32_t)((uint64_t)p >> 32);
    key[2] = kind;
    key[3] = part;
}

uint32_t sites_find(const Sites *sites, LLVMValueRef at, OriginKind kind, uint32_t part)
{
    uint32_t key[4];
    site_key(key, at, kind, part);
    uint32_t id = intern_find(&sites->ids, key, 4);
    CHECK(id == INTERN_NONE || sites->all.data[id].at == at);
    return id == INTERN_NONE ? NO_ID : id;
}

static LLVMValueRef function_of_site(LLVMValueRef at)
{
    if (LLVMIsAArgument(at)) return LLVMGetParamParent(at);
    CHECK(LLVMIsAInstruction(at) && LLVMGetInstructionParent(at));
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(at));
}

static void add_site(Run *run, const Origins *origins, Sites *sites, const OriginEvent *event)
{
    uint32_t key[4];
    bool is_new;
    site_key(key, event->at, event->kind, event->part);
    intern_add(&sites->ids, key, 4, &is_new);
    if (!is_new) return;
    Site site = {event->at, event->kind, event->part, event->offset, event->size, {NULL, 0, 0}};
    if (LLVMIsAInstruction(event->at)) site.pos = sources_pos(origins->sources, event->at);
    if (!site.pos.line) site.pos = sources_pos(origins->sources, function_of_site(event->at));
    vec_push(run, &sites->all, site);
    CHECK(sites->all.count == sites->ids.count);
}

static bool needs_site(const OriginEvent *event, const Intern *scheduled)
{
    switch (event->kind) {
    case ORIGIN_ACCESS: return pointer_find(scheduled, event->at) != INTERN_NONE;
    case ORIGIN_FILL: return event->scalars.count > 0;
    case ORIGIN_VALUE:
    case ORIGIN_MEMORY:
    case ORIGIN_START:
    case ORIGIN_TOUCH:
    case ORIGIN_FAIL: return true;
    }
    return false;
}

static bool site_is_valid(const Sites *sites, uint32_t id)
{
    const Site *s = &sites->all.data[id];
    switch (s->kind) {
    case ORIGIN_MEMORY:
    case ORIGIN_START:
        if (!LLVMIsACallInst(s->at) || s->part) return false;
        break;
    case ORIGIN_ACCESS:
        if (!LLVMIsAInstruction(s->at) || (s->part && (!LLVMIsACallInst(s->at) || s->size == 0))) return false;
        break;
    case ORIGIN_TOUCH:
        if (!LLVMIsAInstruction(s->at)) return false;
        break;
    case ORIGIN_VALUE:
    case ORIGIN_FILL:
    case ORIGIN_FAIL:
        if (s->part) return false;
        break;
    }
    return sites_find(sites, s->at, s->kind, s->part) == id;
}

bool sites_are_valid(const Sites *sites)
{
    for (uint32_t id = 0; id < sites->all.count; id++)
        if (!site_is_valid(sites, id)) return false;
    return sites->ids.count == sites->all.count;
}

/* Has each event with a turn a place? */
static bool sites_are_complete(const Origins *origins, const Sites *sites)
{
    for (uint32_t e = 0; e < origins->edges.count; e++)
        for (uint32_t i = 0; i < origins->edges.data[e].count; i++) {
            const OriginEvent *event = &origins->edges.data[e].data[i];
            if (event->is_scheduled && sites_find(sites, event->at, event->kind, event->part) == NO_ID) return false;
        }
    return true;
}

void sites_collect(Run *run, const Origins *origins, Sites *sites)
{
    Intern scheduled; /* instructions that have their turn on some way */
    intern_init(run, &scheduled);
    intern_init(run, &sites->ids);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t e = 0; e < origins->edges.count; e++)
            for (uint32_t i = 0; i < origins->edges.data[e].count; i++) {
                const OriginEvent *event = &origins->edges.data[e].data[i];
                if (pass == 0 && event->is_scheduled) pointer_id(&scheduled, event->at, NULL);
                if (pass == 1 && needs_site(event, &scheduled)) add_site(run, origins, sites, event);
            }
    intern_clear(&scheduled);
    CHECK(sites_are_valid(sites) && sites_are_complete(origins, sites));
}

const char *site_place(Run *run, const Site *site)
{
    if (!site->pos.file) return "an unknown place";
    char *place = run_format(run, "%s:%u", site->pos.file, site->pos.line);
    for (char *c = place; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f) *c = '?';
    return place;
}
