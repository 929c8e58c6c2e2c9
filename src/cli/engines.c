#include "cli/engines.h"

#include <stdio.h>

#include <chorus.h>

#include "cli/files/output.h"

static const char head[] =
    "The plan. Rows that are due are asked in this order, until one has an answer; the time is what one may take of\n"
    "that which is left. --without=ROW leaves a row out, --only=ROW leaves out all others; also several: A,B.\n\n";
static const char method_head[] =
    "\nMethods, by --method. The first is the plan without its models of files; each of the "
    "others answers alone.\n\n";

static void add_rows(Output *out, bool of_files)
{
    output_addf(out, "  %-15s %-12s %-5s %s\n", of_files ? "model of files" : "row", "answers", of_files ? "" : "time",
                of_files ? "" : "about each model");
    for (size_t i = 0; chorus_row_name(i); i++) {
        double share = chorus_row_share(i);
        char time[16] = "";
        if ((share > 0) == of_files) continue;
        if (share > 0) snprintf(time, sizeof time, "%.0f %%", share * 100);
        output_addf(out, "  %-15s %-12s %-5s %s\n", chorus_row_name(i), chorus_row_answers(i), time,
                    chorus_row_description(i));
    }
    output_add(out, of_files ? "\n" : "");
}

static void add_method(Output *out, size_t i)
{
    output_addf(out, "  %-15s %s\n  %-15s ", chorus_method_name(i), chorus_method_description(i), "");
    const char *between = "";
    for (size_t k = 0; chorus_property(k); k++) {
        if (!chorus_method_answers(i, chorus_property(k))) continue;
        output_addf(out, "%s%s", between, chorus_property(k));
        between = ", ";
    }
    output_add(out, "\n");
}

int engines_print(void)
{
    Output out = {NULL, 0, 0, false};
    output_add(&out, head);
    add_rows(&out, true);
    add_rows(&out, false);
    output_add(&out, method_head);
    for (size_t i = 0; chorus_method_name(i); i++)
        add_method(&out, i);
    return output_flush(&out, 0);
}
