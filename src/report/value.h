/* Values and texts as people read them. */
#ifndef CHORUS_REPORT_VALUE_H
#define CHORUS_REPORT_VALUE_H

#include "base/str.h"
#include "logic/term/evaluate.h"
#include "program/program.h"

/* A value of the variable's sort: true/false, decimal with the sign of the variable, arrays as
 * default {index: element, ...}, cut when long. */
void report_add_value(Str *out, const Var *var, const Value *value);
/* One element of an array, and an index of it. */
void report_add_element(Str *out, const Var *var, const Value *value, uint64_t index);
void report_add_index(Str *out, const Var *var, uint64_t index);
/* Text from a source file made printable: one line, trimmed, runs of white space become one blank,
 * bytes that are not UTF-8 become '?'. */
const char *report_clean_text(Run *run, const char *text);
/* Number of characters of UTF-8 text, taken as columns of a terminal. */
size_t report_width(const char *text);
/* Adds text, cut to `width` columns (the end then is "..."), padded with blanks when pad is set. */
void report_add_column(Str *out, const char *text, size_t width, bool pad);

/* "1 thread", "2 threads" */
void report_add_count(Str *out, uint64_t count, const char *noun);

#endif
