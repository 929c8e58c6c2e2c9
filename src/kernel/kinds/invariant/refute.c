#include "kernel/kinds/invariant/refute.h"

#include "base/check.h"
#include "kernel/checker/paths.h"
#include "kernel/kinds/invariant/counting.h"
#include "kernel/kinds/invariant/rename.h"
#include "kernel/kinds/invariant/ticket.h"

static void add_cube_of_thread(Checker *k, CertifyTerms *terms, uint32_t local, const CertifyPath *path, LocId at,
                               uint32_t instance, bool child)
{
    CHECK(local < k->parts->locals.count);
    const CertificateLocal *l = &k->parts->locals.data[local];
    if (l->loc.i == NO_ID) return;
    PathRename r = {k, path, at, instance, child};
    rename_add_cube(k, terms, &k->c->local[l->template.i], &k->c->tracked[l->loc.i], &l->bits, rename_around_path, &r);
}

/* The step with these passive threads has no model. */
static bool refute_with(Checker *k, uint32_t shared, uint32_t local, const CertifyMove *m, const uint32_t *before,
                        const uint32_t *after, uint32_t count)
{
    Run *run = k->run;
    uint32_t *key = run_alloc(run, (6 + 2 * (size_t)count) * sizeof *key), n = 0;
    key[n++] = shared, key[n++] = local, key[n++] = m->path, key[n++] = m->shared, key[n++] = m->local;
    key[n++] = m->child;
    for (uint32_t i = 0; i < count; i++) {
        key[n++] = before[i];
        key[n++] = after ? after[i] : NO_LOCAL;
    }
    bool is_new;
    uint32_t id = intern_add(&k->refuted_ids, key, n, &is_new);
    run_release(run, key);
    if (!is_new) return k->refuted.data[id];
    CHECK(id == k->refuted.count);
    CHECK(count == 0 || before);
    LocId l = k->parts->locals.data[local].loc;
    const CertifyPath *path = &paths_from(k, l)->data[m->path];
    CertifyTerms terms = {NULL, 0, 0};
    PathRename now = {k, NULL, l, 0, false}, then = {k, path, l, 0, false};
    rename_add_cube(k, &terms, &k->c->shared, NULL, &k->parts->shareds.data[shared], rename_around_path, &now);
    add_cube_of_thread(k, &terms, local, NULL, l, 0, false);
    vec_push(run, &terms, path->guard);
    if (!path->error) {
        rename_add_cube(k, &terms, &k->c->shared, NULL, &k->parts->shareds.data[m->shared], rename_around_path, &then);
        add_cube_of_thread(k, &terms, m->local, path, l, 0, false);
        if (m->child != NO_LOCAL) add_cube_of_thread(k, &terms, m->child, path, l, 0, true);
    }
    LocId *others = run_alloc(run, (count + 1) * sizeof *others);
    for (uint32_t i = 0; i < count; i++) {
        others[i] = k->parts->locals.data[before[i]].loc;
        add_cube_of_thread(k, &terms, before[i], NULL, others[i], i + 1, false);
        if (after) add_cube_of_thread(k, &terms, after[i], path, others[i], i + 1, false);
    }
    counting_add_facts(k, &terms, path, others, count);
    ticket_add_facts(k, &terms, l, others, count);
    const char *text = k->smtlib_dir ? run_format(run, "%s: cannot be with these %u threads beside it",
                                                  checker_describe(k, path), count)
                                     : "a step cannot be";
    bool refuted = checker_unsatisfiable(k, &terms, text);
    vec_push(run, &k->refuted, refuted);
    vec_free(run, &terms);
    run_release(run, others);
    return refuted;
}

bool refute_step(Checker *k, uint32_t shared, uint32_t local, const CertifyMove *m, const uint32_t *before,
                 const uint32_t *after, uint32_t count)
{
    for (uint32_t i = 0; i < count && !k->problem; i++)
        if (refute_with(k, shared, local, m, before + i, after ? after + i : NULL, 1)) return true;
    return !k->problem && refute_with(k, shared, local, m, before, after, count);
}
