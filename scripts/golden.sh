#!/bin/sh
# Golden tests: for every input X.c, X.i, X.scpl, X.bbp or X.yml under tests/golden, runs Chorus on it and
# compares the standard output and the exit status with X.expect.
#
#   scripts/golden.sh [--bless] [NAME...]
#
# X.args holds the arguments that come before the input (default: check). NAME is a part of the path
# of an input. --bless writes what Chorus says now into the .expect files. CHORUS names the executable
# (default build/release/chorus), GOLDEN_LIMIT the seconds that one run may take (120). From the
# output, the path of the tests folder and lines that begin with "stat seconds" are left out. In the
# folder diagnostics, standard error is part of what is expected. The inputs of tests/golden/slow.list
# run with CHORUS_TESTS=all, for --bless, or when a NAME is given.
set -u
cd "$(dirname "$0")/.." || exit 2
CHORUS=${CHORUS:-build/release/chorus}
GOLDEN_LIMIT=${GOLDEN_LIMIT:-120}
export CHORUS GOLDEN_LIMIT

# --run FOLDER INPUT: what Chorus says about INPUT, made independent of place and time, into
# FOLDER/INPUT.got and .err (with _ for /).
if [ "${1-}" = --run ]; then
    out=$2/$(printf '%s' "$3" | tr / _)
    args=check
    [ -f "${3%.*}.args" ] && args=$(cat "${3%.*}.args")
    # shellcheck disable=SC2086  # the arguments are split on purpose
    timeout -k 5 "$GOLDEN_LIMIT" "$CHORUS" $args "$3" </dev/null >"$out.raw" 2>"$out.err"
    code=$?
    sed -e "s|$(pwd)/tests/||g" -e 's|tests/golden/|golden/|g' -e '/^stat seconds/d' \
        "$out.raw" >"$out.got"
    case $3 in tests/golden/diagnostics/*)
        sed -e "s|$(pwd)/tests/||g" -e 's|tests/golden/|golden/|g' -e 's/^/stderr: /' "$out.err" >>"$out.got" ;;
    esac
    echo "exit: $code" >>"$out.got"
    exit 0
fi

bless=false
if [ "${1-}" = --bless ]; then
    bless=true
    shift
fi
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
trap 'exit 130' INT TERM HUP

slow=true
if [ $# -eq 0 ]; then
    $bless || [ "${CHORUS_TESTS-}" = all ] || slow=false
    set -- ''
fi
for name in "$@"; do
    find tests/golden -type f \( -name '*.c' -o -name '*.i' -o -name '*.scpl' -o -name '*.bbp' -o -name '*.yml' \) |
        grep -F -e "$name"
done | LC_ALL=C sort -u >"$temp/all"
# The slow ones come first, so that none of them runs alone at the end.
{
    if $slow; then grep -F -x -f tests/golden/slow.list "$temp/all"; fi
    grep -F -x -v -f tests/golden/slow.list "$temp/all"
} >"$temp/inputs"
xargs -P "$(nproc)" -I '{}' scripts/golden.sh --run "$temp" '{}' <"$temp/inputs"

passed=0
failed=0
while read -r input; do
    expect=${input%.*}.expect
    out=$temp/$(printf '%s' "$input" | tr / _)
    if $bless && ! cmp -s "$out.got" "$expect"; then
        cp "$out.got" "$expect"
        echo "  blessed $expect"
    fi
    if [ ! -f "$expect" ]; then
        failed=$((failed + 1))
        echo "  FAILED $input: no $expect; 'make bless' writes it"
    elif diff -u "$expect" "$out.got" >"$out.diff"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "  FAILED $input"
        sed -n '3,60s/^/    /p' "$out.diff"
        sed -n '1,20s/^/    stderr: /p' "$out.err"
    fi
done <"$temp/inputs"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
