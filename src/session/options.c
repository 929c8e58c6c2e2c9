#include "session/options.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "chorus.h"

#define COUNT_MAX 1000000u
#define DIGITS_MAX 7 /* of a number that may be in range */

typedef enum OptionKind {
    OPTION_SWITCH,
    OPTION_CHOICE,
    OPTION_COUNTED,
    OPTION_MEGABYTES,
    OPTION_LEVEL,
    OPTION_SECONDS
} OptionKind;

typedef struct OptionInfo {
    const char *name;
    OptionKind kind;
    const char *shape, *value, *help;
} OptionInfo;

#define KIND_SWITCH OPTION_SWITCH
#define KIND_CHOICE OPTION_CHOICE
#define KIND_COUNT OPTION_COUNTED
#define KIND_MEMORY OPTION_MEGABYTES
#define KIND_LEVEL OPTION_LEVEL
#define KIND_SECONDS OPTION_SECONDS

static const OptionInfo infos[OPTION_COUNT] = {
#define X(field, name, kind, shape, value, help) {name, KIND_##kind, shape, value, help},
    SESSION_OPTIONS(X)
#undef X
};

size_t chorus_option_count(void) { return OPTION_COUNT; }
const char *chorus_option_name(size_t i) { return i < OPTION_COUNT ? infos[i].name : NULL; }
const char *chorus_option_value(size_t i) { return i < OPTION_COUNT ? infos[i].shape : NULL; }
const char *chorus_option_default(size_t i) { return i < OPTION_COUNT ? infos[i].value : NULL; }
const char *chorus_option_help(size_t i) { return i < OPTION_COUNT ? infos[i].help : NULL; }

/* ---- values ---- */

static bool is_decimal_digit(char c) { return c >= '0' && c <= '9'; }

/* The position of the word in "a|b|c", -1 when it is none of them. */
static int find_word(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (int i = 0; *words; i++) {
        size_t length = strcspn(words, "|");
        if (length == n && strncmp(words, word, n) == 0) return i;
        words += length + (words[length] == '|');
    }
    return -1;
}

/* Reads a decimal number without sign, blanks, leading zero, or more digits than can be in range. Returns NULL and
 * the place after it, or why not. */
static const char *read_option_number(const char *text, uint32_t *number, const char **end)
{
    size_t digits = 0;
    while (is_decimal_digit(text[digits]))
        digits++;
    if (!digits) return "is not a number";
    *end = text + digits;
    if (digits > 1 && text[0] == '0') return "has a leading zero";
    if (digits > DIGITS_MAX) return **end && **end != '.' ? "is not a number" : "is too large";
    CHECK(digits > 0 && digits <= DIGITS_MAX);
    *number = 0;
    for (size_t i = 0; i < digits; i++)
        *number = *number * 10 + (uint32_t)(text[i] - '0');
    return NULL;
}

static const char *read_option_count(const char *text, uint32_t min, uint32_t max, double *value)
{
    uint32_t number = 0;
    if (text[0] == '-' && is_decimal_digit(text[1]) && text[1 + strspn(text + 1, "0123456789")] == 0)
        return "is too small";
    const char *end = NULL, *why = read_option_number(text, &number, &end);
    if (why && strcmp(why, "is too large") != 0) return why;
    if (*end) return "is not a number";
    if (why) return why;
    if (number < min) return "is too small";
    if (number > max) return "is too large";
    *value = number;
    return NULL;
}

static const char *read_seconds(const char *text, double *value)
{
    uint32_t number = 0;
    const char *end = NULL, *why = read_option_number(text, &number, &end);
    if (why) return why;
    double seconds = number, unit = 0.1;
    if (*end == '.' && is_decimal_digit(end[1]))
        for (end++; is_decimal_digit(*end); end++, unit /= 10)
            seconds += (*end - '0') * unit;
    if (*end) return "is not a number";
    if (seconds <= 0) return "is too small";
    if (seconds > COUNT_MAX) return "is too large";
    *value = seconds;
    return NULL;
}

static const char *read_value(const OptionInfo *info, const char *text, double *value)
{
    switch (info->kind) {
    case OPTION_SWITCH:
    case OPTION_CHOICE: {
        int i = find_word(info->shape, text);
        *value = info->kind == OPTION_CHOICE ? i : i == 0;
        return i < 0 ? "is no such value" : NULL;
    }
    case OPTION_COUNTED:
    case OPTION_MEGABYTES:
    case OPTION_SECONDS:
        *value = 0;
        if (strcmp(text, info->value) == 0) return NULL;
        if (info->kind != OPTION_COUNTED && strcmp(text, "none") == 0) return NULL;
        return info->kind == OPTION_SECONDS ? read_seconds(text, value) : read_option_count(text, 1, COUNT_MAX, value);
    case OPTION_LEVEL: return read_option_count(text, 0, 9, value);
    }
    return "is no such value";
}

/* What would have been right. */
static void add_expected(const OptionInfo *info, char *text, size_t size)
{
    switch (info->kind) {
    case OPTION_SWITCH:
    case OPTION_CHOICE:
    case OPTION_LEVEL: snprintf(text, size, "%s", info->shape); return;
    case OPTION_COUNTED: snprintf(text, size, "%s or 1 to %u", info->value, COUNT_MAX); return;
    case OPTION_MEGABYTES: snprintf(text, size, "%s, none or 1 to %u", info->value, COUNT_MAX); return;
    case OPTION_SECONDS: snprintf(text, size, "%s, none or a number up to %u", info->value, COUNT_MAX); return;
    }
}

/* ---- options ---- */

void session_options_init(SessionOptions *options)
{
    memset(options, 0, sizeof *options);
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const char *problem = read_value(&infos[i], infos[i].value, &options->values[i]);
        CHECK(!problem && strlen(infos[i].value) < sizeof options->texts[i]);
        (void)problem;
        snprintf(options->texts[i], sizeof options->texts[i], "%s", infos[i].value);
    }
}

bool session_options_set(SessionOptions *options, const char *name, const char *value, char *error, size_t error_size)
{
    size_t i = 0;
    while (i < OPTION_COUNT && strcmp(infos[i].name, name) != 0)
        i++;
    if (i == OPTION_COUNT) {
        snprintf(error, error_size, "unknown option '%.100s'", name);
        return false;
    }
    double number = 0;
    const char *why = read_value(&infos[i], value, &number);
    if (!why && strlen(value) >= sizeof options->texts[i]) why = "is too long";
    if (why) {
        char expected[200];
        add_expected(&infos[i], expected, sizeof expected);
        snprintf(error, error_size, "%s: '%.60s' %s (expected %s)", name, value, why, expected);
        return false;
    }
    CHECK(number >= 0);
    options->values[i] = number;
    options->given[i] = true;
    snprintf(options->texts[i], sizeof options->texts[i], "%s", value);
    return true;
}
