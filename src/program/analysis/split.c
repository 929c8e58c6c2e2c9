/* Error edges with the same cone of influence, or one of which has a cone within that of another, need the same
 * predicates and are one part: what is kept is decided by the largest cone. Few parts are better than many, since
 * each one explores the control flow again; so from PARTS_MAX on, cones are put together that need not be nested, those
 * first that add the fewest variables to each other. */
#include "program/analysis/split.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "program/analysis/cone.h"

#define PARTS_MAX 100

static uint32_t count_members(const bool *set, uint32_t n)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        count += set[i];
    return count;
}

/* Variables of b that are not in a. */
static uint32_t count_missing(const bool *a, const bool *b, uint32_t n)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        count += b[i] && !a[i];
    return count;
}

/* Larger cones first; among equals the edge that comes first. */
static int compare_parts(const void *a, const void *b)
{
    const QuestionPart *x = a, *y = b;
    if (x->kept_count != y->kept_count) return x->kept_count > y->kept_count ? -1 : 1;
    return (x->first.i > y->first.i) - (x->first.i < y->first.i);
}

static void merge_parts(const Program *p, QuestionPart *to, QuestionPart *from)
{
    for (uint32_t i = 0; i < p->edges.count; i++)
        to->errors[i] |= from->errors[i];
    for (uint32_t v = 0; v < p->vars.count; v++)
        to->kept[v] |= from->kept[v];
    if (from->first.i < to->first.i) to->first = from->first;
    to->error_count += from->error_count;
    to->kept_count = count_members(to->kept, p->vars.count);
    run_release(p->run, from->errors);
    run_release(p->run, from->kept);
}

/* The part that needs the fewest variables more to hold the cone; *more: how many. */
static uint32_t nearest(const Program *p, const QuestionParts *parts, const bool *cone, uint32_t *more)
{
    uint32_t best = NO_ID;
    for (uint32_t i = 0; i < parts->count; i++) {
        uint32_t missing = count_missing(parts->data[i].kept, cone, p->vars.count);
        if (best != NO_ID && missing >= *more) continue;
        best = i;
        *more = missing;
    }
    return best;
}

QuestionParts split_question(Program *p)
{
    QuestionParts single = {NULL, 0, 0}, parts = {NULL, 0, 0};
    Cones *cones = cones_new(p);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        if (!p->edges.data[i].is_error) continue;
        QuestionPart part = {run_alloc(p->run, p->edges.count + 1), 1, {i}, cones_find(cones, (EdgeId){i}), 0};
        part.errors[i] = true;
        part.kept_count = count_members(part.kept, p->vars.count);
        vec_push(p->run, &single, part);
    }
    cones_free(cones);
    if (single.count > 1) qsort(single.data, single.count, sizeof *single.data, compare_parts);
    for (uint32_t i = 0; i < single.count; i++) {
        uint32_t more = 0, to = nearest(p, &parts, single.data[i].kept, &more);
        if (to == NO_ID || (more && parts.count < PARTS_MAX))
            vec_push(p->run, &parts, single.data[i]);
        else
            merge_parts(p, &parts.data[to], &single.data[i]);
    }
    vec_free(p->run, &single);
    return parts;
}
