#include "agreement_link/project.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "agreement_link/expand.h"
#include "agreement_link/templates.h"

/* ---- which blocks ---- */

static bool is_wanted(const char *kinds, const char *kind)
{
    size_t n = strlen(kind);
    for (const char *k = kinds; k; k = strchr(k, ',') ? strchr(k, ',') + 1 : NULL)
        if (strncmp(k, kind, n) == 0 && (k[n] == ',' || !k[n])) return true;
    return !kinds;
}

bool plan_draw(uint64_t seed, const char *kinds, uint32_t most, Plan *plan)
{
    Rng rng = {seed};
    uint32_t fitting[512] = {0}, n = 0;
    *plan = (Plan){.seed = rng_next(&rng), .files = 2 + rng_below(&rng, 3)};
    for (uint32_t i = 0; i < template_count(); i++)
        if (n < 512 && template_at(i)->files <= plan->files && is_wanted(kinds, template_at(i)->kind)) fitting[n++] = i;
    plan->count =
        1 + rng_below(&rng, 1 + rng_below(&rng, most)); /* few, mostly: one that is unknown hides the others */
    for (uint32_t i = 0; i < plan->count && n > 0; i++)
        plan->blocks[i] = (Block){.template = fitting[rng_below(&rng, n)], .seed = rng_next(&rng)};
    return n > 0;
}

/* ---- how they are compiled ---- */

static void shuffle_entries(Project *p, Rng *rng)
{
    /* Those of one file stay in order: of the same object compiled twice, or of one for another program before it. */
    for (uint32_t i = p->entry_count; i > 1; i--) {
        uint32_t j = rng_below(rng, i);
        if (p->entries[i - 1].file == p->entries[j].file) continue;
        bool is_plain = true;
        for (uint32_t k = 0; k < p->entry_count; k++)
            is_plain &= (k == j || p->entries[k].file != p->entries[j].file) &&
                        (k == i - 1 || p->entries[k].file != p->entries[i - 1].file);
        if (!is_plain) continue;
        Entry e = p->entries[i - 1];
        p->entries[i - 1] = p->entries[j];
        p->entries[j] = e;
    }
}

/* Where objects are: all in one place, or in a folder for each program, in ways that builds have them. */
static void name_objects(Project *p, bool is_flat, Rng *rng)
{
    static const char *const folders[][2] = {
        {"t1/", "t2/"}, {"CMakeFiles/main.dir/", "CMakeFiles/other.dir/"}, {"main.p/", "other.p/"}};
    const char *const *folder = folders[rng_below(rng, 3)];
    bool in_folders = !is_flat && (p->has_other || rng_below(rng, 3) == 0);
    for (uint32_t i = 0; i < p->entry_count; i++) {
        Entry *e = &p->entries[i];
        char name[sizeof p->files[0].name]; /* a copy: what is printed must not seem to be where it is printed to */
        uint32_t before = 0;
        memcpy(name, p->files[e->file].name, sizeof name);
        for (uint32_t j = 0; j < i; j++)
            before += p->entries[j].file == e->file && !p->entries[j].is_again;
        if (e->is_again) before--;
        snprintf(e->object, sizeof e->object, "%s%.*s%.*u.o", in_folders ? folder[e->is_other] : "",
                 (int)strlen(name) - 2, name, before ? 1 : 0, before);
    }
}

static void place_project(Project *p, Rng *rng)
{
    if (rng_below(rng, 2)) {
        strcpy(p->place, "build");
        strcpy(p->sources, "../src/");
    }
}

Project *project_make(Run *run, Plan *plan)
{
    Project *p = calloc(1, sizeof *p);
    if (!p) exit(2);
    Rng rng = {plan->seed};
    p->run = run;
    place_project(p, &rng);
    bool is_flat = expand_blocks(p, plan);
    for (uint32_t i = 0; i < p->entry_count; i++)
        p->has_other |= p->entries[i].is_other;
    shuffle_entries(p, &rng);
    name_objects(p, is_flat, &rng);
    return p;
}

void project_free(Project *p)
{
    for (uint32_t i = 0; i < p->file_count; i++)
        str_clear(&p->files[i].text);
    for (uint32_t i = 0; i < p->entry_count; i++)
        str_clear(&p->entries[i].words);
    free(p);
}

void project_quote(Str *out, const char *word)
{
    if (!word[strcspn(word, "\"'\\$()*+?;&|<> #~`[]{}!")]) {
        str_add(out, word);
        return;
    }
    str_add(out, "'");
    for (; *word; word++)
        str_addf(out, *word == '\'' ? "'\\%c'" : "%c", *word);
    str_add(out, "'");
}

/* The next word of a text, behind which *text is then; NULL: there is none. */
static char *next_word(const char **text, char *word, size_t size)
{
    *text += strspn(*text, " ");
    size_t n = strcspn(*text, " ");
    if (n == 0 || n >= size) return NULL;
    memcpy(word, *text, n);
    word[n] = '\0';
    *text += n;
    return word;
}

/* Calls `add` with each word of the command. */
static void add_words(const Project *p, const Entry *e, const char *compiler, const char *more, Str *out,
                      void (*add)(Str *out, const char *word))
{
    char word[300];
    add(out, compiler);
    if (*more) add(out, more);
    for (const char *text = str_text(&e->words); next_word(&text, word, sizeof word);)
        add(out, word);
    add(out, "-o");
    add(out, e->object);
    add(out, "-c");
    snprintf(word, sizeof word, "%s%s", p->sources, p->files[e->file].name);
    add(out, word);
}

static void add_to_shell(Str *out, const char *word)
{
    if (out->length && str_text(out)[out->length - 1] != '\n') str_add(out, " ");
    project_quote(out, word);
}

static void add_to_list(Str *out, const char *word)
{
    str_add(out, str_text(out)[out->length - 1] == '[' ? "" : ", ");
    str_add_json(out, word);
}

void project_command(const Project *p, const Entry *e, const char *compiler, const char *more, Str *out)
{
    add_words(p, e, compiler, more, out, add_to_shell);
}

/* ---- on the disk ---- */

/* Makes the folders that a path goes through. */
static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST) perror(path);
        *slash = '/';
    }
}

static bool write_file(const char *folder, const char *below, const char *name, const Str *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s%s%s", folder, below, *below ? "/" : "", name);
    make_folders(path);
    FILE *f = text ? fopen(path, "w") : NULL;
    if (!f) return !text;
    bool good = fputs(str_text(text), f) >= 0;
    return fclose(f) == 0 && good;
}

static void add_entry(const Project *p, const Entry *e, const char *directory, Rng *rng, Str *out)
{
    char path[300];
    snprintf(path, sizeof path, "%s%s", p->sources, p->files[e->file].name);
    str_add(out, "{\"directory\": ");
    str_add_json(out, directory);
    if (rng_below(rng, 2)) {
        Str command;
        str_init(p->run, &command);
        project_command(p, e, "cc", "", &command);
        str_add(out, ", \"command\": ");
        str_add_json(out, str_text(&command));
        str_clear(&command);
    } else {
        str_add(out, ", \"arguments\": [");
        add_words(p, e, rng_below(rng, 2) ? "/usr/bin/gcc" : "clang", "", out, add_to_list);
        str_add(out, "]");
    }
    str_add(out, ", \"file\": ");
    str_add_json(out, path);
    if (rng_below(rng, 2)) {
        str_add(out, ", \"output\": ");
        str_add_json(out, e->object);
    }
    str_add(out, "}");
}

static bool write_database(const Project *p, const Plan *plan, const char *folder)
{
    char directory[300] = ".";
    Rng rng = {plan->seed + 1};
    Str text;
    str_init(p->run, &text);
    if (*p->place || rng_below(&rng, 2)) snprintf(directory, sizeof directory, "%s/%s", folder, p->place);
    for (uint32_t i = 0; i < p->entry_count; i++) {
        str_add(&text, i ? ",\n" : "[\n");
        add_entry(p, &p->entries[i], directory, &rng, &text);
    }
    str_add(&text, "\n]\n");
    bool good = write_file(folder, p->place, "compile_commands.json", &text);
    str_clear(&text);
    return good;
}

bool project_write(const Project *p, const Plan *plan, const char *folder)
{
    bool good = true;
    for (uint32_t i = 0; i < p->file_count && good; i++)
        good = write_file(folder, *p->sources ? "src" : "", p->files[i].name, &p->files[i].text);
    for (uint32_t i = 0; i < p->entry_count && good; i++)
        good = write_file(folder, p->place, p->entries[i].object, NULL);
    return good && write_database(p, plan, folder);
}
