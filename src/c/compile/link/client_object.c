#include "c/compile/link/client_object.h"

#include <string.h>

#include "base/str.h"
#include "c/compile/debuginfo.h"

static LLVMContextRef context_of_module(const ClientObjects *o) { return LLVMGetModuleContext(o->module); }

static ClientObject *find_struct(const ClientObjects *o, const char *name)
{
    for (uint32_t i = 0; name && i < o->list.count; i++)
        if (strcmp(o->list.data[i].name, name) == 0) return &o->list.data[i];
    return NULL;
}

/* Of the library's types nothing is made here. */
static bool is_own_struct(const char *name)
{
    static const char *const library[] = {"_",     "pthread_", "sem_t",    "mtx_t",
                                          "cnd_t", "sockaddr", "timespec", "timeval"};
    for (size_t i = 0; i < sizeof library / sizeof *library; i++)
        if (strncmp(name, library[i], strlen(library[i])) == 0) return false;
    return true;
}

static LLVMTypeRef sized_struct(const ClientObjects *o, const char *name)
{
    LLVMTypeRef type = LLVMGetTypeByName2(context_of_module(o), run_format(o->run, "struct.%s", name));
    return type && LLVMTypeIsSized(type) ? type : NULL;
}

static void need_object(ClientObjects *o, const char *name, uint32_t count)
{
    ClientObject *known = find_struct(o, name);
    if (known && known->count < count) known->count = count;
    if (known || !is_own_struct(name)) return;
    ClientObject made = {.name = name, .type = sized_struct(o, name), .count = count};
    vec_push(o->run, &o->list, made);
}

static void need_objects_of(ClientObjects *o, LLVMValueRef function)
{
    for (unsigned k = 1; k <= LLVMCountParams(function); k++) {
        const char *name = debug_struct_of(o->run, context_of_module(o), function, k);
        uint32_t same = 0;
        for (unsigned i = 1; name && i <= k; i++) {
            const char *other = debug_struct_of(o->run, context_of_module(o), function, i);
            same += other && strcmp(other, name) == 0;
        }
        if (name) need_object(o, name, same > CLIENT_OBJECTS ? CLIENT_OBJECTS : same);
    }
}

static LLVMValueRef defined_client(const ClientObjects *o, const Client *client)
{
    LLVMValueRef f = LLVMGetNamedFunction(o->module, client->function);
    return f && !LLVMIsDeclaration(f) ? f : NULL;
}

/* A named client that makes the struct, or one that is found. */
static void find_maker(ClientObjects *o, ClientObject *object, const FrontendOptions *options)
{
    for (uint32_t i = 0; i < options->client_count && !object->maker; i++) {
        LLVMValueRef f = defined_client(o, &options->clients[i]);
        ClientRole role = f && !options->clients[i].are_many ? client_role(o->run, f) : ROLE_USES;
        if (role != ROLE_MAKES && role != ROLE_INITS) continue;
        if (strcmp(client_role_struct(o->run, f, role), object->name) == 0) object->maker = f;
    }
    if (!object->maker) object->maker = client_find_maker(o->run, o->module, object->name);
    object->maker_inits = object->maker && client_role(o->run, object->maker) == ROLE_INITS;
}

/* Else it is given from outside: nobody makes it, or initialises it, and nothing is known of its members. */
static bool can_be_made(const ClientObject *object) { return (object->maker && !object->maker_inits) || object->type; }

static void add_place(ClientObjects *o, ClientObject *object, uint32_t k)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context_of_module(o), 0);
    const char *name = run_format(o->run, k ? "shared_%s_%u" : "shared_%s", object->name, k + 1);
    LLVMValueRef place = LLVMAddGlobal(o->module, pointer, name);
    LLVMSetInitializer(place, LLVMConstNull(pointer));
    LLVMSetLinkage(place, LLVMInternalLinkage);
    object->places[k] = place;
}

void client_objects_find(ClientObjects *o, const FrontendOptions *options)
{
    if (!options->only_clients) return;
    for (uint32_t i = 0; i < options->client_count; i++) {
        LLVMValueRef f = defined_client(o, &options->clients[i]);
        ClientRole role = f ? client_role(o->run, f) : ROLE_MAKES;
        if (role == ROLE_USES || (role == ROLE_INITS && options->clients[i].are_many)) need_objects_of(o, f);
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < o->list.count; i++) {
        ClientObject *object = &o->list.data[i];
        find_maker(o, object, options);
        if (object->maker) need_objects_of(o, object->maker); /* adds to the list */
    }
    for (uint32_t i = 0; i < o->list.count; i++)
        if (can_be_made(&o->list.data[i])) o->list.data[kept++] = o->list.data[i];
    o->list.count = kept;
    for (uint32_t i = 0; i < o->list.count; i++)
        for (uint32_t k = 0; k < o->list.data[i].count; k++)
            add_place(o, &o->list.data[i], k);
}

const ClientObject *client_object_of(const ClientObjects *o, LLVMValueRef function, unsigned k)
{
    return find_struct(o, debug_struct_of(o->run, context_of_module(o), function, k + 1));
}

unsigned client_object_rank(const ClientObjects *o, LLVMValueRef function, unsigned k)
{
    const ClientObject *object = client_object_of(o, function, k);
    unsigned rank = 0;
    for (unsigned i = 0; i < k; i++)
        rank += client_object_of(o, function, i) == object;
    return rank;
}

bool client_makes(const ClientObjects *o, LLVMValueRef function, const Client *client)
{
    bool found = false;
    for (uint32_t i = 0; i < o->list.count; i++)
        found |= o->list.data[i].maker == function;
    return found && !client->are_many;
}

bool client_ends(const ClientObjects *o, LLVMValueRef function, const Client *client)
{
    if (client->are_many || client_role(o->run, function) != ROLE_ENDS) return false;
    return find_struct(o, client_role_struct(o->run, function, ROLE_ENDS)) != NULL;
}

const char *client_objects_text(const ClientObjects *o)
{
    static const char *const counts[] = {"none", "one", "two"};
    Str text;
    str_init(o->run, &text);
    for (uint32_t i = 0; i < o->list.count; i++) {
        const ClientObject *object = &o->list.data[i];
        size_t n = 0;
        const char *maker = object->maker ? LLVMGetValueName2(object->maker, &n) : NULL;
        str_addf(&text, "; they share %s `%s`, ", counts[object->count], object->name);
        if (maker && object->maker_inits)
            str_addf(&text, "which `%s` makes before, with success", maker);
        else if (maker)
            str_addf(&text, "which `%s` makes before", maker);
        else
            str_addf(&text, "all zeros at first");
        if (object->count > 1) str_add(&text, ", and a call gets different ones");
    }
    const char *found = run_strdup(o->run, str_text(&text));
    str_clear(&text);
    return found;
}
