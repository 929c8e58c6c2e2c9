/* What a verdict is about: how much was checked, and what is taken for granted. */
#ifndef CHORUS_SESSION_ACCOUNT_H
#define CHORUS_SESSION_ACCOUNT_H

#include "session/session.h"

/* Counts the places in the source where each property is checked: those that the front end met, and error edges; ends
 * of the model are none. To be asked about the program as it was loaded. */
void session_count_checks(ChorusSession *s, const Program *p);
/* Does no place violate what was asked, since there is none? */
bool session_has_no_checks(const ChorusSession *s);
/* Inside the run: "3 assertions"; "" when no program is loaded. */
const char *session_checked_text(const ChorusSession *s);
/* Is unreach-call asked, and neither an assertion nor a call of reach_error there? SV-COMP's property, which is about
 * reach_error only, holds then, and is something that was asked. */
bool session_asks_nothing(const ChorusSession *s);

/* What proofs take for granted, each once, with its first place, in the order of the diagnostics. */
typedef struct Assumed {
    Assumption what;
    SourcePos pos;
} Assumed;
typedef VEC(Assumed) AssumedList;
/* Inside the run. */
void session_list_assumptions(const ChorusSession *s, AssumedList *list);

#endif
