#include "program/scpl/print_names.h"

#include <string.h>

#include "base/check.h"
#include "base/intern.h"
#include "program/scpl/lexer.h"
#include "program/scpl/names.h"

/* ---- unique names ---- */

typedef struct NameSet {
    Run *run;
    Intern table;
    VEC(uint32_t) uses; /* by id */
} NameSet;

static uint32_t *name_key(Run *run, const char *name, uint32_t *words)
{
    size_t length = strlen(name);
    *words = (uint32_t)(length / 4 + 1);
    uint32_t *key = run_alloc(run, *words * sizeof *key);
    memcpy(key, name, length);
    return key;
}

static uint32_t name_id(NameSet *set, const char *name, bool *is_new)
{
    uint32_t words, *key = name_key(set->run, name, &words);
    uint32_t id = intern_add(&set->table, key, words, is_new);
    run_release(set->run, key);
    if (*is_new) vec_push(set->run, &set->uses, 0);
    CHECK(id < set->uses.count);
    return id;
}

static bool has_name(const NameSet *set, const char *name)
{
    uint32_t words, *key = name_key(set->run, name, &words);
    bool found = intern_find(&set->table, key, words) != INTERN_NONE;
    run_release(set->run, key);
    return found;
}

/* The name itself, or with .2, .3 ... when it is taken, here or among the others (may be NULL); enters it. */
static const char *name_make_unique(NameSet *set, NameSet *others, const char *name)
{
    bool is_new;
    uint32_t base = name_id(set, name, &is_new);
    const char *unique = name;
    while (!is_new || (others && has_name(others, unique))) {
        unique = run_format(set->run, "%s.%u", name, set->uses.data[base]++ + 2);
        name_id(set, unique, &is_new);
    }
    CHECK(has_name(set, unique) && !(others && has_name(others, unique)));
    return unique;
}

static void free_names(NameSet *set)
{
    intern_clear(&set->table);
    vec_free(set->run, &set->uses);
}

static bool is_plain_scpl_name(const char *name)
{
    size_t length = strlen(name);
    if (name[0] >= '0' && name[0] <= '9') return false;
    for (const char *c = name; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '_' ||
              ((*c == '.' || *c == '#') && c > name)))
            return false;
    return length > 0 && !scpl_is_reserved(name, length);
}

void scpl_add_name(Str *out, const char *name)
{
    if (is_plain_scpl_name(name))
        str_add(out, name);
    else
        scpl_add_quoted(out, '`', name);
}

const char *scpl_quote_name(Run *run, const char *name)
{
    if (is_plain_scpl_name(name)) return name;
    Str text;
    str_init(run, &text);
    scpl_add_name(&text, name);
    return str_text(&text);
}

/* ---- variables and templates ---- */

static const char *name_variable(const Program *p, uint32_t v, NameSet *set, NameSet *others)
{
    const char *name = p->vars.data[v].name;
    return name_make_unique(set, others, name ? name : "v");
}

/* Names are unique within a template and distinct from those of shared variables and inputs. */
static void name_variables(const Program *p, const char **names)
{
    NameSet global = {.run = p->run};
    intern_init(p->run, &global.table);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class != VAR_LOCAL) names[v] = name_variable(p, v, &global, NULL);
    for (uint32_t t = 0; t < p->templates.count; t++) {
        NameSet local = {.run = p->run};
        intern_init(p->run, &local.table);
        for (uint32_t i = 0; i < p->templates.data[t].locals.count; i++) {
            uint32_t v = p->templates.data[t].locals.data[i];
            CHECK(!names[v]); /* a local of one template */
            names[v] = name_variable(p, v, &local, &global);
        }
        free_names(&local);
    }
    free_names(&global);
}

static void name_templates(const Program *p, const char **names)
{
    NameSet set = {.run = p->run};
    intern_init(p->run, &set.table);
    for (uint32_t t = 0; t < p->templates.count; t++) {
        const char *name = p->templates.data[t].name;
        names[t] = name_make_unique(&set, NULL, name ? name : "t");
    }
    free_names(&set);
}

void scpl_names(const Program *p, ScplNames *names)
{
    names->vars = run_alloc(p->run, (p->vars.count + 1) * sizeof *names->vars);
    names->templates = run_alloc(p->run, (p->templates.count + 1) * sizeof *names->templates);
    name_variables(p, names->vars);
    name_templates(p, names->templates);
}

uint32_t *scpl_location_numbers(const Program *p)
{
    uint32_t *numbers = run_alloc(p->run, (p->locs.count + 1) * sizeof *numbers);
    uint32_t *next = run_alloc(p->run, (p->templates.count + 1) * sizeof *next);
    for (uint32_t l = 0; l < p->locs.count; l++) {
        CHECK(program_has_template(p, p->locs.data[l].template));
        numbers[l] = next[p->locs.data[l].template.i]++;
    }
    run_release(p->run, next);
    return numbers;
}
