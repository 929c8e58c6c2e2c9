/* The self-check notices when the analysis is wrong: parts of it are switched off in this program only
 * (base/unsound.h), so that programs that fail seem to be safe. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agreement_c/sanitize.h"
#include "base/unsound.h"
#include "chorus.h"
#include "tap.h"

Unsound chorus_unsound = UNSOUND_NOTHING;

typedef struct Case {
    Unsound switched_off;
    const char *name, *text;
    const char *property; /* NULL: unreach-call */
    bool is_safe;         /* in truth */
    const char *method;   /* NULL: whichever answers */
} Case;

static const Case cases[] = {
    {UNSOUND_NO_PASSIVE_UPDATES, "no passive updates",
     "shared u8 s = 0; local u8 l = 0;\n"
     "1: l = s;\n"
     "2: assert l == s;\n"
     "3: s = s + 1;\n"
     "4: goto 1;\n",
     NULL, false, NULL},
    {UNSOUND_LIVE_IS_DEAD, "an assignment to a live local is dropped",
     "shared u8 s = 0; local u8 l = 0;\n"
     "1: s = s + 1;\n"
     "2: l = s;\n"
     "3: s = s + 1;\n"
     "4: assert l == 0;\n",
     NULL, false, NULL},
    {UNSOUND_MERGE_SHARED, "two shared accesses are one step",
     "shared u8 s = 0; local u8 l = 0;\n"
     "1: l = s;\n"
     "2: s = l + 1;\n"
     "3: assert s == l + 1;\n",
     NULL, false, NULL},
    {UNSOUND_PART_SKIPPED, "a part is not asked",
     "shared u8 s = 0, t = 0; local u8 l = 0;\n"
     "1: l = s;\n"
     "2: assert l == s;\n"
     "3: s = s + 1;\n"
     "4: assert t == 0;\n"
     "5: goto 1;\n",
     NULL, false, NULL},
    {UNSOUND_LOCK_KEPT, "a lock is held after it is freed",
     "shared bool m = false; object 0 \"x\";\n"
     "automaton w * { location 0; location 1; location 2; location 3; entry 0;\n"
     "  edge 0 -> 1 when !m do m = true; edge 1 -> 2 do m = false; edge 2 -> 3 access write 0; }\n",
     "no-data-race", false, NULL},
    {UNSOUND_ORDER_FORGOTTEN, "nobody waits for a thread",
     "shared bool d = false; object 0 \"x\";\n"
     "automaton main 1 { location 0; location 1; location 2; location 3; entry 0;\n"
     "  edge 0 -> 1 spawn w(); edge 1 -> 2; edge 2 -> 3 access write 0; }\n"
     "automaton w 0 { location 0; location 1; location 2; entry 0;\n"
     "  edge 0 -> 1 access write 0; edge 1 -> 2 do d = true; }\n",
     "no-data-race", false, NULL},
    {UNSOUND_NUMBERS_SHARED, "two threads draw the same number",
     "shared u8 c = 0; object 0 \"x\";\n"
     "automaton w * { local u8 i; location 0; location 1; location 2; location 3; location 4; entry 0;\n"
     "  edge 0 -> 1 when c < 100 do i = c; edge 1 -> 2 when i <= c && c < 100 do c = c + 1;\n"
     "  edge 2 -> 3; edge 3 -> 4 access write 0 bytes 0 1 index i stride 1; }\n",
     "no-data-race", false, NULL},
    {UNSOUND_REASON_DROPPED, "a reason is missing in the proof",
     "shared bool m = false; object 0 \"x\";\n"
     "automaton w * { location 0; location 1; location 2; location 3; entry 0;\n"
     "  edge 0 -> 1 when !m do m = true; edge 1 -> 2 access write 0; edge 2 -> 3 do m = false; }\n",
     "no-data-race", true, NULL},
    {UNSOUND_START_FORGOTTEN, "a thread that is started is not there",
     "object 0 \"x\";\n"
     "automaton main 1 { location 0; location 1; location 2; entry 0;\n"
     "  edge 0 -> 1 spawn w(); edge 1 -> 2 access write 0; }\n"
     "automaton w 0 { location 0; location 1; entry 0; edge 0 -> 1 access write 0; }\n",
     "no-data-race", false, NULL},
    {UNSOUND_MERGE_SHARED, "a step goes on to an access over a test of shared memory",
     "shared bool f = false; object 0 \"x\";\n"
     "automaton a 1 { location 0; location 1; location 2; entry 0;\n"
     "  edge 0 -> 1 do f = true; edge 1 -> 2 access write 0; }\n"
     "automaton b 1 { location 0; location 1; location 2; entry 0;\n"
     "  edge 0 -> 1 when !f; edge 1 -> 2 access read 0; }\n",
     "no-data-race", false, NULL},
    {UNSOUND_WRITE_HIDDEN, "nobody sees that others write", "shared u8 x = 0; 1: x = 1;\n", "no-data-race", false,
     "circ"},
    {UNSOUND_HAVOC_FORGOTTEN, "nobody sees what others assign",
     "shared u8 s = 0; local u8 l = 0;\n"
     "1: l = s;\n"
     "2: assert l == s;\n"
     "3: s = s + 1;\n"
     "4: goto 1;\n",
     NULL, false, "circ"},
    {UNSOUND_COUNTER_STUCK, "counters do not grow",
     "shared bool a = false, b = false;\n"
     "template t * { if (*) { a = true; b = true; } else assert !b; }\n",
     NULL, false, "circ"},
    {UNSOUND_GRAPH_LATE, "each thread takes the others' regions for granted",
     "shared u8 x = 0;\n"
     "template t * { if (*) x = 1; else assert x == 0; }\n",
     NULL, false, "circ"},
    {UNSOUND_ROUNDS_FEWER, "a loop goes round once",
     "shared i32 x = 0;\n"
     "automaton main 1 { local i32 i = 0; location 0; location 1; location 2; location 3 `error`; entry 0;\n"
     "  edge 0 -> 1 when i < 9; edge 1 -> 2 do x = x + 1; edge 2 -> 0 do i = i + 1;\n"
     "  edge 0 -> 3 when x == 9 error violates \"no-overflow\" what \"x\"; }\n",
     NULL, false, NULL},
    {UNSOUND_OTHERS_KEPT, "others change nothing meanwhile",
     "shared i32 x = 0;\n"
     "automaton w * { location 0; location 1; location 2; location 3 `error`; entry 0;\n"
     "  edge 0 -> 1 when x < 3; edge 1 -> 2 do x = 5;\n"
     "  edge 1 -> 3 when x == 5 error violates \"no-overflow\" what \"x\"; }\n",
     NULL, false, NULL},
    {UNSOUND_ALL_COMMUTE, "steps that depend on each other are swapped",
     "shared bool x = false, y = false;\n"
     "automaton a 1 { location 0; location 1; location 2 `error`; entry 0;\n"
     "  edge 0 -> 1 do x = true; edge 1 -> 2 when y error; }\n"
     "automaton b 1 { location 0; location 1; entry 0; edge 0 -> 1 when !x do y = true; }\n",
     NULL, false, "lockstep"},
    {UNSOUND_RANK_BY_SLEEP, "two threads are preferred to each other",
     "shared bool x = false, y = false;\n"
     "automaton a 1 { location 0; location 1; entry 0; edge 0 -> 1 do x = true; }\n"
     "automaton b 1 { location 0; location 1; entry 0; edge 0 -> 1 do y = true; }\n"
     "automaton c 1 { location 0; location 1 `error`; entry 0; edge 0 -> 1 when x && y error; }\n",
     NULL, false, "lockstep"},
    {UNSOUND_ALL_DEAD, "nobody wakes a thread that sleeps",
     "shared bool u = false, w = false, y = false;\n"
     "automaton a 1 { location 0; location 1 `error`; entry 0; edge 0 -> 1 when y error; }\n"
     "automaton b 1 { location 0; location 1; location 2; entry 0;\n"
     "  edge 0 -> 1 do w = true; edge 1 -> 2 do y = true; }\n"
     "automaton c 1 { location 0; location 1; location 2 `error`; entry 0;\n"
     "  edge 0 -> 1 do u = w; edge 1 -> 2 when u && !w error; }\n",
     NULL, false, "lockstep"},
    {UNSOUND_WAYS_HIDE, "of two orders of steps one is not looked at",
     "shared i32 x = 0;\n"
     "shared bool p = false, q = false;\n"
     "automaton a 1 { location 0; location 1; entry 0; edge 0 -> 1 do x, p = 1, true; }\n"
     "automaton b 1 { location 0; location 1; entry 0; edge 0 -> 1 do x, q = 2, true; }\n"
     "automaton c 1 { location 0; location 1 `error`; entry 0; edge 0 -> 1 when p && q && x == 1 error; }\n",
     NULL, false, "lockstep"},
    {UNSOUND_ELEMENT_LOST, "a watched element never changes",
     "shared u8[u8] m = 0, a = 0;\n"
     "automaton w * { local u8 i; location 0; location 1; location 2; location 3 `error`; entry 0;\n"
     "  edge 0 -> 1 when m[i] == 0 do m = store(m, i, 1); edge 1 -> 2 do a = store(a, i, 1);\n"
     "  edge 2 -> 3 when a[i] == 1 error; }\n",
     NULL, false, NULL},
    {UNSOUND_ELEMENT_UNASKED, "what is asked of an element is taken to hold",
     "shared u8[u8] m = 0, a = 0;\n"
     "automaton w * { local u8 i; location 0; location 1; location 2; location 3 `error`; entry 0;\n"
     "  edge 0 -> 1 when m[i] == 0 do m = store(m, i, 1); edge 1 -> 2 do a = store(a, i, 1);\n"
     "  edge 2 -> 3 when a[i] == 1 error; }\n",
     NULL, false, NULL},
    {UNSOUND_COUNT_UNASKED, "a counter of threads never wraps",
     "shared u16 c = 0;\n"
     "automaton main 1 { location 0; entry 0; edge 0 -> 0 spawn w(); }\n"
     "automaton w 0 { location 0; location 1; location 2 `error`; entry 0;\n"
     "  edge 0 -> 1 do c = c + 1; edge 1 -> 2 when c == 0 error; }\n",
     NULL, false, NULL},
    {UNSOUND_TEAM_FORGOTTEN, "a team grows unseen",
     "shared u8 c = 0; shared u1[u8] e = 0; object 0 \"x\";\n"
     "automaton main 1 { local u8 i = 0; local u8 k = 0; local u8[u8] h = 0; local u8 j = 0;\n"
     "  location 0; location 1; location 2; location 3; location 4; location 5; entry 0;\n"
     "  edge 0 -> 1 when i < 4 && c != 255 do c, h = c + 1, store(h, i, c + 1) spawn w(c + 1);\n"
     "  edge 1 -> 0 do i = i + 1; edge 0 -> 2 when i >= 4; edge 2 -> 3 when k + 1 < i do j = h[k];\n"
     "  edge 3 -> 2 when e[j] == 1 do e, k = store(e, j, 0), k + 1; edge 2 -> 4 when k + 1 >= i;\n"
     "  edge 4 -> 5 access write 0; }\n"
     "automaton w 0 (u8 n) { location 0; location 1; location 2; entry 0;\n"
     "  edge 0 -> 1 access read 0; edge 1 -> 2 do e = store(e, n, 1); }\n",
     "no-data-race", false, NULL},
    {UNSOUND_STORE_LATE, "a store after a read is left out",
     "shared u8[u8] m = *;\n"
     "input u8 n;\n"
     "automaton a 1 { local u8 r; location 0; location 1; location 2; location 3 `error`; entry 0;\n"
     "  edge 0 -> 1 do r = m[0]; edge 1 -> 2 do m = store(m, 0, n); edge 2 -> 3 when r != m[0] error; }\n"
     "automaton b 1 { location 0; location 1; entry 0; edge 0 -> 1 when m[1] == 0; }\n",
     NULL, false, "lockstep"},
    {UNSOUND_FACT_UNSTABLE, "a test that others have passed as well still holds",
     "shared u32 c = 0;\n"
     "automaton main 1 { location 0; entry 0; edge 0 -> 0 spawn w(); }\n"
     "automaton w 0 { location 0; location 1; location 2; location 3 `error`; entry 0;\n"
     "  edge 0 -> 1 when c < 4000000000; edge 1 -> 2 do c = c + 1; edge 2 -> 3 when c == 0 error; }\n",
     NULL, false, NULL},
    {UNSOUND_SECTION_OPEN, "a section is interrupted",
     "shared bool l = false; shared u8 x = 0;\n"
     "automaton a 1 { location 0; location 1; location 2; location 3; entry 0;\n"
     "  edge 0 -> 1 when !l do l = true; edge 1 -> 2 do x = 1; edge 2 -> 3 do x, l = 0, false; }\n"
     "automaton b 1 { location 0; location 1 `error`; entry 0; edge 0 -> 1 when x == 1 error; }\n",
     NULL, false, "exhaustive"},
    {UNSOUND_SET_NOT_PERSISTENT, "the order of steps is taken not to matter",
     "shared u8 x = 0; shared bool d = false;\n"
     "automaton a 1 { location 0; location 1; location 2; location 3 `error`; entry 0;\n"
     "  edge 0 -> 1 do x = x + 1; edge 1 -> 2 when d; edge 2 -> 3 when x == 1 error; }\n"
     "automaton b 1 { location 0; location 1; location 2; entry 0;\n"
     "  edge 0 -> 1 do x = x * 2; edge 1 -> 2 do d = true; }\n",
     NULL, false, "exhaustive"},
    {UNSOUND_THREAD_IGNORED, "a thread goes round for ever, and another is ignored",
     "shared bool a = false, b = false;\n"
     "automaton a 1 { location 0; location 1; entry 0; edge 0 -> 1 when !a do a = true; edge 1 -> 0 when a do a = "
     "false; }\n"
     "automaton b 1 { location 0; location 1; location 2 `error`; entry 0;\n"
     "  edge 0 -> 1 when !b do b = true; edge 1 -> 2 when b error; }\n",
     NULL, false, "exhaustive"},
    {UNSOUND_SYMBOLS_EQUAL, "two arbitrary values are one",
     "shared u8 x = *, y = *; shared bool d = false;\n"
     "automaton a 1 { location 0; location 1; location 2 `error`; entry 0;\n"
     "  edge 0 -> 1 when d; edge 1 -> 2 when x != y error; }\n"
     "automaton b 1 { location 0; location 1; entry 0; edge 0 -> 1 do d = true; }\n",
     NULL, false, "exhaustive"},
    {UNSOUND_GUARD_FAILS, "what depends on an input is not done; values become too large for symbols before",
     "shared u8 x = *, y = *; shared u16 n = 0; shared bool d = false;\n"
     "automaton a 1 { location 0; location 1; entry 0; edge 0 -> 0 when n < 1500 do x, n = x * y * y * y, n + 1;\n"
     "  edge 0 -> 1 when n == 1500 && x == 1 do d = true; edge 0 -> 1 when n == 1500 && x != 1; }\n"
     "automaton b 1 { location 0; location 1 `error`; entry 0; edge 0 -> 1 when d error; }\n",
     NULL, false, "exhaustive"},
    {UNSOUND_ELEMENTS_KEPT, "a write somewhere leaves what is known of an array",
     "shared u8[u8] w = *; shared u8 i = *, d = 0;\n"
     "automaton a 1 { location 0; location 1; location 2; location 3 `error`; entry 0;\n"
     "  edge 0 -> 1 do w, d = store(w, 0, 5), 1; edge 1 -> 2 when d == 2; edge 2 -> 3 when w[0] != 5 error; }\n"
     "automaton b 1 { location 0; location 1; entry 0; edge 0 -> 1 when d == 1 do w, d = store(w, i, 6), 2; }\n",
     NULL, false, "exhaustive"},
    {UNSOUND_CASE_FORGOTTEN, "nothing is put where nothing is",
     "shared u8 x = 0;\n"
     "automaton c 1 { location 0; location 1 `error`; entry 0; edge 0 -> 1 when x > 0 error; }\n"
     "automaton p 1 { location 0; location 1; entry 0; edge 0 -> 1 do x = x + 1; }\n",
     NULL, false, "lockstep"},
    {UNSOUND_JOIN_OVERLAPS, "of two steps the first is made always",
     "shared u8 x = 0;\n"
     "automaton a 1 { location 0; location 1; entry 0; edge 0 -> 1 do x = 1; edge 0 -> 1 do x = 2; }\n"
     "automaton b 1 { location 0; location 1 `error`; entry 0; edge 0 -> 1 when x == 2 error; }\n",
     NULL, false, "lockstep"},
    {UNSOUND_JOIN_ASSIGNED, "an assignment has no effect",
     "shared u8 s = 0, t = 0;\n"
     "template w * { s = s + 1; assert s == 0; assert t == 0; }\n",
     NULL, false, NULL},
    {UNSOUND_THREAD_LEFT_OUT, "a thread is not started that others see",
     "shared bool d = false, e = false;\n"
     "automaton main 1 { location 0; location 1; location 2; location 3 `error`; entry 0;\n"
     "  edge 0 -> 1 spawn w(); edge 1 -> 2; edge 2 -> 3 when d error; edge 2 -> 3 when e error; }\n"
     "automaton w 0 { location 0; location 1; entry 0; edge 0 -> 1 do d = true; }\n",
     NULL, false, NULL},
    {UNSOUND_ALL_GROW, "states with less are left out though only they go on",
     "shared u8 x = 0; shared bool d = false;\n"
     "automaton a 1 { location 0; location 1; entry 0; edge 0 -> 1 do x = 2; edge 0 -> 1 do x = 1; }\n"
     "automaton b 1 { location 0; location 1 `error`; entry 0; edge 0 -> 1 when x == 1 error; }\n",
     NULL, false, "exhaustive"},
    {UNSOUND_ELEMENT_DIFFERS, "two threads watch different elements",
     "shared u8[u8] m = 0, a = 0; shared u8 p = *;\n"
     "automaton v * { location 0; location 1; location 2; location 3 `error`; location 4; entry 0;\n"
     "  edge 0 -> 1 when m[p] == 0 do m = store(m, p, 1); edge 1 -> 2 do a = store(a, p, 1);\n"
     "  edge 2 -> 3 when a[p] != 1 error; edge 2 -> 4 do m = store(m, p, 0); }\n"
     "automaton w * { location 0; location 1; entry 0; edge 0 -> 1 do a = store(a, p, 2); }\n",
     NULL, false, NULL},
    {UNSOUND_ELEMENT_OTHER, "an assertion about another element is taken as checked",
     "shared u8[u8] m = 0, a = 0;\n"
     "automaton w * { local u8 i; local u8 j; location 0; location 1; location 2; location 3;\n"
     "  location 4 `error`; entry 0; edge 0 -> 1 when m[i] == 0 do m = store(m, i, 1);\n"
     "  edge 1 -> 2 do a = store(a, i, 1); edge 2 -> 3 do a = store(a, j, 1);\n"
     "  edge 3 -> 4 when i != j && a[i] == 1 && a[j] == 1 error; }\n",
     NULL, false, NULL},
    {UNSOUND_LOCATION_FORGOTTEN, "threads at a location are not counted",
     "shared u8 c = 0, t = 0;\n"
     "automaton main 1 { location 0; entry 0; edge 0 -> 0 spawn w(); }\n"
     "automaton look 1 { location 0; location 1 `error`; entry 0; edge 0 -> 1 when c == 40 error; }\n"
     "automaton w 0 { location 0; location 1; entry 0; edge 0 -> 0 do t = t + 1;\n"
     "  edge 0 -> 1 when c < 40 && t == c * c do c, t = c + 1, 0; edge 1 -> 0 do c = c - 1; }\n",
     NULL, false, NULL},
    {UNSOUND_BRANCH_MATTERS, "a way on which something is assigned is left out",
     "shared u8 s = 0;\n"
     "automaton w * { local u8 l = *; location 0; location 1; location 2; location 3; location 4 `error`; entry 0;\n"
     "  edge 0 -> 1 when l == 0; edge 0 -> 2 when l != 0; edge 1 -> 3; edge 2 -> 3 do s = 1;\n"
     "  edge 3 -> 4 when s != 0 error; }\n",
     NULL, false, NULL},
    {UNSOUND_WAYS_PART, "a way to another place is left out",
     "shared u8 s = 0;\n"
     "automaton w * { local u8 l = *; location 0; location 1; location 2; location 3 `error`; location 4; entry 0;\n"
     "  edge 0 -> 1 when l == 0; edge 0 -> 2 when l != 0; edge 1 -> 4 when s == 2;\n"
     "  edge 2 -> 3 when s == 0 error; }\n",
     NULL, false, NULL},
    {UNSOUND_SETTER_STAYS, "who has set a flag stays in its section",
     "shared bool m = false, f = false; shared u8 g = 0; object 0 \"x\";\n"
     "automaton a 1 { local u8 l = 0; location 0; location 1; location 2; location 3; location 4; location 5; entry "
     "0;\n"
     "  edge 0 -> 1 when !m do m = true; edge 1 -> 2 do f = true; edge 2 -> 3 do l = g;\n"
     "  edge 3 -> 4 do g = l + 1; edge 4 -> 5 do m = false; }\n"
     "automaton b 1 { location 0; location 1; location 2; location 3 `error`; location 4; entry 0;\n"
     "  edge 0 -> 1 when !m do m = true; edge 1 -> 3 when f error violates \"no-data-race\" what \"x\";\n"
     "  edge 1 -> 2 access write 0; edge 2 -> 4 do m = false; }\n"
     "automaton c 1 { location 0; location 1; location 2; location 3; location 4; entry 0;\n"
     "  edge 0 -> 1 when !m do m = true; edge 1 -> 2 access write 0; edge 2 -> 3 do m = false;\n"
     "  edge 3 -> 4 do g = 5; }\n",
     "no-data-race", false, NULL},
    {UNSOUND_BOUND_REFUTES, "bounds of a team refute what is possible",
     "shared u8 c = 0; shared u1[u8] e = 0; object 0 \"x\";\n"
     "automaton main 1 { local u8 i = 0; local u8 k = 0; local u8[u8] h = 0; local u8 j = 0;\n"
     "  location 0; location 1; location 2; location 3; location 4; location 5; location 6 `error`; entry 0;\n"
     "  edge 0 -> 1 when i < 2 && c != 255 do c, h = c + 1, store(h, i, c + 1) spawn w(c + 1);\n"
     "  edge 1 -> 0 do i = i + 1; edge 0 -> 2 when i >= 2; edge 2 -> 3 when k < i do j = h[k];\n"
     "  edge 3 -> 2 when e[j] == 1 do e, k = store(e, j, 0), k + 1; edge 2 -> 4 when k >= i;\n"
     "  edge 4 -> 5 access write 0; edge 5 -> 6 when k == 2 error violates \"no-data-race\" what \"x\"; }\n"
     "automaton w 0 (u8 n) { location 0; location 1; location 2; entry 0;\n"
     "  edge 0 -> 1 access read 0; edge 1 -> 2 do e = store(e, n, 1); }\n",
     "no-data-race", false, NULL},
    {UNSOUND_KNOWN_KEPT, "what was assigned once is known for ever",
     "automaton a 1 { local u8 x = *; location 0; location 1; location 2 `error`; entry 0;\n"
     "  edge 0 -> 1 do x = 1; edge 1 -> 1 when x < 9 do x = x + 1; edge 1 -> 2 when x == 3\n"
     "  error violates \"no-overflow\" what \"x\"; }\n",
     NULL, false, NULL},
};

/* What the front end leaves out, the checker never sees: only the program itself tells. */
static const char dropped[] = "#include <pthread.h>\n"
                              "int x0;\n"
                              "void *f0(void *arg)\n{\n    x0 = 1;\n    return arg;\n}\n"
                              "int main(void)\n{\n"
                              "    pthread_t t;\n"
                              "    pthread_create(&t, 0, f0, 0);\n"
                              "    int v = x0;\n"
                              "    pthread_join(t, 0);\n"
                              "    return v;\n}\n";

/* Asked of an engine that finds no errors, or of one that would need more threads, or runs, than there is memory for.
 */
static bool is_open(const Case *c)
{
    bool proves_only = c->method && (strcmp(c->method, "lockstep") == 0 || strcmp(c->method, "exhaustive") == 0);
    return proves_only || c->switched_off == UNSOUND_FACT_UNSTABLE || c->switched_off == UNSOUND_LOCATION_FORGOTTEN;
}

/* Does it go wrong where parts of the question are asked? */
static bool asks_parts(Unsound switched_off)
{
    return switched_off == UNSOUND_PART_SKIPPED || switched_off == UNSOUND_JOIN_ASSIGNED ||
           switched_off == UNSOUND_THREAD_LEFT_OUT;
}

static ChorusSession *check(const Case *c, const char *path, Unsound switched_off, const char *self_check)
{
    chorus_unsound = switched_off;
    ChorusSession *s = chorus_new();
    CHECK(chorus_set_option(s, "self-check", self_check) == CHORUS_OK);
    if (asks_parts(switched_off)) CHECK(chorus_set_option(s, "parts", "on") == CHORUS_OK);
    if (switched_off == UNSOUND_NOTHING && is_open(c)) CHECK(chorus_set_option(s, "iterations", "20") == CHORUS_OK);
    /* These find errors before, or take long. */
    const char *without = c->switched_off == UNSOUND_BOUND_REFUTES
                              ? "first-states,dynamic,before-teams,states-soon,element,look,elements"
                              : "first-states,dynamic,dynamic-again,reread-counter";
    CHECK(chorus_leave_out_rows(s, without) == CHORUS_OK);
    if (c->method) CHECK(chorus_set_option(s, "method", c->method) == CHORUS_OK);
    if (c->property) CHECK(chorus_set_option(s, "property", c->property) == CHORUS_OK);
    CHECK(chorus_load(s, &path, 1) == CHORUS_OK);
    chorus_check(s);
    return s;
}

static void write_program(char *path, int suffix, const char *text)
{
    int fd = mkstemps(path, suffix);
    size_t length = strlen(text);
    REQUIRE(fd >= 0 && write(fd, text, length) == (ssize_t)length && close(fd) == 0);
}

/* Does the method look for no errors? */
static void try_case(const Case *c)
{
    char path[] = "/tmp/chorus-self-check-XXXXXX.scpl";
    write_program(path, 5, c->text);
    ChorusSession *s = check(c, path, UNSOUND_NOTHING, "on");
    CHECK_EQ_INT(chorus_verdict(s), c->is_safe ? CHORUS_TRUE : is_open(c) ? CHORUS_UNKNOWN : CHORUS_FALSE);
    chorus_free(s);
    s = check(c, path, c->switched_off, "off"); /* the switch does make it wrong */
    CHECK_EQ_INT(chorus_verdict(s), CHORUS_TRUE);
    chorus_free(s);
    s = check(c, path, c->switched_off, "on");
    CHECK_EQ_INT(chorus_verdict(s), CHORUS_UNKNOWN);
    CHECK(strstr(chorus_scope(s), "self-check failed: ") == chorus_scope(s));
    printf("# %s: %s\n", c->name, chorus_scope(s));
    chorus_free(s);
    unlink(path);
}

static ChorusVerdict verdict_of_dropped(const char *path, Unsound switched_off)
{
    Case c = {.property = "no-data-race"};
    ChorusSession *s = check(&c, path, switched_off, "on");
    ChorusVerdict verdict = chorus_verdict(s);
    chorus_free(s);
    return verdict;
}

TEST(a_missing_update_of_passive_threads_is_caught) { try_case(&cases[0]); }
TEST(a_live_variable_taken_for_dead_is_caught) { try_case(&cases[1]); }
TEST(two_shared_accesses_merged_into_one_step_are_caught) { try_case(&cases[2]); }
TEST(a_part_that_is_not_asked_is_caught) { try_case(&cases[3]); }

TEST(a_lock_that_is_held_too_long_is_caught) { try_case(&cases[4]); }
TEST(a_thread_that_goes_on_is_caught) { try_case(&cases[5]); }
TEST(numbers_that_are_not_a_threads_own_are_caught) { try_case(&cases[6]); }
TEST(a_reason_that_is_dropped_is_caught) { try_case(&cases[7]); }
TEST(a_thread_that_seems_not_to_be_started_is_caught) { try_case(&cases[8]); }
TEST(an_access_that_is_merged_with_what_comes_before_is_caught) { try_case(&cases[9]); }

/* The checker is about the program that the front end made, and accepts the proof. Programs that are called race-free
 * run under ThreadSanitizer, too (tests/agreement_c), and that reports the race. */
TEST(a_read_that_the_front_end_drops_is_seen_by_the_sanitizer_only)
{
    char path[] = "/tmp/chorus-self-check-XXXXXX.c";
    write_program(path, 2, dropped);
    CHECK_EQ_INT(verdict_of_dropped(path, UNSOUND_NOTHING), CHORUS_FALSE);
    CHECK_EQ_INT(verdict_of_dropped(path, UNSOUND_READ_DROPPED), CHORUS_TRUE);
    unlink(path);
    if (sanitizer_missing()) {
        printf("# ThreadSanitizer: skipped: %s\n", sanitizer_missing());
        return;
    }
    Run *run = run_new();
    const char *const text = dropped;
    Suspicion found = {0};
    sanitizer_run(run, &(Suspects){&text, (const uint32_t[]){0}, 1, 3}, &found);
    CHECK(found.has_failed && strstr(found.report, "data race"));
    run_free(run);
}

TEST(a_write_that_others_do_not_see_is_caught) { try_case(&cases[10]); }
TEST(an_assignment_that_others_do_not_see_is_caught) { try_case(&cases[11]); }
TEST(counters_that_do_not_grow_are_caught) { try_case(&cases[12]); }
TEST(regions_taken_for_granted_too_early_are_caught) { try_case(&cases[13]); }
TEST(a_loop_that_goes_round_too_seldom_is_caught) { try_case(&cases[14]); }
TEST(an_element_that_never_changes_is_caught) { try_case(&cases[20]); }
TEST(an_assertion_about_an_element_that_is_not_asked_is_caught) { try_case(&cases[21]); }
TEST(changes_by_others_that_are_forgotten_are_caught) { try_case(&cases[15]); }
TEST(steps_that_do_not_commute_are_caught) { try_case(&cases[16]); }
TEST(an_order_that_looks_at_sleep_is_caught) { try_case(&cases[17]); }
TEST(a_dead_node_that_is_alive_is_caught) { try_case(&cases[18]); }
SLOW_TEST(a_counter_that_wraps_is_caught) { try_case(&cases[22]); }
SLOW_TEST(a_fact_that_others_make_false_is_caught) { try_case(&cases[25]); }
SLOW_TEST(a_team_that_grows_unseen_is_caught) { try_case(&cases[23]); }
TEST(a_way_that_hides_another_is_caught) { try_case(&cases[19]); }
TEST(a_store_that_comes_too_late_is_caught) { try_case(&cases[24]); }
TEST(a_section_that_is_interrupted_is_caught) { try_case(&cases[26]); }
TEST(a_set_that_is_not_persistent_is_caught) { try_case(&cases[27]); }
TEST(a_thread_that_is_ignored_is_caught) { try_case(&cases[28]); }
TEST(arbitrary_values_that_are_taken_to_be_equal_are_caught) { try_case(&cases[29]); }
TEST(guards_that_are_taken_to_fail_are_caught) { try_case(&cases[30]); }
TEST(elements_that_an_unknown_write_leaves_are_caught) { try_case(&cases[31]); }
TEST(a_case_that_is_forgotten_is_caught) { try_case(&cases[32]); }
TEST(steps_joined_that_are_both_possible_are_caught) { try_case(&cases[33]); }
TEST(an_assignment_that_is_left_out_is_caught) { try_case(&cases[34]); }
TEST(a_thread_that_is_left_out_is_caught) { try_case(&cases[35]); }
TEST(a_state_that_is_left_out_for_a_larger_one_is_caught) { try_case(&cases[36]); }
TEST(an_element_that_two_threads_watch_differently_is_caught) { try_case(&cases[37]); }
TEST(an_assertion_about_another_element_taken_as_checked_is_caught) { try_case(&cases[38]); }
SLOW_TEST(a_count_that_forgets_a_location_is_caught) { try_case(&cases[39]); }
SLOW_TEST(a_way_left_out_on_which_something_is_assigned_is_caught) { try_case(&cases[40]); }
TEST(a_way_left_out_that_leads_elsewhere_is_caught) { try_case(&cases[41]); }
TEST(a_setter_that_is_taken_to_stay_is_caught) { try_case(&cases[42]); }
TEST(a_bound_that_refutes_all_is_caught) { try_case(&cases[43]); }
TEST(a_value_that_is_known_for_ever_is_caught) { try_case(&cases[44]); }

TAP_MAIN();
