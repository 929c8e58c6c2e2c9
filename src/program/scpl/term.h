/* Printing terms as .scpl expressions that read back as the same terms. */
#ifndef CHORUS_PROGRAM_SCPL_TERM_H
#define CHORUS_PROGRAM_SCPL_TERM_H

#include "program/scpl/term_text.h"

void term_text_init(TermText *tt, Program *p, const char *const *names, const uint32_t *ranks);
void term_text_clear(TermText *tt);
/* Writes a term of the edge (of the roots of term_text_begin). */
void term_text_print(TermText *tt, Term t, Str *out);
/* Prints t itself even if it has a name. */
void term_text_print_whole(TermText *tt, Term t, Str *out);
/* i32, u8[u32], ... */
void scpl_print_type(Sort sort, bool is_signed, Str *out);

#endif
