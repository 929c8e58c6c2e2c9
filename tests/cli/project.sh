#!/bin/sh
# Projects: compilation databases, folders, flags as they stand in Makefiles, files of words. Prints TAP.
#
#   tests/cli/project.sh [CHORUS]
. "$(dirname "$0")/common.sh"

mkdir src inc build
cat >inc/guard.h <<'END'
#include <pthread.h>
#ifndef LIMIT
#error no limit
#endif
extern pthread_mutex_t m;
void add(int *count);
END
cat >src/add.c <<'END'
#include "guard.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void add(int *count) { pthread_mutex_lock(&m); if (*count < LIMIT) ++*count; pthread_mutex_unlock(&m); }
END
cat >src/server.c <<'END'
#include <assert.h>
#include "guard.h"
int count;
static void *worker(void *a) { add(&count); return a; }
int main(int argc, char **argv)
{
    pthread_t t;
    for (int i = 0; i < argc; i++) pthread_create(&t, 0, worker, argv);
    pthread_mutex_lock(&m);
    assert(count <= 3);
    pthread_mutex_unlock(&m);
}
END
cat >src/tool.c <<'END'
/* int main(void) {} */
int
main(int argc, char *argv[]) { return argc && argv ? 0 : 1; }
END
# Of another program: it would define add twice, and needs what nobody has.
cat >src/other.c <<'END'
int helper(void);
void add(int *count) { *count = 100; }
int other(void) { return helper(); }
END
database() {
    cat >build/compile_commands.json <<END
[
{"directory": "$(pwd)/build", "command": "/usr/bin/cc -I../inc -DLIMIT=$1 -O2 -g -Wall -std=c11 -pthread -fPIC -MD -MF x.d -o q.o -c $(pwd)/src/add.c", "file": "$(pwd)/src/add.c"},
{"directory": "$(pwd)/build", "arguments": ["cc", "-I", "../inc", "-D", "LIMIT=$1", "-c", "../src/server.c"], "file": "../src/server.c"},
{"directory": "$(pwd)/build", "command": "cc -c ../src/tool.c", "file": "../src/tool.c"},
{"directory": "$(pwd)/build", "command": "cc -c ../src/other.c", "file": "../src/other.c"},
{"directory": "$(pwd)/build", "command": "c++ -c ../src/x.cpp", "file": "../src/x.cpp"}
]
END
}
database 3

# says NAME STATUS PATTERN ARGUMENT...
says() {
    name=$1
    expected=$2
    pattern=$3
    shift 3
    problem=
    run "$@"
    [ "$status" -eq "$expected" ] || complain "status $status"
    cat "$base/out" "$base/err" | grep -Eq "$pattern" || complain "$(cat "$base/out" "$base/err")"
    nothing_left
    verdict "$name"
}

says 'the programs of a project' 0 '^server +src/server.c' check -p build --list-programs
problem=
[ "$(wc -l <"$base/out")" -eq 2 ] || complain "$(cat "$base/out")"
verdict 'no program where no main is'
says 'one of them' 0 'RESULT: true \[every' check -q -p build --program=server
says 'which of two files is taken is said' 0 'add.c: warning: .add. is taken from here, and .*other.c defines it, too' \
    check -p build --program=server
says 'by the end of its path' 0 'RESULT: true \[every' race -q -p build/compile_commands.json --program=src/server.c
says 'by the file itself' 0 'RESULT: true \[every' check -q -p build src/server.c
says 'several' 64 '2 programs: say which' check -p build
says 'none that is called so' 64 "no program 'no'" check -p build --program=no
says 'a certificate' 0 'RESULT: true' check -q -p build --program=server --certificate=proof
says 'is checked' 0 'CERTIFY: certified' certify -p build --program=server proof
database 4
says 'flags are those of the database' 1 'RESULT: false' check -q -p build --program=server
says 'the proof is none of the other program' 65 'another program' certify -p build --program=server proof
database '3 -fopenmp'
says 'flags that make another program of it' 65 "add.c: error: '-fopenmp'" check -p build --program=server
echo '{' >build/compile_commands.json
says 'a file that is no JSON' 65 'compile_commands.json:[0-9]*: error' check -p build
echo '[{"file": "a.c"}]' >build/compile_commands.json
says 'an entry without a command' 65 'an entry without directory' check -p build
says 'no such folder' 66 'none/compile_commands.json|none' check -p none
says 'programs without a project' 64 'is for projects' check --list-programs src/tool.c

says 'a folder' 0 'RESULT: true \[every' check -q --program=server -DLIMIT=3 -Iinc src
# What runs before main is part of the program whether anybody needs it or not.
mkdir early
printf '#include <assert.h>\nint x;\nint main(void) { assert(x == 0); }\n' >early/main.c
printf 'extern int x;\n__attribute__((constructor)) static void set(void) { x = 1; }\n' >early/set.c
says 'a constructor' 1 'RESULT: false' check -q early
printf '__attribute__((weak)) int f(void) { return 0; }\n#include <assert.h>\nint main(void) { assert(f() == 0); }\n' >early/main.c
printf 'int f(void) { return 1; }\n' >early/set.c
says 'a definition that takes the place of a weak one' 1 'RESULT: false' check -q early
mkdir empty
says 'a folder without programs' 65 'no C file' check empty
says 'flags of a Makefile' 0 'RESULT: true \[every' check -q -O2 -Wall -Wextra -g -std=gnu99 -pthread -pipe -lm \
    -isystem inc -D LIMIT=3 -iquote inc src/server.c src/add.c
printf '#include <assert.h>\nint main(void) { assert(__STDC_VERSION__ == 199901L); }\n' >std.c
says 'the standard is the one that is said' 0 'RESULT: true' check -q -std=c99 std.c
says 'or the usual one' 1 'RESULT: false' check -q std.c
echo "-DLIMIT=3 '-Iinc' src/\"server\".c" >words.txt
says 'words in a file' 0 'RESULT: true \[every' check -q @words.txt src/add.c
says 'no such file of words' 66 'none' check @none.c
says 'a flag that nobody knows' 64 "unknown option '-Zz'" check -Zz src/tool.c
says 'OpenMP' 64 'fopenmp' check -fopenmp src/tool.c

cat >use.c <<'END'
#include <assert.h>
int level(void);
void touch(int *p);
int x = 1;
int main(void) { touch(&x); assert(x == 1 && level() < 3); }
END
cat >stubs.c <<'END'
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int level(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n < 3);
    return n;
}
int main_of_tests(void) { return nobody_has_it(); }
END
says 'functions without a body' 2 'RESULT: unknown .*touch' check --errors=assert --property=unreach-call use.c
says 'that change nothing' 1 'RESULT: false' check --errors=assert --property=unreach-call --unknown-functions=pure use.c
says 'with bodies of ours' 0 'RESULT: true' check --errors=assert --property=unreach-call --unknown-functions=pure \
    --library=stubs.c use.c
grep -q 'assumed:.*--unknown-functions=pure' "$base/out" || complain "$(cat "$base/out")"
verdict 'what was taken for granted is said'
says 'that are refused' 2 'touch has no body' check --errors=assert --property=unreach-call --unknown-functions=refuse use.c
says 'a library of our own that is no C' 65 'words.txt: error' check --library=words.txt use.c
says 'a library that is not there' 66 'none.c' check --library=none.c use.c

cat >slots.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void put(int k) { pthread_mutex_lock(&m); if (k == 1 && n < LIMIT) n++; pthread_mutex_unlock(&m); }
int get(void) { assert(n < 3); return n; }
END
says 'a library without main' 65 'no function main.*--entry' check slots.c -DLIMIT=2
says 'a function of it that is not there' 65 '`take` cannot be called' check --entry=put,take slots.c -DLIMIT=2
says 'clients that are none' 64 "option entry: 'put:9'" check --entry=put:9 slots.c -DLIMIT=2
says 'clients of a library' 0 'RESULT: true \[every' check -q --entry=put:*,get --certificate=slots.cert slots.c -DLIMIT=2
says 'whose proof is one of another program' 65 'no function main' certify slots.cert slots.c -DLIMIT=2
says 'whose proof is certified' 0 'CERTIFY: certified' certify --entry=put:*,get slots.cert slots.c -DLIMIT=2
says 'clients that break it' 1 'RESULT: false' check --entry=put:*,get --trace=slots.trace slots.c -DLIMIT=3
says 'which runs' 0 'REPLAY: ok \[natively' replay --native --entry=put:*,get slots.trace slots.c -DLIMIT=3
says 'clients of a file that is linked as needed' 1 'RESULT: false' check -q --entry=put:*,get \
    --library=slots.c std.c -DLIMIT=3
echo "1..$count"
[ "$failures" -eq 0 ]
