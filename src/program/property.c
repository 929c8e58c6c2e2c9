#include "program/property.h"

#include <string.h>

#include "base/check.h"

static const char *const names[PROPERTY_COUNT] = {
    [PROPERTY_UNREACH_CALL] = "unreach-call", [PROPERTY_VALID_DEREF] = "valid-deref",
    [PROPERTY_VALID_FREE] = "valid-free",     [PROPERTY_VALID_MEMTRACK] = "valid-memtrack",
    [PROPERTY_NO_OVERFLOW] = "no-overflow",   [PROPERTY_NO_DEADLOCK] = "no-deadlock",
    [PROPERTY_NO_DATA_RACE] = "no-data-race", [PROPERTY_VALID_SYNC] = "valid-sync",
};

const char *property_name(Property property)
{
    CHECK(property < PROPERTY_COUNT && names[property]);
    return names[property];
}

bool property_find(const char *name, Property *property)
{
    for (int p = 0; p < PROPERTY_COUNT; p++) {
        if (strcmp(name, names[p]) != 0) continue;
        *property = (Property)p;
        return true;
    }
    return false;
}

PropertySet property_set(const char *name)
{
    Property property;
    if (strcmp(name, "valid-memsafety") == 0)
        return PROPERTY_BIT(PROPERTY_VALID_DEREF) | PROPERTY_BIT(PROPERTY_VALID_FREE) |
               PROPERTY_BIT(PROPERTY_VALID_MEMTRACK);
    return property_find(name, &property) ? PROPERTY_BIT(property) : 0;
}
