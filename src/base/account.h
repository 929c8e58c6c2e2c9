/* What the parts of the work have taken: seconds, states, memory. Time is charged to the innermost part that was
 * entered, so that the lines add up. */
#ifndef CHORUS_BASE_ACCOUNT_H
#define CHORUS_BASE_ACCOUNT_H

#include <stdint.h>

#define ACCOUNT_LINES 64
#define ACCOUNT_DEPTH 16

typedef struct AccountLine {
    const char *name;
    uint32_t times;   /* how often it was entered */
    double seconds;   /* of wall time */
    uint64_t states;  /* concrete or abstract, of all searches */
    double megabytes; /* by which the resident memory of the process has grown meanwhile; less than 0: shrunk */
} AccountLine;

/* All zero: empty. Names are static texts, or live as long. Functions take NULL for "nobody keeps accounts". */
typedef struct Account {
    AccountLine lines[ACCOUNT_LINES]; /* in the order in which they were entered first */
    uint32_t count;
    uint32_t stack[ACCOUNT_DEPTH], depth;
    double since, megabytes; /* at the last change of parts */
} Account;

/* Enters a part; the depth before, to which account_leave returns, from whatever is inside of it. */
uint32_t account_enter(Account *account, const char *name);
void account_leave(Account *account, uint32_t depth);
/* Charges states to the part that is entered. */
void account_states(Account *account, uint64_t states);

#endif
