/* Vectors, interning, strings, bit sets, diagnostics; the run: its memory, limits and way out. */
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "base/bits.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/machine.h"
#include "base/rng.h"
#include "base/run.h"
#include "base/sha256.h"
#include "base/str.h"
#include "base/vec.h"
#include "tap.h"

/* ---- containers ---- */

TEST(vectors_grow_and_keep_their_elements)
{
    Run *run = run_new();
    size_t before = run_memory(run);
    VEC(uint64_t) v = {NULL, 0, 0};
    for (uint64_t i = 0; i < 100000; i++)
        vec_push(run, &v, i * i);
    bool same = v.count == 100000 && v.capacity >= v.count;
    for (uint64_t i = 0; i < v.count; i++)
        same &= v.data[i] == i * i;
    CHECK(same);
    CHECK(vec_last(&v) == UINT64_C(99999) * 99999);
    CHECK(vec_pop(&v) == UINT64_C(99999) * 99999);
    CHECK_EQ_INT(v.count, 99999);
    vec_clear(&v);
    CHECK_EQ_INT(v.count, 0);
    vec_push(run, &v, 7);
    vec_resize(run, &v, 1000); /* what is new is zero, though used before */
    same = v.data[0] == 7;
    for (uint32_t i = 1; i < 1000; i++)
        same &= v.data[i] == 0;
    CHECK(same);
    vec_resize(run, &v, 1);
    CHECK(v.count == 1 && v.data[0] == 7);
    vec_free(run, &v);
    CHECK(v.data == NULL && v.count == 0 && v.capacity == 0);
    CHECK_EQ_INT(run_memory(run), before);
    run_free(run);
}

TEST(interning_gives_dense_ids_and_finds_them_again)
{
    Run *run = run_new();
    size_t before = run_memory(run);
    Intern table;
    intern_init(run, &table);
    CHECK(intern_find(&table, (uint32_t[]){1}, 1) == INTERN_NONE);
    uint32_t keys[3000][5], lengths[3000];
    Rng rng = {1};
    bool ok = true;
    for (uint32_t i = 0; i < 3000; i++) {
        lengths[i] = 1 + rng_below(&rng, 5);
        keys[i][0] = i;
        for (uint32_t k = 1; k < lengths[i]; k++)
            keys[i][k] = rng_below(&rng, 3);
        bool is_new = false;
        ok &= intern_add(&table, keys[i], lengths[i], &is_new) == i && is_new;
    }
    CHECK(ok && table.count == 3000);
    for (uint32_t i = 0; i < 3000; i++) {
        bool is_new = true;
        uint32_t length;
        ok &= intern_add(&table, keys[i], lengths[i], &is_new) == i && !is_new;
        ok &= intern_find(&table, keys[i], lengths[i]) == i;
        const uint32_t *key = intern_key(&table, i, &length);
        ok &= length == lengths[i] && memcmp(key, keys[i], length * sizeof *key) == 0;
    }
    CHECK(ok);
    CHECK(intern_find(&table, (uint32_t[]){9999}, 1) == INTERN_NONE);
    intern_clear(&table);
    CHECK_EQ_INT(run_memory(run), before);
    run_free(run);
}

TEST(interning_tells_prefixes_and_the_empty_key_apart)
{
    Run *run = run_new();
    Intern table;
    intern_init(run, &table);
    uint32_t key[] = {0, 0, 0, 0}, length = 1;
    for (uint32_t i = 0; i < 5; i++)
        CHECK_EQ_INT(intern_add(&table, key, i, NULL), i);
    for (uint32_t i = 0; i < 5; i++)
        CHECK_EQ_INT(intern_find(&table, key, i), i);
    intern_key(&table, 0, &length);
    CHECK_EQ_INT(length, 0);
    intern_clear(&table);
    run_free(run);
}

TEST(strings_grow)
{
    Run *run = run_new();
    size_t before = run_memory(run);
    Str s;
    str_init(run, &s);
    CHECK_STR(str_text(&s), "");
    str_add(&s, "");
    str_add(&s, "ab");
    str_addf(&s, "%d-%s", 42, "x");
    str_add_bytes(&s, "yz!", 2);
    CHECK_STR(str_text(&s), "ab42-xyz");
    CHECK_EQ_INT(s.length, 8);
    str_reset(&s);
    CHECK_STR(str_text(&s), "");
    for (int i = 0; i < 10000; i++)
        str_addf(&s, "%04d", i);
    CHECK_EQ_INT(s.length, 40000);
    CHECK(memcmp(str_text(&s) + 4 * 1234, "1234", 4) == 0);
    str_clear(&s);
    CHECK_EQ_INT(run_memory(run), before);
    run_free(run);
}

TEST(json_strings_escape)
{
    Run *run = run_new();
    Str s;
    str_init(run, &s);
    str_add_json(&s, "a\"b\\c\n\t\x01/\xc3\xa9");
    const char *text = str_text(&s);
    CHECK(strstr(text, "a\\\"b\\\\c\\n") != NULL);
    CHECK(strstr(text, "\\u0001") != NULL);
    CHECK(strchr(text, '\n') == NULL && strchr(text, '\t') == NULL);
    CHECK(text[0] == '"' && text[s.length - 1] == '"');
    CHECK(strstr(text, "\xc3\xa9") != NULL);
    str_clear(&s);
    run_free(run);
}

TEST(bit_sets)
{
    Bits a = {{0}}, b = {{0}};
    static const uint32_t places[] = {0, 1, 63, 64, 127, 128, 200, 255};
    CHECK(!bits_any(&a));
    for (int i = 0; i < 8; i++) {
        bits_set(&a, places[i], true);
        CHECK(bits_get(&a, places[i]) && bits_any(&a));
    }
    CHECK(!bits_get(&a, 2) && !bits_get(&a, 254));
    bits_set(&b, 128, true);
    Bits both = bits_and(a, b), one = bits_or(a, b);
    CHECK(bits_equal(&both, &b) && bits_equal(&one, &a) && !bits_equal(&a, &b));
    bits_set(&b, 128, false);
    CHECK(!bits_any(&b));
}

TEST(random_numbers_repeat)
{
    Rng a = {5}, b = {5}, c = {6};
    bool same = true, differs = false;
    uint32_t count[7] = {0};
    for (int i = 0; i < 7000; i++) {
        uint64_t x = rng_next(&a);
        same &= x == rng_next(&b);
        differs |= x != rng_next(&c);
        count[rng_below(&a, 7)]++;
        rng_below(&b, 7);
    }
    CHECK(same && differs);
    for (int i = 0; i < 7; i++)
        CHECK(count[i] > 800 && count[i] < 1200);
}

/* ---- diagnostics ---- */

TEST(diagnostics_are_kept_once_and_in_order)
{
    Run *run = run_new();
    SourcePos here = {"a.c", 3, 5}, nowhere = {NULL, 0, 0};
    diag_add(run, SEVERITY_WARNING, here, "odd %s", "thing");
    CHECK(!diag_has_error(run_diags(run)));
    diag_add(run, SEVERITY_WARNING, here, "odd %s", "thing");
    diag_add(run, SEVERITY_ERROR, nowhere, "two\nlines");
    Diags *diags = run_diags(run);
    CHECK_EQ_INT(diags->count, 2);
    CHECK(diag_has_error(diags));
    CHECK_STR(diags->data[0].text, "odd thing");
    CHECK(strchr(diags->data[1].text, '\n') == NULL);
    char buffer[64];
    diag_format_pos(here, buffer, sizeof buffer);
    CHECK_STR(buffer, "a.c:3:5: ");
    diag_format_pos(nowhere, buffer, sizeof buffer);
    CHECK_STR(buffer, "");
    diag_format_pos((SourcePos){"a.c", 3, 0}, buffer, sizeof buffer);
    CHECK_STR(buffer, "a.c:3: ");
    diag_format_pos(here, buffer, 4);
    CHECK_STR(buffer, "a.c");
    run_free(run);
}

/* ---- the run ---- */

TEST(memory_is_counted_and_zeroed)
{
    Run *run = run_new();
    size_t before = run_memory(run);
    char *a = run_alloc(run, 1000);
    bool zero = true;
    for (int i = 0; i < 1000; i++)
        zero &= a[i] == 0;
    CHECK(zero);
    CHECK(run_memory(run) >= before + 1000);
    memset(a, 1, 1000);
    a = run_realloc(run, a, 100000);
    CHECK(a[0] == 1 && a[999] == 1);
    CHECK(run_memory(run) >= before + 100000);
    a = run_realloc(run, a, 10);
    CHECK(run_memory(run) < before + 100000);
    CHECK(run_memory_peak(run) >= before + 100000);
    char *s = run_strdup(run, "text"), *t = run_strndup(run, "text", 2), *f = run_format(run, "%d%s", 7, "x");
    CHECK_STR(s, "text");
    CHECK_STR(t, "te");
    CHECK_STR(f, "7x");
    run_release(run, a);
    run_release(run, s);
    run_release(run, t);
    run_release(run, f);
    run_release(run, NULL);
    run_release(run, run_realloc(run, NULL, 50));
    CHECK_EQ_INT(run_memory(run), before);
    run_free(run);
}

typedef struct Notes {
    int order[8], count;
} Notes;

typedef struct Note {
    Notes *notes;
    int number;
} Note;

static void take_note(void *arg)
{
    Note *note = arg;
    note->notes->order[note->notes->count++] = note->number;
}

TEST(clean_ups_run_in_reverse_order)
{
    Notes notes = {{0}, 0};
    Note a = {&notes, 1}, b = {&notes, 2}, c = {&notes, 3};
    Run *run = run_new();
    run_on_free(run, take_note, &a);
    uint32_t ticket = run_on_free(run, take_note, &b);
    run_on_free(run, take_note, &c);
    run_cancel(run, ticket);
    run_free(run);
    CHECK(notes.count == 2 && notes.order[0] == 3 && notes.order[1] == 1);
}

static void return_normally(Run *run, void *arg)
{
    (void)run;
    *(int *)arg = 1;
}

static void stop_deep(Run *run, void *arg)
{
    int *depth = arg;
    run_alloc(run, 10000);
    if (++*depth < 50)
        stop_deep(run, arg);
    else if (*depth == 50)
        run_stop(run, STOP_UNSUPPORTED, "no %s at level %d", "luck", *depth);
}

TEST(a_run_can_be_left_from_any_depth)
{
    Run *run = run_new();
    int n = 0;
    CHECK_STR(run_reason(run), "");
    CHECK_EQ_INT(run_guard(run, return_normally, &n), STOP_NONE);
    CHECK_EQ_INT(n, 1);
    n = 0;
    CHECK_EQ_INT(run_guard(run, stop_deep, &n), STOP_UNSUPPORTED);
    CHECK_STR(run_reason(run), "no luck at level 50");
    CHECK_EQ_INT(run_guard(run, return_normally, &n), STOP_NONE); /* and be entered again */
    run_free(run);
}

static void fail_check(Run *run, void *arg)
{
    int *n = arg;
    RUN_CHECK(run, *n == 0);
    RUN_CHECK(run, *n == 1);
}

TEST(a_failed_check_is_an_internal_error_with_its_place)
{
    Run *run = run_new();
    int n = 0;
    CHECK_EQ_INT(run_guard(run, fail_check, &n), STOP_INTERNAL);
    CHECK(strstr(run_reason(run), "test_base.c:") != NULL);
    CHECK(strstr(run_reason(run), "*n == 1") != NULL);
    run_free(run);
}

static void grow_forever(Run *run, void *arg)
{
    (void)arg;
    VEC(uint64_t) v = {NULL, 0, 0};
    for (;;)
        vec_push(run, &v, 1);
}

static void ask_too_much(Run *run, void *arg)
{
    (void)arg;
    run_alloc(run, SIZE_MAX - 64);
}

static void alloc_some(Run *run, void *arg)
{
    (void)arg;
    for (int i = 0; i < 100; i++)
        run_release(run, run_alloc(run, 100000));
}

TEST(the_memory_limit_stops_the_run)
{
    Run *run = run_new();
    CHECK_EQ_INT(run_guard(run, ask_too_much, NULL), STOP_MEMORY);
    run_set_memory_limit(run, 1 << 20);
    CHECK_EQ_INT(run_guard(run, alloc_some, NULL), STOP_NONE);
    CHECK_EQ_INT(run_guard(run, grow_forever, NULL), STOP_MEMORY);
    run_set_memory_limit(run, 0);
    CHECK_EQ_INT(run_guard(run, alloc_some, NULL), STOP_NONE);
    run_free(run);
}

static void poll_memory(Run *run, void *arg)
{
    (void)arg;
    run_poll_memory(run);
}

TEST(the_process_limit_counts_all_memory)
{
    MachineMemory memory = machine_memory();
    CHECK(machine_memory_used() > 0);
    CHECK(memory.bytes > machine_memory_used());
    Run *run = run_new();
    CHECK_EQ_INT(run_guard(run, poll_memory, NULL), STOP_NONE);
    run_set_process_limit(run, 1 << 12);
    CHECK(run_is_over_memory(run));
    CHECK_EQ_INT(run_memory_left(run), 0);
    CHECK_EQ_INT(run_guard(run, poll_memory, NULL), STOP_MEMORY);
    run_set_process_limit(run, (size_t)1 << 50);
    CHECK_EQ_INT(run_guard(run, poll_memory, NULL), STOP_NONE);
    run_free(run);
}

static void poll_forever(Run *run, void *arg)
{
    (void)arg;
    for (;;)
        run_poll(run);
}

TEST(the_time_limit_stops_the_run)
{
    Run *run = run_new();
    CHECK(run_seconds_left(run) > 1e6);
    run_set_time_limit(run, 0.2);
    CHECK(run_seconds_left(run) > 0 && run_seconds_left(run) <= 0.2);
    double started = run_seconds(run);
    CHECK_EQ_INT(run_guard(run, poll_forever, NULL), STOP_TIME);
    double took = run_seconds(run) - started;
    CHECK(took > 0.1 && took < 2);
    run_set_time_limit(run, 0);
    CHECK(run_seconds_left(run) > 1e6);
    run_free(run);
}

static void *interrupt(void *arg)
{
    usleep(100000);
    run_interrupt(arg);
    return NULL;
}

TEST(an_interrupt_from_another_thread_stops_the_run)
{
    Run *run = run_new();
    pthread_t thread;
    CHECK(!run_interrupted(run));
    pthread_create(&thread, NULL, interrupt, run);
    CHECK_EQ_INT(run_guard(run, poll_forever, NULL), STOP_INTERRUPTED);
    CHECK(run_interrupted(run));
    pthread_join(thread, NULL);
    run_free(run);
}

static void hear(void *arg, const char *line) { snprintf(arg, 64, "%s", line); }

TEST(progress_goes_to_the_callback)
{
    Run *run = run_new();
    char line[64] = "";
    run_progress(run, "nobody %s", "listens");
    run_set_progress(run, hear, line);
    run_progress(run, "step %d", 3);
    CHECK_STR(line, "step 3");
    CHECK_EQ_INT(run_verbosity(run), 0);
    run_set_verbosity(run, 2);
    CHECK_EQ_INT(run_verbosity(run), 2);
    run_free(run);
}

/* ---- shares ---- */

typedef struct Shared {
    RunShare share;
    void (*body)(Run *run, void *arg);
    StopKind stop;
    int cleaned, went_on;
} Shared;

static void count_cleaned(void *arg) { ++*(int *)arg; }

static void poll_and_clean(Run *run, void *arg)
{
    run_on_free(run, count_cleaned, arg);
    poll_forever(run, NULL);
}

static void stop_as_unsupported(Run *run, void *arg)
{
    (void)arg;
    run_stop(run, STOP_UNSUPPORTED, "not this");
}

static void fill_memory(Run *run, void *arg)
{
    (void)arg;
    for (;;) {
        char *block = run_alloc(run, 1 << 20);
        for (size_t i = 0; i < 1 << 20; i += 4096)
            block[i] = 1;
        run_poll(run);
    }
}

static void ask_within(Run *run, void *arg)
{
    Shared *s = arg;
    s->stop = run_within(run, s->share, s->body, &s->cleaned);
    s->went_on++;
}

TEST(a_share_that_is_used_up_ends_a_part_only)
{
    Run *run = run_new();
    Shared s = {.share = {0.01, 0}, .body = poll_and_clean};
    run_set_time_limit(run, 100);
    CHECK_EQ_INT(run_guard(run, ask_within, &s), STOP_NONE);
    CHECK(s.stop == STOP_TIME && s.went_on == 1 && s.cleaned == 1);
    CHECK(run_seconds_left(run) > 50);
    s = (Shared){.share = {100, 16 << 20}, .body = fill_memory};
    CHECK_EQ_INT(run_guard(run, ask_within, &s), STOP_NONE);
    CHECK(s.stop == STOP_MEMORY && s.went_on == 1);
    run_free(run);
    CHECK_EQ_INT(s.cleaned, 0); /* what was left does not end twice */
}

TEST(what_ends_the_whole_ends_a_part_and_all_around_it)
{
    Run *run = run_new();
    Shared s = {.share = {100, 0}, .body = stop_as_unsupported};
    CHECK_EQ_INT(run_guard(run, ask_within, &s), STOP_NONE); /* but for what gives up by itself */
    CHECK(s.went_on == 1 && s.stop == STOP_UNSUPPORTED && strcmp(run_reason(run), "not this") == 0);
    run_set_time_limit(run, 0.01);
    s = (Shared){.share = {100, 0}, .body = poll_and_clean};
    CHECK_EQ_INT(run_guard(run, ask_within, &s), STOP_TIME);
    CHECK(s.went_on == 0 && s.cleaned == 1);
    run_interrupt(run);
    s = (Shared){.share = {100, 0}, .body = poll_and_clean};
    CHECK_EQ_INT(run_guard(run, ask_within, &s), STOP_INTERRUPTED);
    run_free(run);
}

static void ask_twice(Run *run, void *arg)
{
    Shared *inner = arg;
    Shared outer = {.share = {0.02, 0}, .body = ask_within};
    outer.stop = run_within(run, outer.share, ask_within, inner);
    inner->cleaned += 10 * (outer.stop == STOP_TIME);
}

TEST(the_smaller_of_two_shares_counts)
{
    Run *run = run_new();
    Shared s = {.share = {100, 0}, .body = poll_and_clean};
    CHECK_EQ_INT(run_guard(run, ask_twice, &s), STOP_NONE);
    CHECK(s.went_on == 0 && s.cleaned == 11);
    run_free(run);
}

TEST(what_is_found_in_time_is_known_to_who_watches)
{
    Run *run = run_new(), *beside = run_new_beside(run);
    CHECK(!run_is_telling(run) && !run_is_telling(beside));
    run_begin_telling(beside);
    CHECK(run_is_telling(run) && run_is_telling(beside));
    run_end_telling(beside);
    CHECK(!run_is_telling(run) && !run_is_telling(beside));
    run_begin_telling(run);
    CHECK(run_is_telling(run) && !run_is_telling(beside));
    run_free(beside);
    run_free(run);
}

TEST(a_run_beside_another_hears_its_interrupt)
{
    Run *run = run_new(), *beside = run_new_beside(run);
    CHECK(!run_interrupted(beside));
    run_interrupt(run);
    CHECK(run_interrupted(beside));
    CHECK_EQ_INT(run_guard(beside, poll_forever, NULL), STOP_INTERRUPTED);
    run_free(beside);
    run_free(run);
}

/* ---- accounts ---- */

TEST(accounts_charge_what_is_innermost)
{
    Account a = {0};
    uint32_t outer = account_enter(&a, "outer");
    account_states(&a, 3);
    uint32_t inner = account_enter(&a, "inner");
    struct timespec t = {0, 2000000};
    nanosleep(&t, NULL);
    account_states(&a, 4);
    account_leave(&a, inner);
    account_states(&a, 5);
    account_leave(&a, outer);
    account_states(&a, 6); /* nobody's */
    CHECK(a.count == 2 && a.depth == 0 && a.lines[0].times == 1);
    CHECK(a.lines[0].states == 8 && a.lines[1].states == 4);
    CHECK(a.lines[1].seconds >= 0.002 && a.lines[0].seconds >= 0);
    account_leave(NULL, account_enter(NULL, "nowhere"));
}

TEST(two_runs_do_not_disturb_each_other)
{
    Run *a = run_new(), *b = run_new();
    int n = 0;
    run_interrupt(a);
    CHECK(!run_interrupted(b));
    CHECK_EQ_INT(run_guard(b, return_normally, &n), STOP_NONE);
    CHECK_EQ_INT(run_guard(a, poll_forever, NULL), STOP_INTERRUPTED);
    CHECK_STR(run_reason(b), "");
    run_free(a);
    run_free(b);
}

/* The vectors of FIPS 180-4 and those around the length of a block. */
TEST(sha256_of_known_texts)
{
    char text[SHA256_TEXT_SIZE];
    sha256_text("", 0, text);
    CHECK_STR(text, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    sha256_text("abc", 3, text);
    CHECK_STR(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const char *two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    sha256_text(two, strlen(two), text);
    CHECK_STR(text, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    char *million = malloc(1000000);
    REQUIRE(million);
    memset(million, 'a', 1000000);
    sha256_text(million, 1000000, text);
    CHECK_STR(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    sha256_text(million, 55, text);
    CHECK_STR(text, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
    sha256_text(million, 56, text);
    CHECK_STR(text, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
    sha256_text(million, 63, text);
    CHECK_STR(text, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34");
    sha256_text(million, 64, text);
    CHECK_STR(text, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
    sha256_text(million, 65, text);
    CHECK_STR(text, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0");
    free(million);
}

TAP_MAIN();
