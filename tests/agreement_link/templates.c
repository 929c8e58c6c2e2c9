#include "agreement_link/templates.h"

#include <stddef.h>

static const Template *const lists[] = {templates_link, templates_start, templates_flags, templates_project};

static const Template *find(uint32_t number, uint32_t *count)
{
    *count = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const Template *t = lists[i]; t->text; t++)
            if ((*count)++ == number) return t;
    return NULL;
}

uint32_t template_count(void)
{
    uint32_t count;
    find(UINT32_MAX, &count);
    return count;
}

const Template *template_at(uint32_t number)
{
    uint32_t count;
    return find(number, &count);
}
