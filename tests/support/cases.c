#include "support/cases.h"

static const char locked[] = "shared bool lock = 0; shared u2 x = 0; local u2 l;\n"
                             "1: atomic { assume !lock; lock = 1; }\n"
                             "2: l = x;\n"
                             "3: x = l + 1;\n"
                             "4: assert x == l + 1;\n"
                             "5: lock = 0;\n"
                             "6: goto 1;\n";
static const char mixed[] = "shared u2 x = 0; local u2 l = 0;\n"
                            "1: l = x;\n"
                            "2: atomic { assume l == x; x = x + 1; l = x; assert l == x && l != x + 1; }\n"
                            "3: goto 1, 4;\n";
static const char two_inside[] = "shared u3 s = 0; shared bool f = 0; local u3 l = 0;\n"
                                 "1: atomic { assume s < 2; s = s + 1; l = s; }\n"
                                 "2: f = 1;\n"
                                 "3: assert s >= l && s <= 2 && l != 0;\n"
                                 "4: atomic { assume s == l; s = s - 1; }\n"
                                 "5: goto 1;\n";
static const char templates[] = "shared u2 buffer = 0;\n"
                                "template producer * { local u2 i = 0;\n"
                                "  while (i < 2) { atomic { assume buffer == 0; buffer = i + 1; } i = i + 1; } }\n"
                                "template consumer 1 { local u2 got = 0;\n"
                                "  while (*) { atomic { assume buffer != 0; got = buffer; buffer = 0; }\n"
                                "    assert got == 1 || got == 2; } }\n";
static const char singles[] = "shared u2 turn = 0; shared bool a = 0;\n"
                              "template left 1 { 1: assume turn == 0; 2: a = 1; 3: assert a; 4: a = 0; 5: turn = 1;\n"
                              "  6: goto 1; }\n"
                              "template right 1 { 1: assume turn == 1; 2: assert !a; 3: turn = 0; 4: goto 1; }\n"
                              "template watcher * { local u2 t; 1: t = turn; 2: assert t < 2; 3: goto 1; }\n";
static const char spawns[] =
    "shared u2 sum = 0; shared bool flag = 0;\n"
    "template main 1 { local u2 i = 0; while (i < 2) { spawn worker(i); i = i + 1; } flag = 1; }\n"
    "template worker (u2 k) { local u2 v; v = k; assert v < 2; atomic { sum = sum + 1; }\n"
    "  assert k != 3; assume flag; assert v == k; }\n";
static const char loop_inside[] = "shared u2 s = 0; shared bool busy = 0; local u2 l = 0;\n"
                                  "1: atomic { assume !busy; busy = 1; l = 0; while (l < 2) { l = l + 1; s = s + 1; }\n"
                                  "     assert l == 2; s = s - 2; }\n"
                                  "2: busy = 0;\n"
                                  "3: assert s == 0;\n"
                                  "4: goto 1;\n";
static const char ticket[] = "shared u2 next = 0, serving = 0; shared bool inside = 0; local u2 mine;\n"
                             "1: mine, next = next, next + 1;\n"
                             "2: assume serving == mine;\n"
                             "3: assert !inside;\n"
                             "4: inside = 1;\n"
                             "5: inside = 0;\n"
                             "6: serving = serving + 1;\n"
                             "7: goto 1;\n";
static const char tickets_left[] = "shared u3 next = 0, serving = 0; shared bool inside = 0; local u3 mine;\n"
                                   "1: mine = next;\n"
                                   "2: assume mine < 7;\n"
                                   "3: atomic { assume next == mine; next = mine + 1; }\n"
                                   "4: assume mine == serving;\n"
                                   "5: assert !inside;\n"
                                   "6: inside = 1;\n"
                                   "7: inside = 0;\n"
                                   "8: serving = mine + 1;\n";
static const char tickets[] = "shared u3 next = 0, serving = 0; shared bool inside = 0; local u3 mine;\n"
                              "1: atomic { assume next != 7; mine = next; next = next + 1; }\n"
                              "2: assume mine == serving;\n"
                              "3: assert !inside;\n"
                              "4: inside = 1;\n"
                              "5: inside = 0;\n"
                              "6: serving = serving + 1;\n";
static const char downwards_lock[] = "shared int next = 0, serving = -1; shared bool inside = 0; local int mine = 0;\n"
                                     "1: next, mine = next - 1, next - 1;\n"
                                     "2: assume mine == serving;\n"
                                     "3: assert !inside;\n"
                                     "4: inside = 1;\n"
                                     "5: inside = 0;\n"
                                     "6: serving = serving - 1;\n";
static const char arrays[] = "shared u1[u1] a = 0; local u1 i = 0;\n"
                             "1: i = *;\n"
                             "2: atomic { assume a[i] == 0; a[i] = 1; }\n"
                             "3: assert a[i] == 1;\n"
                             "4: a[i] = 0;\n"
                             "5: goto 1;\n";
static const char blocking[] = "shared bool x = 0; local u2 l; local bool b = 0;\n"
                               "1: b = *;\n"
                               "2: l = *;\n"
                               "3: assume l != 0 || b;\n"
                               "4: atomic { assume !x; x = 1; }\n"
                               "5: assert x && (l != 0 || b);\n"
                               "6: x = 0;\n";
static const char privates[] =
    "shared u2 own = 0, seen = 0; shared u2 fixed; shared bool ready = 0;\n"
    "template owner 1 { 1: own = fixed; 2: own = own & 1; 3: atomic { seen = own; ready = 1; }\n"
    "  4: own = own + 1; 5: assert own > seen; 6: own = 0; 7: goto 1; }\n"
    "template user * { local u2 l; 1: assume ready; 2: l = seen; 3: assert l <= 1;\n"
    "  4: assume fixed != 3; 5: goto 1; }\n";
static const char readers_writers[] = "shared int readers = 0; shared bool writing = 0;\n"
                                      "1: goto 2, 7;\n"
                                      "2: atomic { assume !writing; readers = readers + 1; }\n"
                                      "3: assert !writing;\n"
                                      "4: readers = readers - 1;\n"
                                      "5: goto 1;\n"
                                      "7: atomic { assume readers == 0 && !writing; writing = 1; }\n"
                                      "8: assert readers == 0;\n"
                                      "9: writing = 0;\n"
                                      "10: goto 1;\n";
static const char by_two[] = "shared int n = 0; local bool b = 0;\n"
                             "1: n = n + 2;\n"
                             "2: assert n > 1;\n"
                             "3: b = *;\n"
                             "4: if (b) { assert n >= 2; n = n - 2; } else { n = n - 2; }\n";
static const char downwards[] = "shared int n = 5;\n"
                                "1: n = n - 1;\n"
                                "2: assert n < 5;\n"
                                "3: n = n + 1;\n"
                                "4: goto 1;\n";
static const char peterson[] = "option created;\n"
                               "shared bool a = 0, b = 0, turn = 0; shared u2 inside = 0;\n"
                               "template main 1 { spawn `left one`(); spawn right(); }\n"
                               "template `left one` { 1: a = 1; 2: turn = 1; 3: assume !b || turn == 0;\n"
                               "  4: inside = inside + 1; 5: assert inside == 1; 6: inside = inside - 1; 7: a = 0; }\n"
                               "template right { 1: b = 1; 2: turn = 0; 3: assume !a || turn == 1;\n"
                               "  4: inside = inside + 1; 5: assert inside == 1; 6: inside = inside - 1; 7: b = 0; }\n";
static const char sums[] = "option created;\n"
                           "shared u3 s = 0, done = 0;\n"
                           "template main 1 { spawn worker(1); spawn worker(2); assume done == 2; assert s == 3; }\n"
                           "template worker (u3 k) { local u3 i = 0;\n"
                           "  while (i < k) { atomic { s = s + 1; } i = i + 1; } atomic { done = done + 1; } }\n";

const Case cases[CASE_COUNT] = {
    {"lock", locked, "all", false, "claim views 2"},
    {"lock, 3 threads", locked, "3", false, "claim threads 3"},
    {"mixed predicates", mixed, "all", false, "claim views 1"},
    {"mixed predicates, 2 threads", mixed, "2", false, "claim threads 2"},
    {"two inside", two_inside, "all", false, "claim views 2"},
    {"several templates", templates, "all", false, "single consumer"},
    {"several templates, 2 threads", templates, "2", false, "eager producer"},
    {"single templates", singles, "all", false, "single right"},
    {"spawns", spawns, "all", false, "single main"},
    {"spawns, 2 threads", spawns, "2", false, "eager main"},
    {"loop in an atomic section", loop_inside, "all", false, " atomic\n"},
    {"loop in an atomic section, 2 threads", loop_inside, "2", false, "claim threads 2"},
    {"ticket lock, 3 threads", ticket, "3", false, "claim threads 3"},
    {"tickets", tickets, "all", false, "ticket next unsigned below thread@"},
    {"tickets, 3 threads", tickets, "3", false, "ticket next unsigned below thread@"},
    {"tickets, as long as there are some", tickets_left, "all", false, "known thread "},
    {"tickets downwards", downwards_lock, "all", true, "ticket next signed at_least thread@"},
    {"array", arrays, "all", false, "claim views 2"},
    {"array, 2 threads", arrays, "2", false, "eager thread"},
    {"blocked threads", blocking, "all", false, "claim views"},
    {"private variables", privates, "all", false, "single owner"},
    {"private variables, 2 threads", privates, "2", false, "claim threads 2"},
    {"readers and writers", readers_writers, "all", true, "counting readers up most 1"},
    {"readers and writers, 2 threads", readers_writers, "2", true, "counting readers up most 1"},
    {"counting by two", by_two, "all", true, "counting n up most 2 thread@1*2"},
    {"counting downwards", downwards, "all", true, "counting n down most 1"},
    {"Peterson", peterson, "all", false, "claim created 2"},
    {"Peterson, 1 thread", peterson, "1", false, "claim threads 1"},
    {"sums", sums, "all", false, "eager worker"},
};
