#!/bin/sh
# Linker sets of several files, their order, and native runs of what is in them. Prints TAP.
#
#   tests/cli/image.sh [CHORUS]
. "$(dirname "$0")/common.sh"

cat >main.c <<'END'
#include <assert.h>
struct entry {
    int key;
    char note[3];
};
__attribute__((section("entries"), used)) static struct entry one = {1, "a"};
extern struct entry __start_entries[], __stop_entries[];
int main(void)
{
    int keys = 0;
    for (struct entry *e = __start_entries; e < __stop_entries; e++)
        keys = 10 * keys + e->key;
    assert(keys == 123 || keys == 231);
    assert(keys == WANTED);
}
END
cat >more.c <<'END'
struct entry {
    int key;
    char note[3];
};
__attribute__((section("entries"), used)) struct entry two = {2, "b"};
__attribute__((section("entries"), used)) static struct entry three = {3, "c"};
END

# expect RESULT ARGS...: what the last line of the answer begins with.
expect() {
    wanted=$1
    shift
    "$chorus" "$@" >out 2>err
    grep -q "^$wanted" out || complain "$* does not say $wanted: $(tail -1 out)"
}

expect 'RESULT: true' check -DWANTED=123 main.c more.c
expect 'assumed: the objects of section `entries` lie in the order of their definitions' check -DWANTED=123 main.c more.c
verdict 'objects lie in the order of the files'

expect 'RESULT: false' check -DWANTED=123 more.c main.c
expect 'RESULT: true' check -DWANTED=231 more.c main.c
verdict 'files in another order, objects in another order'

expect 'RESULT: false' check -DWANTED=0 --trace=trace main.c more.c
expect 'REPLAY: ok' replay --native -DWANTED=0 trace main.c more.c
verdict 'a counterexample that walks along a section runs natively'

printf 'int main(void)\n{\n    char *s = "abc";\n    s[1] = 0;\n}\n' >literal.c
expect 'RESULT: false(valid-deref)' check --property=valid-deref --trace=trace literal.c
expect 'REPLAY: ok' replay --native --property=valid-deref trace literal.c
verdict 'a write to a string literal is seen natively'
plan
