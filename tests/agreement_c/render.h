/* The two versions of a marked program (generate.h): C as people write it, for Chorus, and C that calls the explorer
 * before each access to shared memory (native.h). */
#ifndef TESTS_AGREEMENT_C_RENDER_H
#define TESTS_AGREEMENT_C_RENDER_H

#include "base/str.h"

/* key: the outcome that the program asks about, if it does (generate.h). */
void render_for_chorus(const char *marked, unsigned key, Str *out);
/* Many programs go into one native file: `head` once, then each with its number; the file exports entry_NUMBER. */
void render_native_head(Str *out);
/* Likewise for a file of programs as people write them, whose head is another (sanitize.c): main becomes main_NUMBER.
 */
void render_sanitized(const char *marked, uint32_t number, Str *out);
void render_native(const char *marked, uint32_t number, Str *out);

#endif
