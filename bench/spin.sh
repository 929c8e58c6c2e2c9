#!/bin/sh
# Times of SPIN (https://spinroot.com; Debian's package spin) on the models of bench/spin beside ours on the C programs
# that they are models of:
#
#     bench/spin.sh [CHORUS [SECONDS]]
#
# SPIN gets a model in which the section of a lock is one step already, and looks at all its states, with its partial
# order reduction; the seconds are those of the search alone, without generating and compiling it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
chorus=$(realpath "${1:-$here/../build/release/chorus}")
limit=${2:-300}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

now() { date +%s.%N; }
since() { echo "$1 $(now)" | awk '{ printf "%.2f", $2 - $1 }'; }

# one NAME PROGRAM MODEL OPTION...
one() {
    name=$1 program=$2 model=$3
    shift 3
    spin "$@" -a "$here/spin/$model.pml" > generated.log
    gcc -O2 -DMEMLIM=16000 -o search pan.c
    start=$(now)
    if timeout "$limit" ./search -m1000000 -w26 > search.log; then
        states=$(awk '/states, stored/ { printf "%d", $1 }' search.log)
        grep -q 'errors: 0' search.log || states="$states, error"
    else
        states='time limit'
    fi
    spin_seconds=$(since "$start")
    start=$(now)
    verdict=$(timeout "$limit" "$chorus" check -q "$here/programs/finite/$program.c" | tail -n 1)
    printf '%-10s spin %8s s, %12s states   chorus %6s s, %s\n' "$name" "$spin_seconds" "$states" "$(since "$start")" \
        "$verdict"
}

previous=2 largest=3 # Fibonacci's numbers: two more a round
for n in 2 3 4 5 6 7 8 9 10 11 12; do
    previous=$((previous + largest)) largest=$((previous + largest))
    if [ "$n" -ge 5 ]; then one "fib-$n" "fib-$n" fib "-DROUNDS=$n" "-DLARGEST=$largest"; fi
done
one queue-4 queue-4 queue
one stack-8 stack-8 stack
one indexer-3 indexer-3 indexer
