/* Texts of the library's own functions, which the program's reader does not know: what is done there is told as done
 * where the program calls them. */
#ifndef CHORUS_REPORT_LIBRARY_H
#define CHORUS_REPORT_LIBRARY_H

#include "report/builder.h"

/* Whether it is a variable of such a text, and steps are not told one by one (ReportBuilder.whole). */
bool library_hides_variable(const ReportBuilder *b, const Var *var);
/* Whether the edge is made there, likewise. */
bool library_hides_edge(const ReportBuilder *b, const Edge *e);
/* The call in the program that such an edge is a part of, and the text there. */
const CallSite *library_find_call(const Program *p, const Edge *e);
const char *library_text_of_call(const Program *p, const CallSite *call);
/* Of such an edge: place, text and function of the step at hand are those of the call, and what fails, fails in the
 * function that is called. */
void library_take_call(ReportBuilder *b, const Edge *e);

#endif
