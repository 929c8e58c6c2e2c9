#include "base/account.h"

#include <stddef.h>
#include <string.h>
#include <time.h>

#include "base/check.h"
#include "base/machine.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* What has passed since the last change is the innermost part's. */
static void charge(Account *account)
{
    double seconds = now(), megabytes = (double)machine_memory_used() / (1 << 20);
    if (account->depth > 0) {
        AccountLine *line = &account->lines[account->stack[account->depth - 1]];
        line->seconds += seconds - account->since;
        line->megabytes += megabytes - account->megabytes;
    }
    account->since = seconds;
    account->megabytes = megabytes;
}

/* The last line is for all names that no line is left for. */
static uint32_t line_of(Account *account, const char *name)
{
    uint32_t i = 0;
    while (i < account->count && strcmp(account->lines[i].name, name) != 0)
        i++;
    if (i == ACCOUNT_LINES) return ACCOUNT_LINES - 1;
    if (i == account->count) account->lines[account->count++].name = name;
    return i;
}

uint32_t account_enter(Account *account, const char *name)
{
    if (!account) return 0;
    CHECK(account->depth < ACCOUNT_DEPTH);
    charge(account);
    uint32_t line = line_of(account, name);
    account->lines[line].times++;
    account->stack[account->depth] = line;
    return account->depth++;
}

void account_leave(Account *account, uint32_t depth)
{
    if (!account || account->depth <= depth) return;
    charge(account);
    account->depth = depth;
}

void account_states(Account *account, uint64_t states)
{
    if (account && account->depth > 0) account->lines[account->stack[account->depth - 1]].states += states;
}
