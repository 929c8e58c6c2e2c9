#!/bin/sh
# What commands write, and what they leave alone. Prints TAP.
#
#   tests/cli/files.sh [CHORUS]
. "$(dirname "$0")/common.sh"

cat >q.c <<'EOF'
int x;
int main(void) { return x; }
EOF
cat >m.scpl <<'EOF'
shared x = 0;
1: assert x == 1;
EOF
cat >s.scpl <<'EOF'
shared x = 0;
1: assert x == 0;
EOF
cat >b.bbp <<'EOF'
shared x = 0;
1: assert x;
EOF
cat >q.yml <<'EOF'
format_version: '2.0'
input_files: 'q.c'
properties:
  - property_file: unreach-call.prp
    expected_verdict: true
EOF
printf 'predicate shared: x == 0;\n' >p.txt
printf 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n' >u.prp
echo mine >mine.txt
ln -s q.c link
ln q.c hard
ln -s mine.txt link.txt
mkdir kept
cp -P ./*.* link hard kept/

# kept NAME STATUS PATTERN ARGUMENT...: refused, and no file is another or new.
kept() {
    refused "$@"
    problem=
    for f in * kept/*; do
        [ -d "$f" ] || cmp -s "kept/${f#kept/}" "${f#kept/}" || complain "${f#kept/} was changed"
    done
    verdict "$1: nothing is written"
}

# ---- words that are no values ----

for option in json trace certificate; do
    kept "--$option and an input" 64 "'--$option' needs a value, and 'q\\.c' looks like an input" check -q --$option q.c m.c
    kept "--$option and an option" 64 "'--$option' needs a value, and '--stats' is an option" check --$option --stats q.c
    kept "--$option and a letter" 64 "'--$option' needs a value, and '-q' is an option" check --$option -q q.c
    kept "--$option at the end" 64 "'--$option' needs a value\$" check q.c --$option
done
kept '--predicates and an input' 64 "'--predicates' needs a value, and 'm\\.scpl' looks" check --predicates m.scpl s.scpl
kept '--time-limit and an option' 64 "'--time-limit' needs a value, and '--stats' is" check --time-limit --stats s.scpl
kept '--smtlib and an input' 64 "'--smtlib' needs a value, and 's\\.scpl' looks" certify --smtlib s.scpl s.cert s.scpl
kept '--emit and an input' 64 "'--emit' needs a value, and 'q\\.c' looks" replay --emit q.c q.trace q.c
kept 'suite --output and an input' 64 "'--output' needs a value, and 'q\\.yml' looks" suite --output q.yml q.yml
kept 'suite --output and an option' 64 "'--output' needs a value" suite --output --compare=x q.yml
kept 'mc --json and an input' 64 "'--json' needs a value, and 'b\\.bbp' looks" mc --json b.bbp b.bbp

# ---- inputs ----

for option in json trace certificate; do
    for name in q.c ./q.c link hard; do
        kept "--$option=$name" 64 "^chorus: $name: is an input, and not overwritten \\(--$option\\)\$" \
            check --force --$option=$name q.c
    done
done
kept 'input under another name' 64 'q\.c: is an input' check --json=q.c link
kept 'a task' 64 'q\.yml: is an input' check --force --json=q.yml q.yml
kept 'the program of a task' 64 'q\.c: is an input' check --force --trace=q.c q.yml
kept 'predicates' 64 'p\.txt: is an input' check --force --trace=p.txt --predicates=p.txt s.scpl
kept 'a property' 64 'u\.prp: is an input' check --force --trace=u.prp --property=u.prp q.c
kept 'mc' 64 'b\.bbp: is an input' mc --force --json=b.bbp b.bbp
kept 'a list' 64 'q\.yml: is an input' suite --force --output=q.yml q.yml

# ---- files of others ----

for option in json trace certificate; do
    for name in mine.txt link.txt m.scpl; do
        kept "--$option=$name" 64 "^chorus: $name: was not written by Chorus.*--force" check --$option=$name q.c
    done
done
kept 'suite --output' 64 '^chorus: mine\.txt: was not written by Chorus' suite --output=mine.txt q.yml
kept 'the same file twice' 64 '^chorus: t: --json and --trace would write the same file$' check --json=t --trace=t m.scpl
kept 'the same file by two names' 64 'would write the same file$' check --json=t --certificate=../work/t m.scpl

rm -r kept
problem=
cp mine.txt x.txt
run check -q --force --json=x.txt s.scpl
[ "$status" -eq 0 ] || complain "exit status $status, want 0"
grep -q '"verdict": "true"' x.txt || complain 'no report'
run check -q --json=x.txt s.scpl
[ "$status" -eq 0 ] || complain "again: exit status $status, want 0"
run check -q --trace=x.txt m.scpl
[ "$status" -eq 1 ] || complain "trace: exit status $status, want 1: $(cat "$base/err")"
run check -q --trace=x.txt m.scpl
[ "$status" -eq 1 ] || complain "trace again: exit status $status, want 1"
run check -q --certificate=x.txt s.scpl
run check -q --certificate=x.txt s.scpl
[ "$status" -eq 0 ] || complain "certificate again: exit status $status, want 0"
run suite --output=x.txt q.yml
run suite --output=x.txt q.yml
[ "$status" -eq 0 ] || complain "table: exit status $status, want 0"
verdict 'own files are replaced'

problem=
: >x.txt
run check -q --trace=x.txt m.scpl
[ -s x.txt ] || complain 'no trace in an empty file'
run check -q --trace=/dev/null --json=/dev/null m.scpl
[ "$status" -eq 1 ] || complain "exit status $status, want 1: $(cat "$base/err")"
mkfifo pipe
cat pipe >x.json &
run check -q --json pipe m.scpl
wait $!
grep -q '"verdict": "false"' x.json || complain 'nothing came through the pipe'
run check --json=new.c s.scpl
grep -q '"verdict": "true"' new.c || complain 'no report in new.c'
verdict 'empty files, devices, pipes, names of inputs after ='

problem=
run check -q --certificate=s.cert s.scpl
run certify -q --smtlib=dir s.cert s.scpl
[ "$status" -eq 0 ] || complain "exit status $status, want 0"
run certify -q --smtlib dir s.cert s.scpl
[ "$status" -eq 0 ] || complain "again: exit status $status, want 0: $(cat "$base/err")"
echo mine >dir/000000.smt2
run certify -q --smtlib=dir s.cert s.scpl
[ "$status" -eq 64 ] || complain "exit status $status, want 64"
[ "$(cat dir/000000.smt2)" = mine ] || complain 'a file was overwritten'
grep -q '^chorus: dir/000000\.smt2: was not written by Chorus' "$base/err" || complain "$(cat "$base/err")"
ln -f s.cert dir/000000.smt2
run certify -q --force --smtlib=dir s.cert s.scpl
[ "$status" -eq 64 ] || complain "certificate: exit status $status, want 64"
verdict 'obligations'

# ---- what flags of a compiler would write ----

mkdir kept build
cat >kept/race.c <<'EOF'
#include <assert.h>
#include <pthread.h>
int x;
static void *f(void *p) { x = 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(x == 0); return 0; }
EOF
flags='--coverage -ftest-coverage -fprofile-arcs -save-temps -MD -MF race.d -Wp,-MMD,race.d -ftime-trace -fstack-usage'
flags="$flags -gsplit-dwarf -fsave-optimization-record -fdump-tree-all"
cat >build/compile_commands.json <<EOF
[{"directory": "$PWD/kept", "file": "race.c", "command": "gcc $flags -c race.c -o race.o"}]
EOF
problem=
cd kept || exit 2
run check -q -p ../build --trace=../race.trace
[ "$status" -eq 1 ] || complain "project: exit status $status, want 1: $(cat "$base/err")"
# shellcheck disable=SC2086  # a list of flags
run check -q $flags race.c
[ "$status" -eq 1 ] || complain "flags: exit status $status, want 1: $(cat "$base/err")"
run replay -q --native -p ../build ../race.trace
[ "$status" -eq 0 ] || complain "replay: exit status $status, want 0: $(cat "$base/err")"
# shellcheck disable=SC2086
run race -q $flags race.c
[ "$status" -eq 1 ] || complain "race: exit status $status, want 1: $(cat "$base/err")"
cd ..
[ "$(ls -A kept)" = race.c ] || complain "beside the source: $(ls -A kept)"
[ "$(ls -A build)" = compile_commands.json ] || complain "in the build: $(ls -A build)"
nothing_left
verdict 'flags that make a compiler write files leave none'

# Whatever is asked about a file is asked about the same text: each command of the compiler runs once.
mkdir once
cat >once/clang-19 <<EOF
#!/bin/sh
echo "\$*" >>"$PWD/once/log"
exec $(command -v clang-19) "\$@"
EOF
chmod +x once/clang-19
before=$PATH
PATH=$PWD/once:$PATH
run check -q --property=all kept/race.c
PATH=$before
problem=
[ "$status" -eq 1 ] || complain "exit status $status, want 1: $(cat "$base/err")"
[ -s once/log ] || complain 'the compiler in PATH was not asked'
[ -z "$(sort once/log | uniq -d)" ] || complain "asked again: $(sort once/log | uniq -d)"
verdict 'the compiler is asked the same only once'

plan
