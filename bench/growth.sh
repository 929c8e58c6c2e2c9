#!/bin/sh
# How cost grows with independent parts: programs with m locks and counters in three shapes, and what each takes. Prints
# a table, one row for each m: seconds and megabytes, or what was said instead of "true".
#
#   bench/growth.sh [-t SECONDS] [-k FOLDER] [CHORUS [M...]]
#
# FOLDER: keeps the programs there. M: 1 4 6 8 12 16 32 64. The shapes: one thread takes m locks in turn, each with a
# counter; m kinds of threads with a lock and a counter each; one lock for m counters. Any number of threads in all.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
seconds=60
folder=
while getopts t:k: option; do
    case $option in
    t) seconds=$OPTARG ;;
    k) folder=$OPTARG ;;
    *) exit 64 ;;
    esac
done
shift $((OPTIND - 1))
chorus=$root/build/release/chorus
if [ $# -gt 0 ]; then
    chorus=$1
    shift
fi
[ $# -gt 0 ] || set -- 1 4 6 8 12 16 32 64
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

# cell FILE: seconds and megabytes of one check.
cell() {
    said=$(timeout -k 5 $((seconds + 10)) "$chorus" check -q --stats --time-limit="$seconds" "$1" 2>/dev/null)
    case $said in
    *"RESULT: true [every number of threads]") ;;
    *)
        printf '%s' "$said" | sed -n '$s/RESULT: //p' | tr -d '\n'
        return
        ;;
    esac
    printf '%s' "$said" | awk '$1 == "stat" && $2 == "seconds" { s = $3 } $1 == "stat" && $2 == "memory-peak-mb" { mb = $3 }
        END { printf "%.2f s, %.0f MB", s, mb }'
}

echo '| m | in turn | workers | one lock |'
echo '|--:|--:|--:|--:|'
for m in "$@"; do
    printf '| %s |' "$m"
    for shape in in-turn workers one-lock; do
        program "$shape" "$m" >"$folder/$shape-$m.c"
        printf ' %s |' "$(cell "$folder/$shape-$m.c")"
    done
    echo
done
