#include "report/value.h"

#include <inttypes.h>
#include <string.h>

#include "base/check.h"

#define ENTRIES_MAX 8 /* of an array; more are not printed */

static void add_scalar_text(Str *out, Sort sort, bool is_signed, uint64_t bits)
{
    switch ((SortKind)sort.kind) {
    case SORT_BOOL: str_add(out, bits ? "true" : "false"); return;
    case SORT_INT: str_addf(out, "%" PRId64, (int64_t)bits); return;
    case SORT_BV:
        if (is_signed) {
            CHECK(sort.width > 0 && sort.width <= 64);
            unsigned unused = 64u - sort.width;
            str_addf(out, "%" PRId64, (int64_t)(bits << unused) >> unused);
        } else {
            str_addf(out, "%" PRIu64, bits);
        }
        return;
    case SORT_ARRAY: break;
    }
    str_add(out, "?");
}

void report_add_value(Str *out, const Var *var, const Value *value)
{
    if (var->sort.kind != SORT_ARRAY) {
        add_scalar_text(out, var->sort, var->is_signed, value->bits);
        return;
    }
    Sort element = sort_element(var->sort), index = sort_index(var->sort);
    add_scalar_text(out, element, var->is_signed, value->bits);
    for (uint32_t i = 0; i < value->count && i <= ENTRIES_MAX; i++) {
        str_add(out, i ? ", " : " {");
        if (i == ENTRIES_MAX) {
            str_add(out, "...");
            break;
        }
        add_scalar_text(out, index, false, value->entries[i].index);
        str_add(out, ": ");
        add_scalar_text(out, element, var->is_signed, value->entries[i].value);
    }
    if (value->count) str_add(out, "}");
}

void report_add_element(Str *out, const Var *var, const Value *value, uint64_t index)
{
    CHECK(var->sort.kind == SORT_ARRAY);
    add_scalar_text(out, sort_element(var->sort), var->is_signed, value_select(value, index));
}

void report_add_index(Str *out, const Var *var, uint64_t index)
{
    CHECK(var->sort.kind == SORT_ARRAY);
    add_scalar_text(out, sort_index(var->sort), false, index);
}

/* Length of the UTF-8 sequence at s, 0 when it is not one. */
static size_t utf8_length(const char *s)
{
    const unsigned char *u = (const unsigned char *)s;
    if (u[0] < 0x80) return 1;
    size_t n = u[0] >= 0xf0 && u[0] < 0xf5 ? 4 : u[0] >= 0xe0 && u[0] < 0xf0 ? 3 : u[0] >= 0xc2 && u[0] < 0xe0 ? 2 : 0;
    for (size_t i = 1; i < n; i++)
        if ((u[i] & 0xc0) != 0x80) return 0;
    if ((u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xed && u[1] > 0x9f)) return 0;
    if ((u[0] == 0xf0 && u[1] < 0x90) || (u[0] == 0xf4 && u[1] > 0x8f)) return 0;
    return n;
}

const char *report_clean_text(Run *run, const char *text)
{
    Str out;
    str_init(run, &out);
    bool blank = false;
    for (const char *s = text; *s;) {
        unsigned char c = (unsigned char)*s;
        if (c <= ' ' || c == 0x7f) {
            blank = out.length > 0;
            s++;
            continue;
        }
        if (blank) str_add(&out, " ");
        blank = false;
        size_t n = utf8_length(s);
        if (n)
            str_add_bytes(&out, s, n);
        else
            str_add(&out, "?");
        s += n ? n : 1;
    }
    return str_text(&out);
}

size_t report_width(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

void report_add_column(Str *out, const char *text, size_t width, bool pad)
{
    size_t have = report_width(text), keep = have;
    if (have > width) keep = width > 3 ? width - 3 : 0;
    CHECK(keep <= have && keep <= width);
    const char *end = text;
    for (size_t i = 0; i < keep; i++) {
        end++;
        while (((unsigned char)*end & 0xc0) == 0x80)
            end++;
    }
    str_add_bytes(out, text, (size_t)(end - text));
    if (have > width) str_add(out, "...");
    for (size_t i = have; pad && i < width; i++)
        str_add(out, " ");
}

void report_add_count(Str *out, uint64_t count, const char *noun)
{
    str_addf(out, "%" PRIu64 " %s%s", count, noun, count == 1 ? "" : "s");
}
