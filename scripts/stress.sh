#!/bin/sh
# Stress: the k-th check of every solver session of a run answers "unknown", for k = 1, 2, 3 and on: then the verdict is the
# expected one or "unknown", and nothing else happens. (Released memory is poisoned and grown blocks always move in the
# same builds.) Prints "N passed, N failed" at the end; a test is an input.
#
#   scripts/stress.sh [CHORUS [K...]]     a development build (build/asan/chorus); the checks that fail, one a run
set -u
cd "$(dirname "$0")/.." || exit 2
export LC_ALL=C

# --run CHORUS "K..." INPUT: prints what is wrong; otherwise nothing.
if [ "${1-}" = --run ]; then
    expected=$(sed -n 's/^exit: //p' "${4%.*}.expect")
    args=check
    if [ -f "${4%.*}.args" ]; then args=$(cat "${4%.*}.args"); fi
    for k in $3; do
        # shellcheck disable=SC2086  # the arguments are split on purpose
        said=$(CHORUS_STRESS=$k timeout -k 5 120 "$2" $args --iterations=30 "$4" 2>&1 </dev/null)
        code=$?
        if [ "$code" -ne "$expected" ] && [ "$code" -ne 2 ]; then
            echo "  FAILED $4: exit status $code, want $expected or 2, where check $k is unknown"
            printf '%s\n' "$said" | tail -n 20 | sed 's/^/    /'
            exit 0
        fi
        [ "$code" -ne 2 ] || echo "unknown $4"
    done
    echo "passed $4"
    exit 0
fi

chorus=${1:-build/asan/chorus}
[ $# -eq 0 ] || shift
checks=${*:-1 2 3 4 5 6 8 10 13 17 22 30 45 70 110}
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
trap 'exit 130' INT TERM HUP
for name in cli/lost_update.scpl cli/spawn.scpl cli/values.scpl cli/bound.scpl cli/ideal.scpl \
    cli/one_thread.c baseline/symmetry_off.scpl baseline/symmetry_off_false.scpl \
    cli/lost_update_c.c check/atomic_update.c check/condition_wait.c check/condition_wait_buggy.c \
    check/function_pointer.c check/function_pointer_buggy.c check/handle_index.c check/mutex_array.c \
    check/whole_statements.c check/pointer_swap.c check/many_rounds_safe.c check/many_rounds_buggy.c; do
    [ ! -f "tests/golden/$name" ] && echo "  FAILED $name: missing" || echo "tests/golden/$name"
done >"$temp/inputs"
# Longest first.
sort -r "$temp/inputs" | xargs -P "$(nproc)" -I '{}' scripts/stress.sh --run "$chorus" "$checks" '{}' >"$temp/log"
grep -v '^passed \|^unknown ' "$temp/log"
passed=$(grep -c '^passed ' "$temp/log")
failed=$(($(wc -l <"$temp/inputs") - passed))
# Without an "unknown" the build has no switch, and nothing was tested.
if ! grep -q '^unknown ' "$temp/log"; then
    echo "  FAILED: $chorus never gave up; not a development build?"
    failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
