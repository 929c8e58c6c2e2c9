#include "cli/files/witness.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "cli/files/memory.h"
#include "cli/files/property.h"
#include "cli/files/status.h"
#include "cli/files/yaml.h"

typedef struct Reader {
    Yaml yaml;
    WitnessFile *out;
    const char *path;
    InputError *error;
    size_t violations;
    size_t certificates; /* entries about others */
} Reader;

typedef struct Location {
    const char *file;
    uint32_t line, column;
} Location;

const char *witness_keep(WitnessFile *w, const char *text)
{
    w->texts = memory_grow(w->texts, w->text_count, sizeof *w->texts);
    w->texts[w->text_count] = memory_format("%s", text);
    return w->texts[w->text_count++];
}

static const char *keep_witness_text(Reader *r, const char *text) { return witness_keep(r->out, text); }

/* The text of a key that must be there; NULL after a complaint. */
static const char *need_text(Reader *r, yaml_node_t *mapping, const char *key)
{
    return yaml_text(&r->yaml, yaml_get(&r->yaml, mapping, key), key);
}

/* NULL: absent, or *ok is false after a complaint. */
static const char *may_text(Reader *r, yaml_node_t *mapping, const char *key, bool *ok)
{
    yaml_node_t *node = yaml_get(&r->yaml, mapping, key);
    const char *text = node ? yaml_text(&r->yaml, node, key) : NULL;
    if (r->error->status) *ok = false;
    return text;
}

static yaml_node_t *need_list(Reader *r, yaml_node_t *mapping, const char *key)
{
    yaml_node_t *list = yaml_get(&r->yaml, mapping, key);
    if (r->error->status) return NULL;
    if (list && list->type == YAML_SEQUENCE_NODE) return list;
    yaml_fail(&r->yaml, list ? list : mapping, "%s is %s", key, list ? "not a list" : "missing");
    return NULL;
}

static bool read_yaml_number(Reader *r, yaml_node_t *mapping, const char *key, uint32_t *number)
{
    bool ok = true;
    const char *text = may_text(r, mapping, key, &ok);
    *number = 0;
    if (!text) return ok;
    size_t digits = strspn(text, "0123456789");
    if (text[digits] || !digits || digits > 9)
        return yaml_fail(&r->yaml, yaml_get(&r->yaml, mapping, key), "%s '%.40s' is no number", key, text);
    *number = (uint32_t)strtoul(text, NULL, 10);
    return true;
}

static bool read_location(Reader *r, yaml_node_t *owner, Location *location)
{
    yaml_node_t *node = yaml_get(&r->yaml, owner, "location");
    if (r->error->status) return false;
    if (!node) return yaml_fail(&r->yaml, owner, "location is missing");
    const char *file = need_text(r, node, "file_name");
    if (!file || !read_yaml_number(r, node, "line", &location->line) ||
        !read_yaml_number(r, node, "column", &location->column))
        return false;
    if (!location->line) return yaml_fail(&r->yaml, node, "line is missing");
    location->file = keep_witness_text(r, file);
    return true;
}

/* ---- metadata ---- */

static bool read_hashes(Reader *r, yaml_node_t *task)
{
    yaml_node_t *hashes = yaml_get(&r->yaml, task, "input_file_hashes");
    WitnessFile *w = r->out;
    if (!hashes || hashes->type != YAML_MAPPING_NODE || w->hash_count) return !r->error->status;
    yaml_node_pair_t *pair = hashes->data.mapping.pairs.start;
    for (; pair < hashes->data.mapping.pairs.top; pair++) {
        const char *file =
            yaml_text(&r->yaml, yaml_document_get_node(&r->yaml.document, pair->key), "a name in input_file_hashes");
        const char *digest =
            file ? yaml_text(&r->yaml, yaml_document_get_node(&r->yaml.document, pair->value), "a hash") : NULL;
        if (!digest) return false;
        w->hashes = memory_grow(w->hashes, w->hash_count, sizeof *w->hashes);
        w->hashes[w->hash_count++] = (WitnessHash){memory_format("%s", file), memory_format("%s", digest)};
    }
    return true;
}

const char *witness_read_specification(const char *path, const char *text, InputError *error)
{
    if (strstr(text, "CHECK")) return property_of_text(path, text, error);
    char *whole = memory_format("CHECK( init(main()), LTL(%s) )", text);
    const char *name = property_of_text(path, whole, error);
    free(whole);
    return name;
}

static bool read_task(Reader *r, yaml_node_t *task)
{
    bool ok = true;
    const char *model = may_text(r, task, "data_model", &ok);
    if (model && !r->out->width) {
        r->out->width = strcmp(model, "ILP32") == 0 ? "-m32" : strcmp(model, "LP64") == 0 ? "-m64" : NULL;
        if (!r->out->width) return yaml_fail(&r->yaml, task, "data_model '%.40s' (expected ILP32 or LP64)", model);
    }
    const char *specification = ok ? may_text(r, task, "specification", &ok) : NULL;
    if (specification && !r->out->property) {
        r->out->property = witness_read_specification(r->path, specification, r->error);
        if (!r->out->property) return false;
    }
    return ok && read_hashes(r, task);
}

static bool is_version(const char *version)
{
    return strcmp(version, "0.1") == 0 || strcmp(version, "2.0") == 0 || strncmp(version, "2.", 2) == 0;
}

/* What the entry is about. Of several entries the first that says something counts. */
static bool read_metadata(Reader *r, yaml_node_t *entry)
{
    yaml_node_t *metadata = yaml_get(&r->yaml, entry, "metadata");
    if (!metadata) return !r->error->status;
    bool ok = true;
    const char *version = may_text(r, metadata, "format_version", &ok);
    if (!ok) return false;
    if (version && !is_version(version))
        return yaml_fail(&r->yaml, metadata, "version %.40s of the format is not known (expected 2.x or 0.1)", version);
    yaml_node_t *task = yaml_get(&r->yaml, metadata, "task");
    return task ? read_task(r, task) : !r->error->status;
}

/* ---- violations ---- */

static const char *const waypoint_types[] = {"assumption", "branching", "function_enter", "function_return", "target"};

static bool is_waypoint_type(const char *type)
{
    for (size_t i = 0; i < sizeof waypoint_types / sizeof *waypoint_types; i++)
        if (strcmp(type, waypoint_types[i]) == 0) return true;
    return false;
}

/* The condition of an assumption, or of what a function returns. Which way a branch goes is not told by positions of
 * the model: it is not looked at. */
static bool read_constraint(Reader *r, yaml_node_t *node, const char *type, ChorusWaypoint *w)
{
    bool is_return = strcmp(type, "function_return") == 0;
    yaml_node_t *constraint = yaml_get(&r->yaml, node, "constraint");
    if (!constraint) return !r->error->status;
    w->is_partial = strcmp(type, "branching") == 0;
    if (!is_return && strcmp(type, "assumption") != 0) return true;
    const char *value = need_text(r, constraint, "value");
    bool ok = value != NULL;
    const char *format = ok ? may_text(r, constraint, "format", &ok) : NULL;
    if (!ok) return false;
    if (format && strcmp(format, "c_expression") != 0 && strcmp(format, "C") != 0 && strcmp(format, "acsl") != 0 &&
        strcmp(format, "ext_c_expression") != 0)
        return yaml_fail(&r->yaml, constraint, "format '%.40s' is not known (expected c_expression)", format);
    w->is_return = is_return;
    w->constraint = strcmp(value, "1") == 0 ? NULL : keep_witness_text(r, value);
    return true;
}

static bool add_yaml_waypoint(Reader *r, yaml_node_t *item)
{
    yaml_node_t *node = yaml_get(&r->yaml, item, "waypoint");
    if (r->error->status) return false;
    if (!node) return yaml_fail(&r->yaml, item, "waypoint is missing");
    ChorusWaypoint w = {0};
    Location at;
    const char *type = need_text(r, node, "type"), *action = type ? need_text(r, node, "action") : NULL;
    if (!action) return false;
    if (!is_waypoint_type(type)) return yaml_fail(&r->yaml, node, "waypoints of type '%.40s' are not supported", type);
    w.avoid = strcmp(action, "avoid") == 0;
    if (!w.avoid && strcmp(action, "follow") != 0)
        return yaml_fail(&r->yaml, node, "action '%.40s' is not supported (expected follow or avoid)", action);
    w.is_target = strcmp(type, "target") == 0;
    if (w.is_target && w.avoid) return yaml_fail(&r->yaml, node, "a target cannot be avoided");
    if (!read_location(r, node, &at) || !read_constraint(r, node, type, &w)) return false;
    w.file = at.file;
    w.line = at.line;
    w.column = at.column;
    r->out->waypoints = memory_grow(r->out->waypoints, r->out->waypoint_count, sizeof w);
    r->out->waypoints[r->out->waypoint_count++] = w;
    return true;
}

/* Waypoints to be avoided, then one to be followed. */
static bool add_segment(Reader *r, yaml_node_t *segment, bool is_last)
{
    yaml_node_t *item;
    size_t i = 0;
    for (; (item = yaml_item(&r->yaml, segment, i)); i++) {
        if (!add_yaml_waypoint(r, item)) return false;
        const ChorusWaypoint *w = &r->out->waypoints[r->out->waypoint_count - 1];
        bool ends = !yaml_item(&r->yaml, segment, i + 1);
        if (!w->avoid != ends) return yaml_fail(&r->yaml, item, "a segment has one waypoint to follow, at its end");
        if (w->is_target != (ends && is_last))
            return yaml_fail(&r->yaml, item,
                             w->is_target ? "the target is not the last waypoint" : "the last waypoint is no target");
    }
    return i || yaml_fail(&r->yaml, segment, "a segment without waypoints");
}

static bool read_segments(Reader *r, yaml_node_t *entry)
{
    if (r->violations++)
        return yaml_fail(&r->yaml, entry, "several violations in one file: one is validated at a time");
    yaml_node_t *content = need_list(r, entry, "content"), *item;
    if (!content) return false;
    size_t i = 0;
    for (; (item = yaml_item(&r->yaml, content, i)); i++) {
        yaml_node_t *segment = need_list(r, item, "segment");
        if (!segment || !add_segment(r, segment, !yaml_item(&r->yaml, content, i + 1))) return false;
    }
    return i || yaml_fail(&r->yaml, content, "a violation without segments");
}

/* ---- invariants ---- */

static bool add_yaml_invariant(Reader *r, yaml_node_t *owner, const char *type, const char *text)
{
    Location at;
    if (!read_location(r, owner, &at)) return false;
    bool is_loop = strcmp(type, "loop_invariant") == 0;
    ChorusInvariant v = {at.file, at.line, at.column, is_loop, false, keep_witness_text(r, text)};
    r->out->invariants = memory_grow(r->out->invariants, r->out->invariant_count, sizeof v);
    r->out->invariants[r->out->invariant_count++] = v;
    return true;
}

static bool is_invariant(const char *type)
{
    return strcmp(type, "loop_invariant") == 0 || strcmp(type, "location_invariant") == 0;
}

/* Of versions 2.x. Invariants about ghost variables, transitions and every place at once are counted only. */
static bool read_content_invariants(Reader *r, yaml_node_t *entry)
{
    yaml_node_t *content = need_list(r, entry, "content"), *item;
    if (!content) return false;
    for (size_t i = 0; (item = yaml_item(&r->yaml, content, i)); i++) {
        yaml_node_t *node = yaml_get(&r->yaml, item, "invariant");
        if (r->error->status) return false;
        const char *type = node ? need_text(r, node, "type") : NULL;
        if (node && !type) return false;
        if (!type || !is_invariant(type)) {
            r->out->ignored++;
            continue;
        }
        const char *value = need_text(r, node, "value");
        if (!value || !add_yaml_invariant(r, node, type, value)) return false;
    }
    return true;
}

/* Of version 0.1: an entry each. */
static bool read_old_invariant(Reader *r, yaml_node_t *entry, const char *type)
{
    yaml_node_t *node = yaml_get(&r->yaml, entry, type);
    if (r->error->status) return false;
    if (!node) return yaml_fail(&r->yaml, entry, "%s is missing", type);
    const char *text = need_text(r, node, "string");
    return text && add_yaml_invariant(r, entry, type, text);
}

/* ---- the whole ---- */

static bool read_entry(Reader *r, yaml_node_t *entry)
{
    const char *type = need_text(r, entry, "entry_type");
    if (!type) return false;
    if (strcmp(type, "violation_sequence") == 0) return read_metadata(r, entry) && read_segments(r, entry);
    if (strcmp(type, "invariant_set") == 0) return read_metadata(r, entry) && read_content_invariants(r, entry);
    if (is_invariant(type)) return read_metadata(r, entry) && read_old_invariant(r, entry, type);
    if (strcmp(type, "loop_invariant_certificate") == 0 || strcmp(type, "location_invariant_certificate") == 0) {
        r->certificates++; /* about other entries, of which nothing is believed */
        return true;
    }
    r->out->ignored++;
    return true;
}

static bool read_entries(Reader *r)
{
    yaml_node_t *root = yaml_document_get_root_node(&r->yaml.document), *entry;
    if (!root) return input_fail(r->error, STATUS_BAD_INPUT, "%s: error: file is empty", r->path);
    if (root->type != YAML_SEQUENCE_NODE) return yaml_fail(&r->yaml, root, "not a witness: no list of entries");
    size_t i = 0;
    for (; (entry = yaml_item(&r->yaml, root, i)); i++)
        if (!read_entry(r, entry)) return false;
    r->out->is_violation = r->violations > 0;
    if (i && r->out->ignored + r->certificates == i)
        return yaml_fail(&r->yaml, root, "no entry is a violation_sequence or an invariant_set");
    if (r->violations && r->out->invariant_count)
        return yaml_fail(&r->yaml, root, "a violation and invariants in one file: what is it a witness of?");
    return i || yaml_fail(&r->yaml, root, "a witness without entries");
}

bool witness_read(const char *path, WitnessFile *witness, InputError *error)
{
    *witness = (WitnessFile){0};
    Reader r = {.out = witness, .path = path, .error = error};
    if (!yaml_open(&r.yaml, path, error)) return false;
    bool ok = read_entries(&r);
    yaml_close(&r.yaml);
    CHECK(ok == (error->status == 0));
    if (!ok) witness_clear(witness);
    return ok;
}

void witness_clear(WitnessFile *w)
{
    for (size_t i = 0; i < w->text_count; i++)
        free(w->texts[i]);
    for (size_t i = 0; i < w->hash_count; i++) {
        free(w->hashes[i].file);
        free(w->hashes[i].digest);
    }
    free(w->texts);
    free(w->hashes);
    free(w->waypoints);
    free(w->invariants);
    *w = (WitnessFile){0};
}
