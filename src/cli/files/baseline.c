#include "cli/files/baseline.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "cli/files/memory.h"
#include "cli/files/yaml.h"

#define FINGERPRINT "chorus/v1"

void baseline_free(ChorusKnown *known, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free((char *)(uintptr_t)known[i].rule);
        free((char *)(uintptr_t)known[i].fingerprint);
        free((char *)(uintptr_t)known[i].text);
    }
    free(known);
}

/* One result; those of other tools, and those that were gone already, are passed over. */
static bool take_result(Yaml *yaml, yaml_node_t *result, ChorusKnown **known, size_t *count)
{
    yaml_node_t *prints = yaml_get(yaml, result, "partialFingerprints");
    yaml_node_t *print = prints ? yaml_get(yaml, prints, FINGERPRINT) : NULL;
    yaml_node_t *state = yaml_get(yaml, result, "baselineState");
    const char *was = state ? yaml_text(yaml, state, "baselineState") : "";
    if (yaml->error->status) return false;
    if (!print || strcmp(was, "absent") == 0) return true;
    const char *rule = yaml_text(yaml, yaml_get(yaml, result, "ruleId"), "ruleId");
    const char *digits = rule ? yaml_text(yaml, print, FINGERPRINT) : NULL;
    yaml_node_t *message = digits ? yaml_get(yaml, result, "message") : NULL;
    const char *text = message ? yaml_text(yaml, yaml_get(yaml, message, "text"), "text") : NULL;
    if (!text) return yaml->error->status ? false : yaml_fail(yaml, result, "a result without message");
    *known = memory_grow(*known, *count, sizeof **known);
    (*known)[(*count)++] =
        (ChorusKnown){memory_format("%s", rule), memory_format("%s", digits), memory_format("%s", text)};
    return true;
}

static bool take_runs(Yaml *yaml, yaml_node_t *runs, ChorusKnown **known, size_t *count)
{
    yaml_node_t *run, *result;
    for (size_t i = 0; (run = yaml_item(yaml, runs, i)); i++) {
        yaml_node_t *results = yaml_get(yaml, run, "results");
        if (yaml->error->status) return false;
        for (size_t k = 0; results && (result = yaml_item(yaml, results, k)); k++)
            if (!take_result(yaml, result, known, count)) return false;
    }
    return true;
}

bool baseline_read(const char *path, ChorusKnown **known, size_t *count, InputError *error)
{
    Yaml yaml;
    *known = NULL;
    *count = 0;
    if (!yaml_open(&yaml, path, error)) return false;
    yaml_node_t *root = yaml_document_get_root_node(&yaml.document);
    yaml_node_t *runs = root ? yaml_get(&yaml, root, "runs") : NULL;
    bool ok = runs && runs->type == YAML_SEQUENCE_NODE && take_runs(&yaml, runs, known, count);
    if (!ok && !error->status) yaml_fail(&yaml, root, "not a SARIF log: there is no list 'runs'");
    yaml_close(&yaml);
    CHECK(ok == (error->status == 0));
    return ok;
}
