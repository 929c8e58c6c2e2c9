/* Cases that leave none out. */
#ifndef CHORUS_LOGIC_TERM_COVER_H
#define CHORUS_LOGIC_TERM_COVER_H

#include "logic/term/term.h"

/* Does one of the conditions hold, whatever the values of variables are? By their shape alone: errs towards no. */
bool terms_cover(TermManager *tm, const Term *conditions, uint32_t count);

#endif
