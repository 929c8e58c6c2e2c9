#!/bin/sh
# Programs of several files, linked as compilers and linkers do it: inline definitions, weak names, functions that the
# library has, too, the order of what runs before main. Each program asserts what it computes. Prints TAP.
#
#   tests/cli/link.sh [CHORUS]
. "$(dirname "$0")/common.sh"

# says NAME RESULT ARGUMENT...: the result line begins so; an outline does not say the opposite.
says() {
    name=$1
    result=$2
    shift 2
    problem=
    run check "$@"
    tail -n 1 "$base/out" | grep -q "^RESULT: $result" || complain "$(tail -n 3 "$base/out" "$base/err")"
    run check --model=outline "$@"
    case $result in
    true*) opposite='^RESULT: false' ;;
    *) opposite='^RESULT: true' ;;
    esac
    tail -n 1 "$base/out" | grep -q "$opposite" && complain "outline: $(tail -n 1 "$base/out")"
    verdict "$name"
}

# ---- inline definitions ----

cat >half.h <<'END'
inline int half(int n) { return n / PART; }
END
cat >half_main.c <<'END'
#include <assert.h>
#define PART 2
#include "half.h"
int other(int);
int main(void) { assert(half(12) == MAIN && other(12) == OTHER); }
END
printf '#define PART 3\n#include "half.h"\nint other(int n) { return half(n); }\n' >half_other.c
printf 'int half(int n) { return n / 4; }\n' >half_defined.c
printf '#define PART 6\n#include "half.h"\nextern int half(int);\n' >half_extern.c
says 'each file has its own inline definition where there is no other' true -DMAIN=6 -DOTHER=4 half_main.c half_other.c
says 'and not that of the other file' false -DMAIN=6 -DOTHER=6 half_main.c half_other.c
says 'a definition with external linkage is the function' true -DMAIN=3 -DOTHER=3 half_main.c half_other.c half_defined.c
says 'a declaration with extern makes an inline definition one' true -DMAIN=2 -DOTHER=2 half_main.c half_other.c half_extern.c

cat >chain.c <<'END'
#include <assert.h>
inline int one(int n) { return n + 1; }
inline int two(int n) { return one(n) + 1; }
int main(void) { assert(two(1) == RESULT); }
END
says 'inline definitions call each other' true -DRESULT=3 chain.c
says 'inline definitions have their bodies' false -DRESULT=2 chain.c

cat >step.c <<'END'
extern int sum;
extern inline void step(void) { sum++; }
END
cat >step_main.c <<'END'
#include <assert.h>
int sum;
void step(void);
int main(void) { step(); assert(sum == RESULT); }
END
says 'extern inline defines a function for other files' true -DRESULT=1 step.c step_main.c
says 'which is called' false -DRESULT=0 step.c step_main.c

cat >old.c <<'END'
#include <assert.h>
extern inline ATTRIBUTE int pick(void) { return 1; }
int main(void) { assert(pick() == 2); }
END
printf 'int pick(void) { return 2; }\n' >old_defined.c
says 'extern inline of gnu89 does not' true -std=gnu89 -DATTRIBUTE= old.c old_defined.c
says 'nor with gnu_inline' true '-DATTRIBUTE=__attribute__((gnu_inline))' old.c old_defined.c

cat >always.c <<'END'
#include <assert.h>
inline __attribute__((always_inline)) int pick(void) { return 1; }
int call(int (*f)(void)) { return f(); }
int main(void) { assert(pick() == 1 && call(pick) == 2); }
END
says 'what is always replaced has the body of its file, and its address is that of the function' true always.c old_defined.c

cat >standard.c <<'END'
#include <assert.h>
#ifdef __GNUC_STDC_INLINE__
#define RULES 99
#else
#define RULES 89
#endif
int main(void) { assert(RULES == WANTED); }
END
says 'C99 has its own rules' true -DWANTED=99 -std=c99 standard.c
says 'gnu89 has those of gcc' true -DWANTED=89 -std=gnu89 standard.c

# ---- functions of the library's names ----

cat >fill.c <<'END'
#include <stddef.h>
int fills;
void *memset(void *to, int c, size_t n)
{
    (void)c, (void)n;
    fills++;
    return to;
}
END
cat >fill_main.c <<'END'
#include <assert.h>
#include <string.h>
extern int fills;
char text[8] = "a";
int main(void) { memset(text, 0, sizeof text); assert(fills == FILLS && text[0] == 'a'); }
END
says 'memset of another file is called' true -DFILLS=1 fill_main.c fill.c
says 'and counts' false -DFILLS=0 fill_main.c fill.c
cat >fill_static.c <<'END'
#include <assert.h>
static int fills;
static void *memset(void *to, int c, unsigned long n) { (void)c, (void)n; fills++; return to; }
int clear(void);
int main(void) { char c = 1; memset(&c, 0, 1); assert(c == 1 && fills == 1 && clear() == 0); }
END
printf '#include <string.h>\nint clear(void) { char c = 1; memset(&c, 0, 1); return c; }\n' >clear.c
says 'a static memset is that of its file' true fill_static.c clear.c

# ---- weak names ----

cat >hook_main.c <<'END'
#include <assert.h>
int hook(void) __attribute__((weak));
extern int size __attribute__((weak));
int main(void) { int r = hook ? hook() : 0; assert(r == HOOK && (&size ? size : 0) == SIZE); }
END
printf 'int hook(void) { return 7; }\n' >hook.c
printf '__attribute__((weak)) int hook(void) { return 5; }\nint size = 3;\n' >hook_weak.c
printf 'static int own(void) { return 4; }\nint hook(void) __attribute__((weak, alias("own")));\n' >hook_alias.c
says 'what is weak and defined nowhere is NULL' true -DHOOK=0 -DSIZE=0 hook_main.c
run check -DHOOK=0 -DSIZE=0 hook_main.c
problem=
grep -q '^assumed: .*what is weak and defined nowhere is NULL' "$base/out" || complain "$(cat "$base/out")"
verdict 'that it is NULL is said'
says 'NULL is not called' false -DHOOK=7 -DSIZE=0 hook_main.c
says 'a definition is taken' true -DHOOK=7 -DSIZE=0 hook_main.c hook.c
says 'a weak definition, too' true -DHOOK=5 -DSIZE=3 hook_main.c hook_weak.c
says 'a definition before a weak one' true -DHOOK=7 -DSIZE=3 hook_main.c hook_weak.c hook.c
says 'and after it' true -DHOOK=7 -DSIZE=3 hook.c hook_weak.c hook_main.c
says 'a weak alias' true -DHOOK=4 -DSIZE=0 hook_alias.c hook_main.c
says 'gives way' true -DHOOK=7 -DSIZE=0 hook_alias.c hook_main.c hook.c
printf 'int hook(void);\nint needs(void) { return hook(); }\n' >hook_needed.c
says 'what another file needs is there, whatever it does' false -DHOOK=0 -DSIZE=0 hook_main.c hook_needed.c
cat >hook_project.c <<'END'
#include <assert.h>
int hook(void) __attribute__((weak));
int main(void) { assert(hook && hook() == 7); }
END
mkdir project
cp hook_project.c hook.c project/
here=$(pwd)/project
printf '[{"directory": "%s", "file": "hook_project.c", "command": "cc -c hook_project.c"},\n' "$here" >project/compile_commands.json
printf ' {"directory": "%s", "file": "hook.c", "command": "cc -c hook.c"}]\n' "$here" >>project/compile_commands.json
says 'a file of the project that defines it belongs to the program' true -p project
run check -p project
problem=
grep -q '^assumed: .*files that define what is weak belong to the program' "$base/out" || complain "$(cat "$base/out")"
verdict 'that it does is said'

# ---- before main ----

cat >order.h <<'END'
extern int order;
#define BEFORE(name, digit, section_) \
    static void name(void) { order = order * 10 + digit; } \
    static void (*name##_entry)(void) __attribute__((section(section_), used)) = name
END
cat >order_main.c <<'END'
#include <assert.h>
#include "order.h"
int order;
BEFORE(last, 1, ".init_array");
BEFORE(late, 2, ".init_array.00300");
BEFORE(first, 3, ".preinit_array");
__attribute__((constructor(200))) static void middle(void) { order = order * 10 + 4; }
int main(void) { assert(order == ORDER); }
END
cat >order_more.c <<'END'
#include "order.h"
BEFORE(more, 5, ".init_array");
BEFORE(early, 6, ".init_array.101");
END
says 'functions before main run by priority, then file by file' true -DORDER=364215 order_main.c order_more.c
says 'in the order of the files' true -DORDER=364251 order_more.c order_main.c
says 'and in no other' false -DORDER=364251 order_main.c order_more.c

plan
