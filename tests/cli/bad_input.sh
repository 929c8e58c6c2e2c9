#!/bin/sh
# Bad input and interrupts: one clear line and the documented exit status each, nothing left behind. Prints TAP.
#
#   tests/cli/bad_input.sh [CHORUS]
. "$(dirname "$0")/common.sh"

cat >good.c <<'END'
int main(void) { return 0; }
END
cat >good.scpl <<'END'
shared x = 0;
1: assert x == 0;
END

# ---- files ----

: >empty.c
: >empty.scpl
printf '\177ELF\002\001\001\000\000\000\000\000binary\377\376' >binary.c
cp binary.c binary.scpl
printf 'int main(void) { return 0 }\n' >syntax.c
printf 'int main(void) { return zero; }\n' >undeclared.c
printf '#include "nowhere.h"\nint main(void) { return 0; }\n' >include.c
printf 'shared x = ;\n' >syntax.scpl
printf 'int f(void) { return 0; }\n' >no_main.c
printf '\n\n' >blank.c
mkdir folder.c folder
truncate -s 2G huge.c
truncate -s 3G huge.scpl

refused 'empty C file' 65 'empty\.c: error: .*empty' check empty.c
refused 'empty .scpl file' 65 'empty\.scpl: error: .*empty' check empty.scpl
refused 'blank C file' 65 'blank\.c|main' check blank.c
refused 'binary file as C' 65 'binary\.c: error: .*binary' check binary.c
refused 'binary file as .scpl' 65 'binary\.scpl: error: .*binary' check binary.scpl
refused 'missing file' 66 '^chorus: missing\.c: no such file$' check missing.c
refused 'one of two files missing' 66 'missing\.c: no such file' check good.c missing.c
refused 'missing folder' 66 'no such file' check nowhere/missing.c
refused 'file as folder' 66 'good\.c/x\.c' check good.c/x.c
refused 'directory' 65 'folder\.c: error: there is no C file' check folder.c
refused 'directory without suffix' 65 'folder: error: there is no C file' check folder
refused 'device' 66 'not a regular file' check /dev/zero
refused 'unknown kind of file' 65 'unknown kind of file' check "$root/LICENSE"
refused 'C syntax error' 65 "syntax\\.c:1:[0-9]+: error: .*';'" check syntax.c
refused 'undeclared name' 65 'undeclared\.c:1:[0-9]+: error: .*zero' check undeclared.c
refused 'missing header' 65 'include\.c:1:[0-9]+: error: .*nowhere\.h' check include.c
refused '.scpl syntax error' 65 'syntax\.scpl:1:[0-9]+: error: ' check syntax.scpl
refused 'no main' 65 'main' check no_main.c
refused 'sparse file of 2 GB' 65 'huge\.c: error: .*too large' check huge.c
refused 'sparse .scpl file of 3 GB' 65 'huge\.scpl: error: .*too large' check huge.scpl
refused 'two .scpl files' 64 'alone' check good.scpl good.scpl
refused 'dump of a missing file' 66 'missing\.c: no such file' dump missing.c
refused 'dump of a syntax error' 65 'syntax\.c:1:' dump syntax.c
if [ "$(id -u)" -ne 0 ]; then
    cp good.c unreadable.c
    mkdir closed
    cp good.c closed/a.c
    chmod 000 unreadable.c closed
    refused 'unreadable file' 66 'unreadable\.c: ' check unreadable.c
    refused 'unreadable directory' 66 'closed/a\.c: ' check closed/a.c
    chmod 700 closed
fi

# ---- programs ----

cat >recursion.c <<'END'
int f(int n) { return n ? f(n - 1) : 0; }
int main(void) { return f(20); }
END
cat >assembly.c <<'END'
void helper(void) { }
int main(void) { __asm__ volatile("call helper"); return 0; }
END
{
    echo '#define M0 x = x + 1;'
    i=0
    while [ $i -lt 23 ]; do
        echo "#define M$((i + 1)) M$i M$i"
        i=$((i + 1))
    done
    echo 'int x; int main(void) { M23 return 0; }'
} >macro.c

refused 'recursion' 2 'recursion\.c:1:.*[Rr]ecurs' check --model=exact --property=unreach-call recursion.c
refused 'inline assembly' 2 'assembly\.c:2:.*assembl' check --property=unreach-call assembly.c
refused 'macro expansion of 50 MB' '2|65' 'macro\.c' check --model=exact --time-limit=250 macro.c

# ---- arguments ----

refused 'no subcommand' 64 'no subcommand'
refused 'unknown subcommand' 64 "unknown subcommand 'chekc'.*'check'" chekc good.c
refused 'file instead of a subcommand' 64 "chorus check good\\.c" good.c
refused 'no file' 64 'no input file' check
refused 'unknown option' 64 "unknown option '--treads=4'.*'--threads'" check --treads=4 good.c
refused 'unknown letter' 64 "unknown option '-Z'" check -Z good.c
refused 'compiler flag that makes another program of it' 64 "'-fopenmp' makes another program" check -fopenmp good.c
refused 'value missing' 64 'needs a value' check good.c --threads
refused 'value not wanted' 64 'takes no value' check --stats=1 good.c
for value in 0 1x 00 2^33 ' 4' -1 99999999999 ''; do
    refused "-n '$value'" 64 "threads: '.*' (is|has)" check -n "$value" good.c
done
refused 'threads below zero' 64 "threads: '-1' is too small" check -n -1 good.c
refused 'bad granularity' 64 'granularity: .*access\|statement' check --granularity=line good.c
refused 'bad time limit' 64 "time-limit: '1e1x'" check --time-limit=1e1x good.c
# json NAME STATUS PATTERN ARGUMENT...: a refusal is told as JSON on standard output, too.
json() {
    name=$1
    want=$2
    pattern=$3
    shift 3
    problem=
    run check "$@"
    [ "$status" -eq "$want" ] || complain "exit status $status, want $want"
    tr -d '\n' <"$base/out" | grep -Eq "^\\{  \"chorus\": \"[0-9.]+\",  \"verdict\": \"unknown\",.*\"error\": \"$pattern.*\"\\}$" ||
        complain "$(cat "$base/out")"
    [ "$(wc -l <"$base/err")" -eq 1 ] || complain "$(cat "$base/err")"
    verdict "$name"
}
echo 'int main(void) { return 0; }' >one_main.c
cp one_main.c other_main.c
json 'an unknown option, as JSON' 64 "unknown option '--foo'" --json=- --foo one_main.c
json 'no file, as JSON' 64 'no input file' --json -
json 'a value that is none, as JSON' 64 "option threads: 'x' is not a number" --json=- --threads=x one_main.c
json 'no baseline, as JSON' 66 'none\.sarif: no such file' --json=- --baseline=none.sarif one_main.c
echo '[]' >one_main.yml
json 'a task that is none, as JSON' 65 'one_main\.yml:1:1: error' --json=- one_main.yml
refused 'two mains' 65 'other_main\.c: error: a function main, and another file before it has one' check one_main.c other_main.c
refused 'a device' 66 'is not a regular file: write what it gives' check /dev/stdin
refused 'standard input' 64 'standard input' check -
refused 'unknown stage' 64 'stage: .bolprog.' dump --stage=bolprog good.c
refused 'JSON into nowhere' 64 'nowhere/x' check --json nowhere/x good.c

# ---- Boolean broadcast programs ----

cat >good.bbp <<'END'
shared x = 0;
local l;
1: x, [l] = 1, x;
2: assert x;
END
printf 'shared x;\n1: havoc {x constrain 1;\n' >brace.bbp
printf 'shared x;\n1: assume x;\n2: x = y;\n' >undeclared.bbp
printf 'local l;\n1: havoc {all(l)} constrain forall {a, q} . p.l;\n' >unbound.bbp
printf '1: skip;\n2: goto 1, 3;\n' >range.bbp
printf '1: sk\0ip;\n' >nul.bbp
awk 'BEGIN { for (i = 1; i <= 1000100; i++) print i ":skip;" }' >many.bbp
: >empty.bbp
truncate -s 2G huge.bbp

refused '.bbp: unclosed brace' 65 "^brace\\.bbp:2:13: error: expected '}'" mc brace.bbp
refused '.bbp: undeclared variable' 65 "^undeclared\\.bbp:3:8: error: 'y' is not declared" mc undeclared.bbp
refused '.bbp: index that is not bound' 65 "^unbound\\.bbp:2:45: error: thread index 'p' is not bound" mc unbound.bbp
refused '.bbp: goto out of range' 65 '^range\.bbp:2:12: error: there is no statement 3' mc range.bbp
refused '.bbp: a NUL byte' 65 '^nul\.bbp:1:6: error: unexpected byte 0x00' mc nul.bbp
refused '.bbp: more than a million statements' 65 '^many\.bbp:1000001:9: error: more than 1000000 statements' mc many.bbp
refused '.bbp: empty file' 65 'empty\.bbp: error: .*empty' mc empty.bbp
refused '.bbp: sparse file of 2 GB' 65 'huge\.bbp: error: .*too large' mc huge.bbp
refused '.bbp: missing file' 66 '^chorus: missing\.bbp: no such file$' mc missing.bbp
refused '.bbp: another kind of file' 65 'good\.c: error: unknown kind of file .*\.bbp' mc good.c
refused '.bbp: check' 65 "good\\.bbp: error: unknown kind of file .*'chorus mc'" check good.bbp
refused '.bbp: two files' 64 'one input file' mc good.bbp good.bbp
refused '.bbp: no file' 64 "no input file \\(see 'chorus mc --help'\\)" mc
refused '.bbp: unknown explorer' 64 'explorer: .bfs. .*counter' mc --explorer=bfs good.bbp
refused '.bbp: option of check' 64 'integers: is not for \.bbp' mc --integers=ideal good.bbp
refused 'check: option of mc' 64 'explorer: is for Boolean' check --explorer=dd good.c
rm -f many.bbp huge.bbp

# ---- interrupts ----

# Loading takes a moment and the check is factoring a product of two primes: no moment is quiet.
cat >long.c <<'END'
#include <assert.h>
#include <pthread.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
void *worker(void *arg)
{
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
    if (a > 1 && b > 1 && a < 4294967296ul && b < 4294967296ul) assert(a * b != 9223372036854775783ul);
    return arg;
}
int main(void)
{
    pthread_t t;
    for (;;) pthread_create(&t, 0, worker, 0);
}
END

now() { date +%s%N; }

# A shell starts what is in the background with SIGINT ignored: one that comes before Chorus has changed that is lost.
heeds_interrupts() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        case $(sed -n 's/^SigIgn:.*\(.\)$/\1/p' "/proc/$1/status" 2>/dev/null) in
        2 | 3 | 6 | 7 | a | b | e | f) sleep 0.05 ;;
        *) return ;;
        esac
    done
}

# interrupted NAME SIGNAL DELAY ARGUMENT...: one second is the promise; three are allowed on a busy machine.
interrupted() {
    name=$1
    signal=$2
    delay=$3
    shift 3
    problem=
    "$chorus" "$@" >"$base/out" 2>"$base/err" </dev/null &
    pid=$!
    heeds_interrupts "$pid"
    sleep "$delay"
    before=$(now)
    kill -s "$signal" "$pid" 2>/dev/null || complain 'ended before the signal came'
    wait "$pid"
    status=$?
    took=$((($(now) - before) / 1000000))
    [ "$status" -eq 2 ] || complain "exit status $status, want 2"
    [ "$took" -lt 3000 ] || complain "took $took ms to end"
    last=$(tail -n 1 "$base/out")
    [ "$last" = 'RESULT: unknown [interrupted]' ] || complain "last line: $last"
    [ "$(grep -c '^RESULT' "$base/out")" -eq 1 ] || complain 'not one result line'
    nothing_left
    [ -z "$problem" ] || complain "$(head -n 5 "$base/out" "$base/err")"
    verdict "$name"
}

seed=$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')
echo "# seed $seed"
for i in 1 2 3 4 5 6 7 8 9 10; do
    delay=$(awk -v seed="$seed" -v i=$i 'BEGIN { srand(seed * 10 + i); rand(); printf "%.3f", 0.05 + rand() * (i > 5 ? 1.5 : 0.3) }')
    case $i in
    3 | 7) signal=TERM ;;
    *) signal=INT ;;
    esac
    interrupted "SIG$signal number $i" $signal "$delay" check long.c
done

# Many threads, many states.
cat >long.bbp <<'END'
shared x = 0, y = 0, z = 0;
local b = 0, c = 0, d = 0;
1: goto 2, 5;
2: x, b, [b] = *, *, choose([b] && x, !x && [c]);
3: havoc {y, all(c)} constrain forall {a, p} . (y' => a.b) && (p.c' => p.b || y');
4: z, d, [d] = !z, *, choose([d] && b, [c]);
5: assert x || !x;
6: goto 1;
END
interrupted 'SIGINT, counters' INT 0.6 mc -n 12 --explorer=counter long.bbp
interrupted 'SIGTERM, decision diagrams' TERM 0.6 mc -n 12 --explorer=dd long.bbp

# An order of variables in which every equality doubles the decision diagram.
awk 'BEGIN {
    for (i = 0; i < 60; i++) print "shared x" i ";"
    printf "1: assume 1"
    for (i = 0; i < 30; i++) printf " && (x%d == x%d)", i, i + 30
    print ";\n2: assert 1;"
}' >wide.bbp

# out_of_memory NAME ARGUMENT...
out_of_memory() {
    name=$1
    shift
    problem=
    timeout -k 5 120 "$chorus" mc --memory-limit=120 "$@" >"$base/out" 2>"$base/err"
    status=$?
    [ "$status" -eq 2 ] || complain "exit status $status, want 2"
    [ "$(tail -n 1 "$base/out")" = 'RESULT: unknown [memory limit of 120 MB reached]' ] ||
        complain "$(cat "$base/out" "$base/err")"
    verdict "$name"
}
out_of_memory 'memory limit, counters' -n 12 --explorer=counter long.bbp
out_of_memory 'memory limit, decision diagrams' -n 2 --explorer=dd wide.bbp

# What the shell allows is a limit like the machine's.
problem=
(ulimit -v 1000000 && exec timeout -k 5 240 "$chorus" mc -n 12 --explorer=counter long.bbp) >"$base/out" 2>"$base/err"
[ $? -eq 2 ] || complain 'no "unknown"'
tail -n 1 "$base/out" | grep -q "memory limit of [0-9]* MB reached (three quarters of the process's (ulimit -v); " ||
    complain "$(cat "$base/out" "$base/err")"
verdict 'memory limit of the shell'

# limited MB RESULT: the memory limit is that of the process, with all libraries.
limited() {
    problem=
    run check -q --memory-limit="$1" good.scpl
    [ "$(cat "$base/out")" = "RESULT: $2" ] || complain "$(cat "$base/out" "$base/err")"
    verdict "memory limit $1"
}
limited 1 'unknown [memory limit of 1 MB reached]'
limited 4000 'true [every number of threads]'
limited auto 'true [every number of threads]'
limited none 'true [every number of threads]'
refused 'no memory' 64 "memory-limit: '0' is too small \\(expected auto, none or 1 to " check --memory-limit=0 good.scpl

refused 'no such row' 64 "option --without: there is no row 'bound' \\(did you mean 'bounds'\\?\\)" check \
    --without=bound good.scpl
refused 'no row' 64 "option --only: there is no row '' \\(all: chorus check --engines\\)" check --only=glimpse, good.scpl

problem=
before=$(now)
"$chorus" check --time-limit=0.5 long.c >"$base/out" 2>"$base/err"
status=$?
took=$((($(now) - before) / 1000000))
[ "$status" -eq 2 ] || complain "exit status $status, want 2"
[ "$took" -lt 4000 ] || complain "took $took ms"
[ "$(tail -n 1 "$base/out")" = 'RESULT: unknown [time limit of 0.5 s reached]' ] || complain "$(cat "$base/out")"
nothing_left
verdict 'time limit'

# ---- output that cannot be written ----

problem=
"$chorus" check good.scpl >/dev/full 2>"$base/err"
status=$?
[ "$status" -eq 70 ] || complain "exit status $status, want 70"
grep -q '^chorus: standard output cannot be written' "$base/err" || complain "$(cat "$base/err")"
verdict 'full disk'

problem=
"$chorus" check --help 2>"$base/err" | :
[ ! -s "$base/err" ] || complain "$(cat "$base/err")"
verdict 'reader that goes away'

# ---- help ----

refused 'help about nothing' 64 "no help about 'chekc' \\(did you mean 'chorus help check'" help chekc
refused 'help about foo' 64 "^chorus: there is no help about 'foo-bar-foo' \\(see 'chorus help'\\)" help foo-bar-foo
problem=
run help experiments
for option in $("$chorus" check --help | sed -n '/help experiments/,$p' | grep -o -e '--[a-z-]*'); do
    grep -q -e "^  $option[= ]" "$base/out" || complain "no $option"
done
grep -q -e '--verbosity' "$base/out" || complain "$(cat "$base/out")"
verdict 'options for experiments are listed'

fits check
fits mc
fits dump

problem=
for arguments in --help -h help 'help check' --version version 'dump --help'; do
    # shellcheck disable=SC2086  # split on purpose
    "$chorus" $arguments >"$base/out" 2>"$base/err" || complain "$arguments: exit status $?"
    [ -s "$base/out" ] || complain "$arguments: silent"
done
verdict 'help and version'

plan
