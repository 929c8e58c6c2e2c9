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
printf 'int f(void);\nint main(void) { return f() - 1; }\n' >early/tool.c
says 'one that several programs may have' 65 'set\.c: error: nothing says whether it belongs.*`f`, which the program has' \
    check -q --program=main early
says 'files that are named' 1 'RESULT: false' check -q early/main.c early/set.c
printf 'int x;\nint main(void) { return x; }\n' >early/main.c
printf 'extern int x;\n__attribute__((constructor)) static void set(void) { x = 1; }\n' >early/set.c
says 'a constructor that several programs may have' 65 'set\.c: error: nothing says .*runs by itself' \
    check -q --program=main early
# What the program has anyhow, be it weak or the C library's, is taken from another target or from beside another program
# for nothing: a test's fake would make a race, or a lock, go away.
mkdir -p fakes/app.dir fakes/fakes.dir fakes/a fakes/b
cat >fakes/app.c <<'END'
#include <pthread.h>
int total;
static void *add(void *unused) { total++; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    total++;
    return pthread_join(t, 0);
}
END
cat >fakes/fake.c <<'END'
typedef unsigned long pthread_t;
int pthread_create(pthread_t *t, const void *a, void *(*f)(void *), void *x) { (void)t, (void)a; f(x); return 0; }
END
printf '#include <pthread.h>\nint main(void) { return pthread_create(0, 0, 0, 0); }\n' >fakes/test.c
# objects FOLDER OF APP, OF FAKE, OF TEST: a database, and "" for a test that is not there.
objects() {
    {
        printf '[{"directory": "%s/fakes", "command": "cc -o %s/app.o -c app.c", "file": "app.c"},\n' "$(pwd)" "$1"
        printf '{"directory": "%s/fakes", "command": "cc -o %s/fake.o -c fake.c", "file": "fake.c"}' "$(pwd)" "$2"
        [ -z "$3" ] || printf ',\n{"directory": "%s/fakes", "command": "cc -o %s/test.o -c test.c", "file": "test.c"}' "$(pwd)" "$3"
        echo ]
    } >fakes/compile_commands.json
}
objects app.dir fakes.dir ''
says 'a fake in a target of its own' 65 'fake\.c: error: nothing says .*`pthread_create`, which the program has' \
    race -q -p fakes
says 'is left out where the files are named, and that is said' 1 'fake\.c: note: is taken not to belong' \
    race -p fakes fakes/app.c
objects a b b
says 'a fake beside another program' 1 'RESULT: false\(no-data-race\)' race -q -p fakes --program=app
says 'is the one of that program' 0 'RESULT: true' check -q -p fakes --program=test --property=no-overflow
objects a a a
says 'a fake beside two programs' 65 'fake\.c: error: nothing says' race -q -p fakes --program=app
objects a a ''
says 'a fake beside the only one' 0 'RESULT: true' race -q -p fakes
cat >fakes/app.c <<'END'
#include <assert.h>
__attribute__((weak)) int hook(void);
int main(void) { assert(!hook || hook() != 7); }
END
printf 'int hook(void) { return 7; }\n' >fakes/fake.c
printf 'int hook(void);\nint main(void) { return hook() - 7; }\n' >fakes/test.c
objects a b b
says 'a weak reference' 0 'RESULT: true' check -q -p fakes --program=app
objects a a a
says 'a weak reference beside two programs' 65 'fake\.c: error: nothing says .*`hook`' check -q -p fakes --program=app
objects a a ''
says 'a weak reference beside the only one' 1 'RESULT: false' check -q -p fakes
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

# ---- several compilations of a file ----
mkdir -p units && cd units || exit 2
# entry FILE FLAGS OUTPUT: one of the database that `entries` writes.
entry() { printf '{"directory": "%s", "command": "cc %s -o %s -c %s", "file": "%s"},\n' "$(pwd)" "$2" "$3" "$1" "$1" >>entries; }
entries() { { echo '['; sed '$s/,$//' entries; echo ']'; } >compile_commands.json; rm entries; }
cat >use.c <<'END'
#include <assert.h>
int step(void);
int main(void) { assert(step() == WANT); }
END
printf 'int step(void) { return STEP; }\n' >step.c
entry use.c -DWANT=1 slow/use.o
entry step.c '-DSTEP=2 -Wall' fast/step.o
entry step.c '-DSTEP=1 -Wall' slow/step.o
entry use.c -DWANT=2 fast/use.o
entries
says 'programs by their objects' 0 '^use +use.c +slow/use.o' check -p . --list-programs
says 'a program in two variants' 64 "2 programs are called 'use'" check -p . --program=use
says 'what lies beside the object of main is nearer' 0 'RESULT: true' check -q -p . --program=slow/use.o
says 'in each of them' 0 'RESULT: true' check -q -p . --program=fast/use
grep -q warning "$base/err" && complain "$(cat "$base/err")"
verdict 'which is no choice to be warned of'
says 'a given file that is compiled twice' 64 'step.c is compiled in 2 ways.*--program=fast/step.o' check -p . step.c
says 'for the program that is asked' 0 'RESULT: true' check -q -p . --program=fast/use.o use.c step.c
cat >both.c <<'END'
#include <assert.h>
int step(void);
#ifdef MAIN
int main(void) { assert(step() == 3); }
#else
int step(void) { return 3; }
#endif
END
entry both.c -DMAIN program.o
entry both.c -DSTEP step.o
entries
says 'the file of main has the rest, too' 0 'RESULT: true' check -q -p .
# libtool compiles a file twice; what runs by itself runs once.
printf '%s\n' 'extern int runs;' '__attribute__((constructor)) static void begin(void) { runs++; }' >begin.c
printf '%s\n' '#include <assert.h>' 'int runs;' 'int main(void) { assert(runs == 1); }' >count.c
entry begin.c '-fPIC -DPIC' .libs/begin.o
entry begin.c -Wall begin.o
entry count.c -Wall count.o
entries
says 'a file of a shared library is no other file' 0 'RESULT: true' check -q -p .
says 'nor where it is named' 0 'RESULT: true' check -q -p . --program=count count.c
entry use.c -DWANT=1 CMakeFiles/slow.dir/use.c.o
entry step.c -DSTEP=2 CMakeFiles/fast.dir/step.c.o
entry step.c -DSTEP=1 CMakeFiles/slow.dir/step.c.o
entry use.c -DWANT=2 CMakeFiles/fast.dir/use.c.o
entries
says 'programs are called as their targets' 0 '^fast ' check -p . --list-programs
says 'of which one is asked' 0 'RESULT: true' check -q -p . --program=fast
says 'and the other' 0 'RESULT: true' check -q -p . --program=slow
entry use.c -DWANT=1 main/use.o
entry step.c -DSTEP=1 one/step.o
entry step.c -DSTEP=2 two/step.o
entries
says 'a choice without a reason is said' 0 'step.c: warning: .step. is taken from step.c \(one/step.o\), and step.c \(two/step.o\)' check -p .
printf 'int NAME(void) { return NUMBER; }\n' >template.c
printf '#include <assert.h>\nint one(void), two(void);\nint main(void) { assert(one() == 1 && two() == 2); }\n' >both.c
entry both.c '' x/both.o
entry template.c '-DNAME=one -DNUMBER=1' x/one.o
entry template.c '-DNAME=two -DNUMBER=2' x/two.o
entry template.c '-DNAME=two -DNUMBER=2' x/again.o
entries
says 'a template of which all instances are needed' 0 'RESULT: true' check -q -p .
printf 'int help(void) { return 1; }\n' >right.c
printf 'int help(void) { return 2; }\nint show(void) { return 3; }\n' >wrong.c
printf '#include <assert.h>\nint help(void);\nint show(void) { return 0; }\nint main(void) { assert(help() == 1 && !show()); }\n' >shown.c
entry shown.c '' shown.o
entry wrong.c '' wrong.o
entry right.c '' right.o
entries
says 'what collides is of another program' 0 'RESULT: true' check -q -p .
# Each linked only if it may be: what runs by itself in another program.
printf '#include <assert.h>\nint x;\nint main(void) { assert(x == 0); }\n' >plain.c
printf 'extern int x;\n__attribute__((constructor)) static void early(void) { x = 1; }\n' >early.c
entry plain.c '' CMakeFiles/plain.dir/plain.c.o
entry use.c -DWANT=0 CMakeFiles/other.dir/use.c.o
entry early.c '' CMakeFiles/other.dir/early.c.o
entries
says 'a constructor of another program' 0 'RESULT: true' check -q -p . --program=plain
entry plain.c '' CMakeFiles/plain.dir/plain.c.o
entry early.c '' CMakeFiles/plain.dir/early.c.o
entries
says 'a constructor of this one' 1 'RESULT: false' check -q -p . --program=plain

# ---- who defines main ----
printf 'int step(void) { return 1; }\n#ifdef SELF_TEST\nint main(void) { return step(); }\n#endif\n' >self.c
cat >branches.c <<'END'
int step(void);
static int level(int n)
{
#ifdef FAST
    if (n > 1) {
#else
    if (n > 2) {
#endif
        return 1;
    }
    return 0;
}
int main(void) { return level(step()); }
END
printf '#define PROGRAM int main(void)\n' >program.h
printf '#include "program.h"\nPROGRAM { return 0; }\n' >macro.c
printf 'NAME(argc, argv)\nint argc;\nchar **argv;\n{ return argc && argv ? 0 : 1; }\n' >old.c
printf 'int size(void) { struct { int main; } s = {3}; return s.main; }\n' >member.c
for f in self branches macro member; do entry $f.c '' $f.o; done
entry old.c -DNAME=main old.o
entries
says 'main as it is compiled' 0 '^branches' check -p . --list-programs
[ "$(cut -d' ' -f1 "$base/out" | tr '\n' ' ')" = 'branches macro old ' ] || complain "$(cat "$base/out")"
verdict 'under conditions, by macros, with parameters of old'
entry self.c -DSELF_TEST self_test.o
entry self.c '' self.o
entry branches.c '' branches.o
entries
says 'a file that is a program and a part of one' 0 'self_test.o' check -p . --list-programs
says 'as a part' 0 'RESULT: true' check -q -p . --program=branches --property=no-data-race

# ---- what is left out ----
printf 'int broken(void) { return nothing; }\n' >broken.c
: >empty.c
entry branches.c '' branches.o
entry self.c '' self.o
entry broken.c '' broken.o
entry empty.c '' empty.o
entry made.c '' made.o
entry x.cpp '' x.o
entry y.S '' y.o
printf '{"directory": "%s", "command": "g++ -c z.c", "file": "z.c"},\n' "$(pwd)" >>entries
entries
says 'files that are not C' 0 'warning: 3 files of the project are not C and left out: x.cpp, y.S, z.c' check -p . --property=no-data-race
says 'that are not there' 0 'warning: 1 file .* is not there .*: made.c' check -p . --property=no-data-race
says 'that do not compile' 0 'broken.c: warning: is left out, since it does not compile' check -p . --property=no-data-race
printf 'int main(void) { return nothing; }\n' >bad.c
entry branches.c '' branches.o
entry self.c -fopenmp self.o
entry bad.c '' bad.o
entries
says 'a program that does not compile' 65 'bad.c:1:25: error' check -p . --program=bad
says 'a flag of a file that is linked' 65 "self.c: error: '-fopenmp'" check -p . --program=branches
entry macro.c '' macro.o
entry self.c -fopenmp self.o
entries
says 'and of one that is not' 0 'RESULT: true' check -q -p . --property=no-data-race
printf -- '-DSTEP=1 -Wall\n' >words.rsp
printf '[{"directory": "%s", "arguments": ["ccache", "/usr/bin/gcc-12", "@words.rsp", "-DWANT=1", "use.c", "step.c", "-o", "use"], "file": "use.c"}]\n' "$(pwd)" >compile_commands.json
says 'several files in one command, words in a file' 0 'RESULT: true' check -q -p .
cd .. || exit 2

# ---- flags ----
printf '#include <assert.h>\nint main(void) { assert(A == 1 && B == 2 && __STDC_VERSION__ == 199901L); }\n' >long.c
says 'flags with two hyphens' 0 'RESULT: true' check -q --std=c99 --define-macro=A=1 --define-macro B=2 --pedantic -W \
    --optimize=2 --include-directory=inc --sysroot=/ -Wp,-DC,-UC -Xpreprocessor -DD -Xlinker --gc-sections -T x -u y long.c
says 'a flag that changes what nobody follows' 64 "'-funsigned-bitfields' makes another program" check -funsigned-bitfields long.c
says 'a flag that nobody knows the meaning of' 64 "'-fno-such-thing' is no compiler flag" check -fno-such-thing long.c
echo "1..$count"
[ "$failures" -eq 0 ]
