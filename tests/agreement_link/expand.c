#include "agreement_link/expand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agreement_link/templates.h"

#define CLAIMS_MAX 60
#define HEADER 0 /* the number of the header among the files; those of the project follow, the one with main first */

static const char header_start[] = "#ifdef PROBE\n"
                                   "int printf(const char *, ...);\n"
                                   "#define CHECK(i, e) printf(\"%d %ld\\n\", i, (long)(e))\n"
                                   "#else\n"
                                   "#include <assert.h>\n"
                                   "#include \"expect.h\"\n"
                                   "#define CHECK(i, e) IS_##i(e)\n"
                                   "#endif\n";

typedef struct Claim {
    uint32_t file; /* HEADER: the project */
    char word[NAME_SIZE];
} Claim;

typedef struct Builder {
    Project *p;
    Plan *plan;
    Str main, head;
    Claim claims[CLAIMS_MAX];
    uint32_t claim_count;
    bool is_flat;
    uint32_t with_others; /* blocks with files of another program */
    /* of the block at hand */
    Rng rng;
    uint32_t block;
    uint32_t pick, kept[2]; /* of lists that choose the same place each time; $p, $q */
    uint32_t roles[3];      /* the files that a, b and c are */
    uint32_t target;        /* the file that lines go to */
    bool has_failed;
} Builder;

/* ---- what the placeholders stand for ---- */

/* Behind the end of the list that begins at text, or of its alternative: at %| or %] of this list. */
static const char *end_of_alternative(const char *text)
{
    int depth = 0;
    for (; *text; text++) {
        if (text[0] != '%') continue;
        if (text[1] == '[' || (text[1] == '=' && text[2] == '[')) depth++;
        if (depth == 0 && (text[1] == '|' || text[1] == ']')) return text;
        if (text[1] == ']') depth--;
    }
    return text;
}

static void expand(Builder *b, const char *text, const char *end, Str *out);

/* text: behind the bracket that opens the list. Returns what is behind the list. */
static const char *expand_list(Builder *b, const char *text, bool is_same, Str *out)
{
    const char *alternatives[64];
    uint32_t n = 0;
    const char *end = text;
    for (; n < 64; end += 2) {
        alternatives[n++] = end;
        end = end_of_alternative(end);
        if (end[0] != '%' || end[1] == ']') break;
    }
    uint32_t which = is_same ? b->pick % n : rng_below(&b->rng, n);
    expand(b, alternatives[which], end_of_alternative(alternatives[which]), out);
    return *end ? end + 2 : end;
}

static void expand(Builder *b, const char *text, const char *end, Str *out)
{
    while (text < end) {
        if (text[0] == '%' && text[1] == '[') {
            text = expand_list(b, text + 2, false, out);
        } else if (text[0] == '%' && text[1] == '=' && text[2] == '[') {
            text = expand_list(b, text + 3, true, out);
        } else if (text[0] == '@') {
            str_addf(out, "_%u", b->block);
            text++;
        } else if (text[0] == '$') {
            switch (text[1]) {
            case 'k': str_addf(out, "%u", 1 + rng_below(&b->rng, 9)); break;
            case 'p': str_addf(out, "%u", b->kept[0]); break;
            case 'q': str_addf(out, "%u", b->kept[1]); break;
            case 's': str_add(out, b->p->sources); break;
            }
            text += 2;
        } else {
            str_add_bytes(out, text++, 1);
        }
    }
}

/* ---- lines ---- */

static uint32_t add_file(Project *p, const char *name)
{
    if (p->file_count == FILES_MAX) exit(2);
    File *f = &p->files[p->file_count];
    snprintf(f->name, sizeof f->name, "%s", name);
    str_init(p->run, &f->text);
    return p->file_count++;
}

static void add_start(Project *p, uint32_t file, const char *text)
{
    str_add(&p->files[file].text, text);
    p->files[file].start = p->files[file].text.length;
}

static Entry *add_entry(Project *p, uint32_t file, const char *words)
{
    if (p->entry_count == ENTRIES_MAX) exit(2);
    Entry *e = &p->entries[p->entry_count++];
    e->file = file;
    str_init(p->run, &e->words);
    str_add(&e->words, words);
    return e;
}

static uint32_t find_file(const Project *p, const char *name)
{
    for (uint32_t i = 0; i < p->file_count; i++)
        if (strcmp(p->files[i].name, name) == 0) return i;
    fprintf(stderr, "a template names %s, which it does not have\n", name);
    exit(2);
}

static uint32_t file_of_role(const Builder *b, char role)
{
    return role == 'm' ? 1 : role == 'h' ? HEADER : b->roles[role - 'a'];
}

/* A line of C; what main asserts gets its number. */
static void add_line(Builder *b, const char *line, Str *out)
{
    static const char check[] = "CHECK(";
    for (const char *found; (found = strstr(line, check)); line = found + sizeof check - 1) {
        str_add_bytes(out, line, (size_t)(found - line));
        if (b->p->check_count == CHECKS_MAX) exit(2);
        str_addf(out, "CHECK(%u, ", b->p->check_count);
        b->p->check_block[b->p->check_count++] = b->block;
    }
    str_addf(out, "%s\n", line);
}

static void claim(Builder *b, const char *rest)
{
    uint32_t file = *rest == '*' ? HEADER : file_of_role(b, *rest);
    for (uint32_t i = 0; i < b->claim_count; i++)
        b->has_failed |= b->claims[i].file == file && strcmp(b->claims[i].word, rest + 2) == 0;
    if (b->claim_count == CLAIMS_MAX) exit(2);
    Claim *c = &b->claims[b->claim_count++];
    c->file = file;
    snprintf(c->word, sizeof c->word, "%s", rest + 2);
}

/* NAME WORDS */
static void compile(Builder *b, const char *rest, bool is_other, bool is_again)
{
    char name[NAME_SIZE];
    size_t n = strcspn(rest, " ");
    snprintf(name, sizeof name, "%.*s", (int)n, rest);
    Entry *e = add_entry(b->p, find_file(b->p, name), rest + n + strspn(rest + n, " "));
    e->is_other = is_other;
    e->is_again = is_again;
}

static void open_file(Builder *b, const char *rest)
{
    char name[NAME_SIZE];
    size_t n = strcspn(rest, " ");
    snprintf(name, sizeof name, "%.*s", (int)n, rest);
    b->target = add_file(b->p, name);
    if (rest[n]) add_line(b, rest + n + 1, &b->p->files[b->target].text);
}

static void add_flag(Builder *b, const char *rest)
{
    uint32_t file = file_of_role(b, *rest);
    for (uint32_t i = 0; i < b->p->entry_count; i++)
        if (b->p->entries[i].file == file) str_addf(&b->p->entries[i].words, " %s", rest + 2);
}

/* The rest of a line that is the word and what it is about; NULL: it is none. */
static const char *after(const char *line, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || (line[n] && line[n] != ' ')) return NULL;
    return line + n + (line[n] == ' ');
}

/* In main; rest: the whole line, or the first of several. */
static void add_to_main(Builder *b, const char *before, const char *rest, const char *behind)
{
    Str line;
    str_init(b->p->run, &line);
    str_addf(&line, "    %s%s%s", before, rest, behind);
    add_line(b, str_text(&line), &b->main);
    str_clear(&line);
}

static void take_directive(Builder *b, const char *line)
{
    const char *rest;
    if ((rest = after(line, "=check")))
        add_to_main(b, "CHECK(", rest, ");");
    else if ((rest = after(line, "=do")))
        add_to_main(b, "", rest, "");
    else if ((rest = after(line, "=claim")))
        claim(b, rest);
    else if ((rest = after(line, "=flag")))
        add_flag(b, rest);
    else if ((rest = after(line, "=entry")))
        compile(b, rest, false, false);
    else if ((rest = after(line, "=again")))
        compile(b, rest, false, true);
    else if ((rest = after(line, "=other")))
        compile(b, rest, true, false);
    else if ((rest = after(line, "=file")))
        open_file(b, rest);
    else if (after(line, "=flat"))
        b->is_flat = true;
    else {
        b->target = file_of_role(b, line[1]);
        if (line[2]) add_line(b, line + 3, &b->p->files[b->target].text);
    }
}

static void take_line(Builder *b, const char *line)
{
    const char *head = after(line, "=head");
    if (head) b->target = FILES_MAX;
    if (head) line = head;
    if (*line == '=')
        take_directive(b, line);
    else
        add_line(b, line, b->target == FILES_MAX ? &b->head : &b->p->files[b->target].text);
}

/* Calls `take` with each line of the text whose directive is a claim, or with the others. */
static void take_lines(Builder *b, const char *text, bool are_claims)
{
    char line[2000];
    while (*text && !b->has_failed) {
        size_t n = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        bool is_claim = after(line, "=claim") || after(line, "=head");
        if (is_claim && are_claims && after(line, "=head"))
            claim(b, "* head");
        else if (is_claim && are_claims)
            take_directive(b, line);
        else if (!are_claims && !after(line, "=claim"))
            take_line(b, line);
        text += n + (text[n] == '\n');
    }
}

static void choose_roles(Builder *b)
{
    uint32_t n = b->plan->files, order[4] = {1, 2, 3, 4};
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = i + rng_below(&b->rng, n - i), file = order[i];
        order[i] = order[j];
        order[j] = file;
    }
    memcpy(b->roles, order, sizeof b->roles);
}

/* Claims come first: a block that does not go with the others leaves nothing behind. */
static void add_block(Builder *b, uint32_t number)
{
    Block *block = &b->plan->blocks[number];
    const char *text = template_at(block->template)->text;
    uint32_t claims = b->claim_count;
    Str lines;
    str_init(b->p->run, &lines);
    b->rng = (Rng){block->seed};
    b->block = number;
    b->pick = rng_below(&b->rng, 5040);
    b->kept[0] = 1 + rng_below(&b->rng, 9);
    b->kept[1] = 1 + rng_below(&b->rng, 9);
    b->target = HEADER;
    b->has_failed = false;
    choose_roles(b);
    expand(b, text, text + strlen(text), &lines);
    take_lines(b, str_text(&lines), true);
    if (b->has_failed) {
        block->is_dropped = true;
        b->claim_count = claims;
    } else {
        uint32_t before = b->p->entry_count;
        bool has_others = false;
        take_lines(b, str_text(&lines), false);
        for (uint32_t i = before; i < b->p->entry_count; i++)
            has_others |= b->p->entries[i].is_other;
        b->with_others += has_others;
    }
    str_clear(&lines);
}

bool expand_blocks(Project *p, Plan *plan)
{
    static const char *const names[] = {"main.c", "one.c", "two.c", "three.c"};
    Builder b = {.p = p, .plan = plan};
    str_init(p->run, &b.main);
    str_init(p->run, &b.head);
    add_start(p, add_file(p, "all.h"), header_start);
    for (uint32_t i = 0; i < plan->files; i++) {
        uint32_t file = add_file(p, names[i]);
        add_start(p, file, "#include \"all.h\"\n");
        add_entry(p, file, "");
    }
    for (uint32_t i = 0; i < plan->count; i++)
        if (!plan->blocks[i].is_dropped) add_block(&b, i);
    Str *main = &p->files[1].text;
    str_addf(main, "%s", b.head.length ? str_text(&b.head) : "int main(void)\n{\n");
    str_addf(main, "%s    return 0;\n}\n", str_text(&b.main));
    str_clear(&b.main);
    str_clear(&b.head);
    return b.is_flat && b.with_others == 1; /* what others say of other programs they say by folders */
}
