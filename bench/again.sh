#!/bin/sh
# What `chorus check --cache` saves: the processor time of a first run, of a second one, of one after a comment was added and of one
# after a function was added that nobody calls, and whether the error is found when the program is replaced by its buggy
# variant. Prints Markdown; exit status 0 when every later run takes at most 20 % of the first and every error is found.
#
#   bench/again.sh [-l SECONDS] [-t SECONDS] [CHORUS [FILE...]] >docs/measured/again.md
#
# FILE: correct programs (those of bench/programs and bench/programs/textbook); where there is a NAME_buggy.c beside NAME.c, that is
# the buggy one. -l: programs whose first run takes less are left out (0.5). -t: time limit (20).
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
least=0.5
seconds=20
while getopts l:t: option; do
    case $option in
    l) least=$OPTARG ;;
    t) seconds=$OPTARG ;;
    *) exit 64 ;;
    esac
done
shift $((OPTIND - 1))
chorus=$root/build/release/chorus
if [ $# -gt 0 ]; then
    chorus=$1
    shift
fi
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
trap 'exit 130' INT TERM HUP

# spent FILE [new]: checks it twice, with an empty cache each time if it says new; prints the seconds of processor time of the check and
# of all that it starts, the lesser of the two, and the verdict's first word.
spent() {
    XDG_CACHE_HOME=$temp/cache python3 - "${2-}" "$chorus" check -q --cache --time-limit="$seconds" --memory-limit=4000 "$1" <<'PYTHON'
import os, resource, shutil, subprocess, sys
def used():
    r = resource.getrusage(resource.RUSAGE_CHILDREN)
    return r.ru_utime + r.ru_stime
least, words = None, set()
for _ in range(2):
    if sys.argv[1]: shutil.rmtree(os.environ["XDG_CACHE_HOME"], ignore_errors=True)
    before = used()
    said = subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()
    least = used() - before if least is None else min(least, used() - before)
    words.add(said.strip().split("\n")[-1].replace("RESULT: ", "").split(" ")[0].split("(")[0])
print("%.3f %s" % (least, "/".join(sorted(words)) or "nothing"))
PYTHON
}

# Largest share of the first run that a later one takes.
share() { echo "$@" | awk '{ most = 0; for (i = 2; i <= NF; i++) if ($i > most) most = $i; printf "%d", 100 * most / $1 + 0.5 }'; }

programs=0
slow=0
missed=0
one() {
    file=$1
    p=$temp/p.${file##*.}
    cp "$file" "$p"
    first=$(spent "$p" new)
    case $first in *' true') ;; *) return ;; esac
    echo "${first% *} $least" | awk '{ exit $1 < $2 }' || return
    again=$(spent "$p")
    { echo '/* A comment. */'; echo; cat "$file"; } >"$p"
    comment=$(spent "$p")
    { cat "$file"; echo 'int nobody_calls_this(int x) { return x + 1; }'; } >"$p"
    function=$(spent "$p")
    buggy=${file%.c}_buggy.c
    found=
    if [ "$buggy" != "$file" ] && [ -e "$buggy" ]; then
        cp "$buggy" "$p"
        found=$(spent "$p")
        found=${found#* }
        [ "$found" = false ] || missed=$((missed + 1))
    fi
    percent=$(share "${first% *}" "${again% *}" "${comment% *}" "${function% *}")
    programs=$((programs + 1))
    case "$again $comment $function" in *' true '*' true '*' true') ;; *) percent=1000 ;; esac
    [ "$percent" -le 20 ] || slow=$((slow + 1))
    echo "| $(basename "$file") | ${first% *} | ${again% *} | ${comment% *} | ${function% *} | $percent % | $found |" >>"$temp/rows"
    echo "$percent" >>"$temp/percents"
}

: >"$temp/rows"
: >"$temp/percents"
[ $# -gt 0 ] || set -- "$root"/bench/programs/*.c "$root"/bench/programs/textbook/*.c
for file in "$@"; do
    case $file in *_buggy.c) ;; *) one "$file" ;; esac
done

echo '# A second check of the same'
echo
{
    echo 'Made by `bench/again.sh`: seconds of processor time of `chorus check --cache`, clang included: the first time, a second time, after a'
    echo 'comment was added, after a function was added that nobody calls; the largest of the last three as a share of the first (each the lesser of two runs); the verdict'
    echo "after the program was replaced by its buggy variant. Of the correct programs of \`bench/programs\` those whose first run takes $least s or more."
} | fmt -w 118
echo
echo "$programs programs; the median of the shares is $(sort -n "$temp/percents" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }') %," \
    "$slow are over 20 %; $missed errors were not found."
echo
echo '| program | first | again | comment | function | share | broken |'
echo '|---|---:|---:|---:|---:|---:|---|'
cat "$temp/rows"
[ "$programs" -gt 0 ] && [ "$slow" -eq 0 ] && [ "$missed" -eq 0 ]
