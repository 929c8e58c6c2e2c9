#!/bin/sh
# How cost grows: programs that are written here, and what each takes, in seconds of processor time (clang and the
# self-check included) and megabytes, or what was said instead of "true". Prints tables in Markdown.
#
#   bench/growth.sh [-t SECONDS] [-k FOLDER] [-p FILE] [CHORUS [M...]]
#
# FOLDER: keeps the programs there. FILE: a plot of all tables, as SVG (bench/growth-plot.awk). M: 1 4 8 16 32 64, and for
# the others all that is at most the largest M. SECONDS (60) may pass on the clock for one program.
#
# The first table: any number of threads and m locks and counters in three shapes: one thread takes m locks in turn, each
# with a counter; m kinds of threads with a lock and a counter each; one lock for m counters. The second: four questions
# among functions that nothing is asked about. The third: a fixed number of threads, which take four locks in turn.
# docs/measured/growth.md is made of it.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
seconds=60
folder=
plot=
while getopts t:k:p: option; do
    case $option in
    t) seconds=$OPTARG ;;
    k) folder=$OPTARG ;;
    p) plot=$OPTARG ;;
    *) exit 64 ;;
    esac
done
shift $((OPTIND - 1))
chorus=$root/build/release/chorus
if [ $# -gt 0 ]; then
    chorus=$1
    shift
fi
[ $# -gt 0 ] || set -- 1 4 8 16 32 64
if [ -z "$folder" ]; then
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    trap 'exit 130' INT TERM HUP
fi

# program SHAPE M: in C.
program() {
    awk -v shape="$1" -v m="$2" '
    function section(lock, i) {
        printf "    pthread_mutex_lock(&m%d);\n    c%d++;\n    assert(c%d == 1);\n    c%d--;\n", lock, i, i, i
        printf "    pthread_mutex_unlock(&m%d);\n", lock
    }
    function start(i) { printf "        pthread_create(&t, 0, worker%d, 0);\n", i }
    BEGIN {
        print "#include <assert.h>\n#include <pthread.h>\n"
        for (i = 0; i < (shape == "one-lock" ? 1 : m); i++) printf "pthread_mutex_t m%d = PTHREAD_MUTEX_INITIALIZER;\n", i
        for (i = 0; i < m; i++) printf "int c%d;\n", i
        workers = shape == "workers" ? m : 1
        for (w = 0; w < workers; w++) {
            printf "\nvoid *worker%d(void *unused)\n{\n", w
            if (shape == "workers") section(w, w)
            if (shape == "in-turn") for (i = 0; i < m; i++) section(i, i)
            if (shape == "one-lock") {
                print "    pthread_mutex_lock(&m0);"
                for (i = 0; i < m; i++) printf "    c%d++;\n    assert(c%d == 1);\n    c%d--;\n", i, i, i
                print "    pthread_mutex_unlock(&m0);"
            }
            print "    return 0;\n}"
        }
        print "\nint main(void)\n{\n    pthread_t t;\n    for (;;) {"
        for (w = 0; w < workers; w++) start(w)
        print "    }\n}"
    }'
}

# functions N: N functions in one thread, four questions between them.
functions() {
    awk -v n="$1" '
    BEGIN {
        print "#include <assert.h>\n#include <pthread.h>\n\nint __VERIFIER_nondet_int(void);\n"
        for (i = 0; i < 4; i++) printf "pthread_mutex_t m%d = PTHREAD_MUTEX_INITIALIZER;\nint c%d;\n", i, i
        for (f = 0; f < n; f++) {
            printf "\nint data%d;\n\nvoid work%d(void)\n{\n    int x = __VERIFIER_nondet_int();\n", f, f
            printf "    if (x > data%d) data%d = x;\n    if (data%d > 100) data%d = 0;\n}\n", f, f, f, f
        }
        print "\nvoid *worker(void *unused)\n{"
        for (f = 0; f < n; f++) {
            printf "    work%d();\n", f
            for (i = 0; i < 4; i++)
                if (f == int((i + 1) * n / 5)) {
                    printf "    pthread_mutex_lock(&m%d);\n    c%d++;\n    assert(c%d == 1);\n    c%d--;\n", i, i, i, i
                    printf "    pthread_mutex_unlock(&m%d);\n", i
                }
        }
        print "    return 0;\n}\n\nint main(void)\n{\n    pthread_t t;"
        print "    for (;;) pthread_create(&t, 0, worker, 0);\n}"
    }'
}

# threads N: the thread that takes four locks in turn, N times.
threads() {
    program in-turn 4 | awk -v n="$1" '/for \(;;\)/ { printf "    for (int i = 0; i < %d; i++) {\n", n; next } { print }'
}

# cell FILE: seconds and megabytes of one check.
cell() {
    /usr/bin/time -o "$folder/time" -f '%U %S %M' timeout -k 5 $((seconds + 10)) \
        "$chorus" check -q --time-limit="$seconds" "$1" >"$folder/said" 2>/dev/null
    case $(tail -n 1 "$folder/said") in
    "RESULT: true ["*) tail -n 1 "$folder/time" | awk '{ printf "%.2f s, %.0f MB", $1 + $2, $3 / 1024 }' ;;
    *) sed -n '$s/RESULT: //p' "$folder/said" | tr -d '\n' ;;
    esac
}

# row PANEL X CURVE FILE ...: a row of a table, and points of the plot.
row() {
    panel=$1
    x=$2
    shift 2
    printf '| %s |' "$x"
    while [ $# -gt 0 ]; do
        said=$(cell "$2")
        printf ' %s |' "$said"
        case $said in *" s, "*) printf '%s\t%s\t%s\t%s\n' "$panel" "$1" "$x" "${said%% s*}" >>"$folder/points" ;; esac
        shift 2
    done
    echo
}

: >"$folder/points"
largest=0
printf '| m | in turn | workers | one lock |\n|--:|--:|--:|--:|\n'
for m in "$@"; do
    [ "$m" -le "$largest" ] || largest=$m
    for shape in in-turn workers one-lock; do program "$shape" "$m" >"$folder/$shape-$m.c"; done
    row questions "$m" 'in turn' "$folder/in-turn-$m.c" workers "$folder/workers-$m.c" \
        'one lock' "$folder/one-lock-$m.c"
done
echo "RESULT: true" >"$folder/said" # what is not decided is not made larger
printf '\n| functions | lines | |\n|--:|--:|--:|\n'
for n in 10 30 100 300 1000; do
    if [ "$n" -gt $((16 * largest)) ] || ! grep -q "RESULT: true" "$folder/said"; then continue; fi
    functions "$n" >"$folder/functions-$n.c"
    printf '| %s ' "$n"
    row lines "$(wc -l <"$folder/functions-$n.c")" 'four questions' "$folder/functions-$n.c"
done
echo "RESULT: true" >"$folder/said"
printf '\n| threads | |\n|--:|--:|\n'
for n in 1 2 4 8 16; do
    if [ "$n" -gt "$largest" ] || ! grep -q "RESULT: true" "$folder/said"; then continue; fi
    threads "$n" >"$folder/threads-$n.c"
    row threads "$n" 'four questions' "$folder/threads-$n.c"
done
[ -z "$plot" ] || awk -f "$root/bench/growth-plot.awk" "$folder/points" >"$plot"
