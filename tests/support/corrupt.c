#include "support/corrupt.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES_MAX 2000
#define WORDS_MAX 64

/* A certificate line by line, to be edited. */
typedef struct Lines {
    char *data[LINES_MAX];
    uint32_t count;
    Rng *rng;
} Lines;

const char *corruption_text(Corruption kind)
{
    static const char *const texts[] = {
#define X(kind, text) text,
        CORRUPTIONS(X)
#undef X
    };
    return texts[kind];
}

/* ---- lines ---- */

static char *copy_text(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (!copy) abort();
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

static bool split(Lines *t, const char *text)
{
    t->count = 0;
    for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
        if (t->count == LINES_MAX - 200) return false;
        t->data[t->count++] = copy_text(text, (size_t)(end - text));
    }
    return true;
}

static char *join(Lines *t)
{
    size_t size = 1;
    for (uint32_t i = 0; i < t->count; i++)
        size += strlen(t->data[i]) + 1;
    char *out = malloc(size), *at = out;
    if (!out) abort();
    *out = 0;
    for (uint32_t i = 0; i < t->count; i++)
        at += sprintf(at, "%s\n", t->data[i]);
    return out;
}

static bool starts(const char *line, const char *with) { return strncmp(line, with, strlen(with)) == 0; }
static bool is_view(const char *line) { return starts(line, "  view"); }
static bool is_state(const char *line) { return starts(line, "state "); }
static bool is_either(const char *line) { return is_view(line) || is_state(line); }
static bool is_predicate(const char *line) { return starts(line, "predicate "); }
static bool is_counting(const char *line) { return starts(line, "counting "); }
static bool is_ticket(const char *line) { return starts(line, "ticket "); }
static bool is_single(const char *line) { return starts(line, "single "); }
static bool is_cut(const char *line) { return starts(line, "cut "); }
static bool is_eager(const char *line) { return starts(line, "eager "); }

#define NONE UINT32_MAX

/* A random line of those, or NONE. */
static uint32_t pick(const Lines *t, bool (*is)(const char *line))
{
    uint32_t n = 0, chosen = NONE;
    for (uint32_t i = 0; i < t->count; i++)
        if (is(t->data[i]) && rng_below(t->rng, ++n) == 0) chosen = i;
    return chosen;
}

static uint32_t find(const Lines *t, const char *start)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (starts(t->data[i], start)) return i;
    return NONE;
}

static void drop(Lines *t, uint32_t i)
{
    free(t->data[i]);
    memmove(t->data + i, t->data + i + 1, (t->count - i - 1) * sizeof *t->data);
    t->count--;
}

static void insert(Lines *t, uint32_t i, const char *line)
{
    if (t->count == LINES_MAX) return;
    memmove(t->data + i + 1, t->data + i, (t->count - i) * sizeof *t->data);
    t->data[i] = copy_text(line, strlen(line));
    t->count++;
}

static void put(Lines *t, uint32_t i, const char *line)
{
    char *copy = copy_text(line, strlen(line));
    free(t->data[i]);
    t->data[i] = copy;
}

static bool coin(Lines *t) { return rng_below(t->rng, 2) == 0; }

/* ---- words of a line; the indentation is the first word's ---- */

typedef struct Words {
    char text[4000];
    char *data[WORDS_MAX];
    uint32_t count;
} Words;

static void split_words(const char *line, Words *w)
{
    snprintf(w->text, sizeof w->text, "%s", line);
    w->count = 0;
    char *at = w->text;
    while (*at && w->count < WORDS_MAX) {
        w->data[w->count++] = at;
        at += strspn(at, " ");
        at += strcspn(at, " ");
        if (*at) *at++ = 0;
    }
}

static void put_words(Lines *t, uint32_t i, const Words *w)
{
    char line[8000], *at = line;
    *line = 0;
    for (uint32_t k = 0; k < w->count; k++)
        if (*w->data[k]) at += snprintf(at, sizeof line - (size_t)(at - line), "%s%s", k ? " " : "", w->data[k]);
    put(t, i, line);
}

static bool is_local(const char *word) { return strchr(word, '@') != NULL; }

static bool is_of_template(const char *word, const char *template)
{
    return starts(word, template) && word[strlen(template)] == '@';
}

/* A local part anywhere in the states, without its count; NULL: there is none. */
static char *pick_local(Lines *t, char *buffer, size_t size)
{
    uint32_t n = 0;
    *buffer = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        if (!is_either(t->data[i])) continue;
        Words w;
        split_words(t->data[i], &w);
        for (uint32_t k = 0; k < w.count; k++)
            if (is_local(w.data[k]) && rng_below(t->rng, ++n) == 0) snprintf(buffer, size, "%s", w.data[k]);
    }
    buffer[strcspn(buffer, "*")] = 0;
    return n ? buffer : NULL;
}

/* Position of a random word that is_local, or NONE. */
static uint32_t pick_word(Lines *t, const Words *w)
{
    uint32_t n = 0, chosen = NONE;
    for (uint32_t k = 0; k < w->count; k++)
        if (is_local(w->data[k]) && rng_below(t->rng, ++n) == 0) chosen = k;
    return chosen;
}

/* ---- views and states ---- */

static bool drop_state(Lines *t, bool keep_views)
{
    uint32_t i = pick(t, is_state);
    if (i == NONE) return false;
    drop(t, i);
    while (!keep_views && i < t->count && is_view(t->data[i]))
        drop(t, i);
    return true;
}

static bool flip_bit(Lines *t, uint32_t line)
{
    uint32_t n = 0, chosen = NONE;
    char *text = t->data[line];
    bool in_bits = false;
    for (uint32_t i = 1; text[i]; i++) {
        if (text[i] == 'b' && strchr(" :", text[i - 1])) in_bits = true;
        if (strchr(" *", text[i])) in_bits = false;
        if (in_bits && strchr("01", text[i]) && rng_below(t->rng, ++n) == 0) chosen = i;
    }
    if (chosen == NONE) return false;
    text[chosen] ^= 1;
    return true;
}

static bool move_thread(Lines *t, uint32_t line)
{
    char local[1000];
    Words w;
    split_words(t->data[line], &w);
    uint32_t k = pick_word(t, &w);
    if (k == NONE || !pick_local(t, local, sizeof local)) return false;
    const char *count = strchr(w.data[k], '*');
    char word[1100];
    snprintf(word, sizeof word, "%s%s", local, count ? count : "");
    w.data[k] = word;
    put_words(t, line, &w);
    return true;
}

static bool drop_thread(Lines *t)
{
    uint32_t line = pick(t, is_either);
    if (line == NONE) return false;
    Words w;
    split_words(t->data[line], &w);
    uint32_t k = pick_word(t, &w);
    if (k == NONE) return false;
    char *count = strchr(w.data[k], '*'), word[1100];
    if (count && coin(t)) {
        snprintf(word, sizeof word, "%.*s*%u", (int)(count - w.data[k]), w.data[k], 1 + rng_below(t->rng, 4));
        w.data[k] = word;
    } else {
        w.data[k][0] = 0;
    }
    put_words(t, line, &w);
    return true;
}

/* Copies a line and changes the copy. */
static bool add_line(Lines *t, bool (*is)(const char *line))
{
    uint32_t i = pick(t, is);
    if (i == NONE) return false;
    uint32_t views = 1;
    while (is_state(t->data[i]) && i + views < t->count && is_view(t->data[i + views]))
        views++;
    for (uint32_t k = 0; k < views; k++)
        insert(t, i + k, t->data[i + 2 * k]);
    if (!flip_bit(t, i) || coin(t)) move_thread(t, i);
    return true;
}

/* ---- predicates ---- */

static bool change_predicate(Lines *t)
{
    static const char *const operators[][2] = {{" == ", " != "}, {" != ", " == "}, {" < ", " <= "},
                                               {" < ", " > "},   {" <= ", " < "},  {" + ", " - "}};
    uint32_t i = pick(t, is_predicate);
    if (i == NONE) return false;
    char *text = t->data[i], *colon = strchr(text, ':'), line[4000];
    if (coin(t)) {
        for (uint32_t tries = 0; tries < 8; tries++) {
            const char *const *op = operators[rng_below(t->rng, sizeof operators / sizeof *operators)];
            char *at = strstr(colon, op[0]);
            if (!at) continue;
            snprintf(line, sizeof line, "%.*s%s%s", (int)(at - text), text, op[1], at + strlen(op[0]));
            put(t, i, line);
            return true;
        }
    }
    for (char *at = colon; *at; at++)
        if (isdigit((unsigned char)*at) && strchr(" (-", at[-1]) && at[1] && !isdigit((unsigned char)at[1])) {
            *at = (char)('0' + (*at - '0' + 1 + rng_below(t->rng, 3)) % 4);
            return true;
        }
    snprintf(line, sizeof line, "%.*s: !(%.*s);", (int)(colon - text), text, (int)strcspn(colon + 2, ";"), colon + 2);
    put(t, i, line);
    return true;
}

static bool swap_predicates(Lines *t)
{
    uint32_t i = pick(t, is_predicate), k = pick(t, is_predicate);
    if (i == NONE || i == k) return false;
    char *line = t->data[i];
    t->data[i] = t->data[k];
    t->data[k] = line;
    return true;
}

/* Where the bits of a word of a state begin, for a predicate of that owner. */
static char *bits_of(char *word, const char *owner)
{
    if (strcmp(owner, "shared") == 0) return is_local(word) ? NULL : word;
    if (!is_of_template(word, owner)) return NULL;
    char *colon = strchr(word, ':');
    return colon ? colon + 1 : NULL;
}

/* "shared" or the template of a line of a predicate. */
static void owner_of(const char *line, char *owner, size_t size)
{
    const char *name = line + strlen("predicate ");
    snprintf(owner, size, "%.*s", (int)strcspn(name, ":"), name);
}

/* Removes the digit of a predicate, or, at one location ("template@3"), replaces it. */
static void edit_bits(Lines *t, const char *owner, uint32_t index, const char *at)
{
    for (uint32_t i = 0; i < t->count; i++) {
        if (!is_either(t->data[i])) continue;
        Words w;
        split_words(t->data[i], &w);
        for (uint32_t k = 1; k < w.count; k++) {
            bool is_shared = strcmp(owner, "shared") == 0;
            char *bits = is_shared && (k > 1 || is_view(t->data[i])) ? NULL : bits_of(w.data[k], owner);
            if (!bits || strcspn(bits, "*") <= index + 1) continue;
            if (at && !(starts(w.data[k], at) && w.data[k][strlen(at)] == ':')) continue;
            if (at)
                bits[index + 1] = '_';
            else
                memmove(bits + index + 1, bits + index + 2, strlen(bits + index + 1));
        }
        put_words(t, i, &w);
    }
}

static uint32_t index_of(const Lines *t, uint32_t line)
{
    char owner[500], other[500];
    uint32_t index = 0;
    owner_of(t->data[line], owner, sizeof owner);
    for (uint32_t i = 0; i < line; i++) {
        if (!is_predicate(t->data[i])) continue;
        owner_of(t->data[i], other, sizeof other);
        index += strcmp(owner, other) == 0;
    }
    return index;
}

static bool drop_predicate(Lines *t)
{
    char owner[500];
    uint32_t i = pick(t, is_predicate);
    if (i == NONE) return false;
    owner_of(t->data[i], owner, sizeof owner);
    uint32_t index = index_of(t, i);
    drop(t, i);
    if (rng_below(t->rng, 8)) edit_bits(t, owner, index, NULL);
    return true;
}

static bool untrack(Lines *t)
{
    char owner[500], local[1000];
    uint32_t i = pick(t, is_predicate);
    if (i == NONE || !pick_local(t, local, sizeof local)) return false;
    owner_of(t->data[i], owner, sizeof owner);
    char *colon = strchr(local, ':');
    if (!colon || !is_of_template(local, owner)) return false;
    *colon = 0;
    edit_bits(t, owner, index_of(t, i), local);
    return true;
}

/* ---- claims ---- */

/* Replaces the n-th word (from 0) of a line. */
static void put_word(Lines *t, uint32_t line, uint32_t n, const char *word)
{
    Words w;
    char text[1200];
    split_words(t->data[line], &w);
    if (n >= w.count) return;
    snprintf(text, sizeof text, "%s", word);
    w.data[n] = text;
    put_words(t, line, &w);
}

static uint32_t claimed_size(const Lines *t)
{
    const char *line = t->data[find(t, "claim ")];
    return (uint32_t)strtoul(strrchr(line, ' '), NULL, 10);
}

static void put_size(Lines *t, uint32_t size)
{
    char number[20];
    snprintf(number, sizeof number, "%u", size);
    put_word(t, find(t, "claim "), 2, number);
}

/* Each view as its parts without one thread. */
static void lower_views(Lines *t)
{
    for (uint32_t i = 0; i < t->count; i++) {
        Words w;
        if (!is_view(t->data[i])) continue;
        split_words(t->data[i], &w);
        if (w.count < 3) continue;
        char line[4000];
        snprintf(line, sizeof line, "%s", t->data[i]);
        drop(t, i);
        for (uint32_t skip = 1; skip < w.count; skip++) {
            insert(t, i, line);
            Words part;
            split_words(line, &part);
            part.data[skip][0] = 0;
            put_words(t, i, &part);
        }
        i += w.count - 2;
    }
}

static bool change_size(Lines *t)
{
    uint32_t size = claimed_size(t);
    bool views = strstr(t->data[find(t, "claim ")], "views") != NULL;
    if (views && size > 1 && coin(t)) {
        put_size(t, size - 1);
        if (rng_below(t->rng, 8)) lower_views(t);
    } else {
        put_size(t, coin(t) && size ? size - 1 : size + 1);
    }
    return true;
}

static bool change_kind(Lines *t)
{
    static const char *const kinds[] = {"views", "threads", "created"};
    put_word(t, find(t, "claim "), 1, kinds[rng_below(t->rng, 3)]);
    for (uint32_t i = 0; i < t->count && coin(t); i++) /* views stand for themselves, then */
        while (is_view(t->data[i]))
            drop(t, i);
    return true;
}

/* The thread of a single template becomes one of the others in every view, which is one larger then. */
static void make_plain(Lines *t, const char *template)
{
    char found[1000] = "";
    for (uint32_t i = 0; i < t->count; i++) {
        if (!is_either(t->data[i])) continue;
        Words w;
        split_words(t->data[i], &w);
        if (is_view(t->data[i])) {
            if (*found && w.count < WORDS_MAX) w.data[w.count++] = found;
            put_words(t, i, &w);
            continue;
        }
        *found = 0;
        for (uint32_t k = 1; k < w.count; k++)
            if (is_of_template(w.data[k], template)) {
                snprintf(found, sizeof found, "%s", w.data[k]);
                w.data[k][0] = 0;
            }
        put_words(t, i, &w);
        char line[1100];
        snprintf(line, sizeof line, "  view %s", found);
        if (*found) insert(t, ++i, line);
    }
    put_size(t, claimed_size(t) + 1);
}

static bool toggle_single(Lines *t)
{
    uint32_t i = pick(t, is_single);
    if (i == NONE || rng_below(t->rng, 4) == 0) {
        char local[1000], line[1100];
        if (!pick_local(t, local, sizeof local)) return false;
        snprintf(line, sizeof line, "single %.*s", (int)strcspn(local, "@"), local);
        insert(t, find(t, "cut "), line);
        return true;
    }
    char template[500];
    snprintf(template, sizeof template, "%s", strchr(t->data[i], ' ') + 1);
    drop(t, i);
    if (strstr(t->data[find(t, "claim ")], "views") && rng_below(t->rng, 4)) make_plain(t, template);
    return true;
}

/* ---- locations ---- */

/* Removes what has a thread there. */
static void forget_location(Lines *t, const char *at)
{
    for (uint32_t i = 0; i < t->count;) {
        Words w;
        bool there = false, state = is_state(t->data[i]);
        split_words(t->data[i], &w);
        for (uint32_t k = 0; k < w.count && is_either(t->data[i]); k++)
            there |= starts(w.data[k], at) && strchr(":*", w.data[k][strlen(at)]);
        if (!there) {
            i++;
            continue;
        }
        drop(t, i);
        while (state && i < t->count && is_view(t->data[i]))
            drop(t, i);
    }
}

static bool drop_location(Lines *t, bool (*is)(const char *line))
{
    uint32_t i = pick(t, is);
    if (i == NONE) return false;
    Words w;
    split_words(t->data[i], &w);
    if (w.count < 3) return false;
    uint32_t k = 2 + rng_below(t->rng, w.count - 2);
    char at[1000];
    snprintf(at, sizeof at, "%s@%s", w.data[1], w.data[k]);
    w.data[k][0] = 0;
    if (w.count == 3)
        drop(t, i);
    else
        put_words(t, i, &w);
    if (is == is_cut && rng_below(t->rng, 4)) forget_location(t, at);
    return true;
}

static bool add_location(Lines *t, const char *keyword)
{
    uint32_t cut = pick(t, is_cut);
    Words w;
    char line[1000];
    if (cut == NONE) return false;
    split_words(t->data[cut], &w);
    uint32_t last = (uint32_t)strtoul(w.data[w.count - 1], NULL, 10);
    snprintf(line, sizeof line, "%s %s %u", keyword, w.data[1], rng_below(t->rng, last + 1));
    while (is_cut(t->data[cut]))
        cut++;
    insert(t, cut, line);
    return true;
}

/* ---- counting predicates ---- */

static bool change_counting(Lines *t)
{
    uint32_t i = pick(t, is_counting);
    if (i == NONE) return false;
    Words w;
    char number[1100];
    split_words(t->data[i], &w);
    uint32_t k = pick_word(t, &w);
    uint32_t what = rng_below(t->rng, 6);
    if (what == 0 || k == NONE) {
        drop(t, i);
        return true;
    }
    switch (what) {
    case 1: put_word(t, i, 2, strcmp(w.data[2], "up") == 0 ? "down" : "up"); break;
    case 2:
        snprintf(number, sizeof number, "%u", 1 + rng_below(t->rng, 4));
        put_word(t, i, 4, number);
        break;
    case 3: put_word(t, i, k, ""); break;
    case 4:
        snprintf(number, sizeof number, "%.*s@%u", (int)strcspn(w.data[k], "@"), w.data[k], rng_below(t->rng, 12));
        put_word(t, i, k, number);
        break;
    default:
        snprintf(number, sizeof number, "%.*s*%u", (int)strcspn(w.data[k], "*"), w.data[k], 1 + rng_below(t->rng, 3));
        put_word(t, i, k, number);
        put_word(t, i, 4, "3");
        break;
    }
    return true;
}

/* Over a variable that begins a shared predicate. */
static bool add_counting(Lines *t)
{
    char local[1000], line[1500];
    uint32_t i = find(t, "predicate shared: ");
    if (i == NONE || !pick_local(t, local, sizeof local)) return false;
    const char *name = t->data[i] + strlen("predicate shared: ");
    snprintf(line, sizeof line, "counting %.*s %s most %u %.*s", (int)strcspn(name, " ;"), name,
             coin(t) ? "up" : "down", 1 + rng_below(t->rng, 3), (int)strcspn(local, ":"), local);
    insert(t, find(t, "state "), line);
    return true;
}

/* ---- tickets ---- */

/* Another counter, order or place, or one place less. */
static bool change_ticket(Lines *t)
{
    static const char *const orders[] = {"below", "at_most", "above", "at_least"};
    uint32_t i = pick(t, is_ticket), predicate = find(t, "predicate shared: ");
    if (i == NONE) return false;
    Words w;
    char word[1100];
    split_words(t->data[i], &w);
    uint32_t k = pick_word(t, &w);
    uint32_t what = rng_below(t->rng, 6);
    if (what == 0 || k == NONE) {
        drop(t, i);
        return true;
    }
    switch (what) {
    case 1: put_word(t, i, 2, strcmp(w.data[2], "signed") == 0 ? "unsigned" : "signed"); break;
    case 2: put_word(t, i, 3, orders[rng_below(t->rng, 4)]); break;
    case 3:
        put_word(t, i, k, "");
        put_word(t, i, k, "");
        break;
    case 4:
        if (predicate == NONE) return false;
        snprintf(word, sizeof word, "%.*s", (int)strcspn(t->data[predicate] + strlen("predicate shared: "), " ;"),
                 t->data[predicate] + strlen("predicate shared: "));
        put_word(t, i, 1, word);
        break;
    default:
        snprintf(word, sizeof word, "%.*s@%u", (int)strcspn(w.data[k], "@"), w.data[k], rng_below(t->rng, 12));
        put_word(t, i, k, word);
        break;
    }
    return true;
}

/* At another location, in the same local. */
static bool add_ticket(Lines *t)
{
    uint32_t i = pick(t, is_ticket);
    if (i == NONE) return false;
    Words w;
    char line[9000], copy[8000];
    snprintf(copy, sizeof copy, "%s", t->data[i]);
    split_words(copy, &w);
    uint32_t k = pick_word(t, &w);
    if (k == NONE) return false;
    snprintf(line, sizeof line, "%s %.*s@%u %s", t->data[i], (int)strcspn(w.data[k], "@"), w.data[k],
             rng_below(t->rng, 12), w.data[k + 1]);
    put(t, i, line);
    return true;
}

/* ---- the whole ---- */

static bool change_digest(Lines *t)
{
    char *line = t->data[find(t, "digest ")], *digit = line + strlen("digest \"sha256:") + rng_below(t->rng, 64);
    *digit = *digit == '0' ? '1' : '0';
    return true;
}

static bool change(Lines *t, Corruption kind)
{
    uint32_t line = pick(t, is_either);
    if (line == NONE) return false;
    switch (kind) {
    case CORRUPT_DROP_VIEW:
        if ((line = pick(t, is_view)) == NONE) return false;
        drop(t, line);
        return true;
    case CORRUPT_DROP_STATE: return drop_state(t, false);
    case CORRUPT_JOIN_STATES: return drop_state(t, true);
    case CORRUPT_ADD_VIEW: return add_line(t, is_view);
    case CORRUPT_ADD_STATE: return add_line(t, is_state);
    case CORRUPT_FLIP_BIT: return flip_bit(t, line);
    case CORRUPT_MOVE_THREAD: return move_thread(t, line);
    case CORRUPT_DROP_THREAD: return drop_thread(t);
    case CORRUPT_CHANGE_PREDICATE: return change_predicate(t);
    case CORRUPT_SWAP_PREDICATES: return swap_predicates(t);
    case CORRUPT_DROP_PREDICATE: return drop_predicate(t);
    case CORRUPT_UNTRACK: return untrack(t);
    case CORRUPT_TOGGLE_SINGLE: return toggle_single(t);
    case CORRUPT_CHANGE_SIZE: return change_size(t);
    case CORRUPT_CHANGE_KIND: return change_kind(t);
    case CORRUPT_DROP_CUT: return drop_location(t, is_cut);
    case CORRUPT_ADD_CUT: return add_location(t, "cut");
    case CORRUPT_DROP_EAGER: return drop_location(t, is_eager);
    case CORRUPT_ADD_EAGER: return add_location(t, "eager");
    case CORRUPT_CHANGE_COUNTING: return change_counting(t);
    case CORRUPT_ADD_COUNTING: return add_counting(t);
    case CORRUPT_CHANGE_TICKET: return change_ticket(t);
    case CORRUPT_ADD_TICKET: return add_ticket(t);
    case CORRUPT_CHANGE_DIGEST: return change_digest(t);
    case CORRUPTION_COUNT: break;
    }
    return false;
}

char *corrupt_certificate(Rng *rng, Corruption kind, const char *text)
{
    Lines lines = {.rng = rng}, *t = &lines;
    bool done = split(t, text) && change(t, kind);
    char *out = done ? join(t) : NULL;
    for (uint32_t i = 0; i < t->count; i++)
        free(t->data[i]);
    if (out && strcmp(out, text) == 0) {
        free(out);
        return NULL;
    }
    return out;
}
