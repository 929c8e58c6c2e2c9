/* A violation witness of format 2.0 is a sequence of places that a run passes; it knows no threads. So of an
 * interleaving it tells where a thread takes over, in order, and where the violation is: a validator that interleaves
 * finds the run among those that pass these places, but is not told which thread does. That a place is passed is
 * written as the assumption 1, which says no more than the place. Values are not told: names of the model need not be
 * expressions of C at the place.
 *
 * A proof gives an invariant_set: predicates are no invariants by themselves, and the invariant that a certificate has
 * is about all threads, which format 2.0 cannot say; so those are told that were proved, each at its place, which may
 * be none. */
#include "report/witness.h"

#include <string.h>

#include "base/check.h"
#include "base/sha256.h"
#include "report/value.h"

#define CHECKED(formula) "CHECK( init(main()), LTL(" formula ") )"

const char *witness_specification(const char *property)
{
    static const struct {
        const char *property, *text;
    } all[] = {
        {"unreach-call", CHECKED("G ! call(reach_error())")},
        {"no-data-race", CHECKED("G ! data-race")},
        {"no-overflow", CHECKED("G ! overflow")},
        {"valid-memsafety", CHECKED("G valid-free") "\n" CHECKED("G valid-deref") "\n" CHECKED("G valid-memtrack")},
        {"valid-memcleanup", CHECKED("G valid-memcleanup")},
        {"valid-free", CHECKED("G valid-free")},
        {"valid-deref", CHECKED("G valid-deref")},
        {"valid-memtrack", CHECKED("G valid-memtrack")},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i].property, property) == 0) return all[i].text;
    return NULL;
}

/* A JSON string is one of YAML, between double quotes. */
static void add_yaml_string(Str *out, const char *before, const char *text, const char *after)
{
    str_add(out, before);
    str_add_json(out, text);
    str_add(out, after);
}

static void add_file_name(Str *out, const char *before, const char *path, const char *after)
{
    add_yaml_string(out, before, report_clean_text(out->run, path), after);
}

/* From what the witness says, so that the same witness has the same one; its form is that of version 8, "custom". */
static void add_uuid(Str *out, const Report *report, const WitnessTask *task)
{
    char digest[SHA256_TEXT_SIZE];
    const char *text = run_format(out->run, "%s %s %s %s", report->property, report->verdict, task->created,
                                  report->file_count ? task->hashes[0] : "");
    sha256_text(text, strlen(text), digest);
    str_addf(out, "    uuid: \"%.8s-%.4s-8%.3s-a%.3s-%.12s\"\n", digest, digest + 8, digest + 12, digest + 15,
             digest + 18);
}

static void add_metadata(Str *out, const Report *report, const WitnessTask *task)
{
    str_add(out, "  metadata:\n    format_version: \"2.0\"\n");
    add_uuid(out, report, task);
    add_yaml_string(out, "    creation_time: ", task->created, "\n    producer:\n      name: \"Chorus\"\n");
    add_yaml_string(out, "      version: ", report->version, "\n    task:\n      input_files:\n");
    for (uint32_t i = 0; i < report->file_count; i++)
        add_file_name(out, "        - ", report->files[i], "\n");
    str_add(out, "      input_file_hashes:\n");
    for (uint32_t i = 0; i < report->file_count; i++) {
        add_file_name(out, "        ", report->files[i], ": ");
        add_yaml_string(out, "", task->hashes[i], "\n");
    }
    add_yaml_string(out, "      specification: ", witness_specification(report->property), "\n");
    str_addf(out, "      data_model: \"%s\"\n      language: \"C\"\n", task->data_model);
}

static void add_yaml_location(Str *out, SourcePos pos, const char *indent)
{
    str_addf(out, "%slocation:\n%s  file_name: ", indent, indent);
    add_file_name(out, "", pos.file, "\n");
    str_addf(out, "%s  line: %u\n", indent, pos.line);
    if (pos.column) str_addf(out, "%s  column: %u\n", indent, pos.column);
}

static void add_witness_waypoint(Str *out, const ReportStep *step, bool is_target)
{
    str_addf(out, "  - segment:\n    - waypoint:\n        type: \"%s\"\n        action: \"follow\"\n",
             is_target ? "target" : "assumption");
    if (!is_target) str_add(out, "        constraint:\n          value: \"1\"\n          format: \"c_expression\"\n");
    add_yaml_location(out, step->at, "        ");
}

static void add_invariants(Str *out, const WitnessTask *task)
{
    if (!task->invariant_count) {
        str_add(out, "  content: []\n");
        return;
    }
    str_add(out, "  content:\n");
    for (uint32_t i = 0; i < task->invariant_count; i++) {
        const WitnessInvariant *v = &task->invariants[i];
        str_addf(out, "  - invariant:\n      type: \"%s\"\n", v->is_loop ? "loop_invariant" : "location_invariant");
        add_yaml_location(out, v->place, "      ");
        add_yaml_string(out, "      value: ", v->text, "\n      format: \"c_expression\"\n");
    }
}

/* Where a thread takes over, unless nothing is known of the place. */
static bool is_takeover_told(const ReportSteps *steps, uint32_t i)
{
    const ReportStep *step = &steps->steps.data[i];
    bool takes_over = i == 0 || steps->steps.data[i - 1].thread != step->thread;
    return takes_over && step->at.file && step->at.line && i + 1 < steps->steps.count;
}

void report_add_witness(Str *out, const Report *report, const WitnessTask *task)
{
    const ReportSteps *steps = report->steps;
    CHECK(witness_specification(report->property) && (steps || report->proof));
    str_addf(out, "# chorus witness\n- entry_type: \"%s\"\n", steps ? "violation_sequence" : "invariant_set");
    add_metadata(out, report, task);
    if (!steps) {
        add_invariants(out, task);
        return;
    }
    str_add(out, "  content:\n");
    for (uint32_t i = 0; i < steps->steps.count; i++)
        if (is_takeover_told(steps, i)) add_witness_waypoint(out, &steps->steps.data[i], false);
    add_witness_waypoint(out, &vec_last(&steps->steps), true);
}
