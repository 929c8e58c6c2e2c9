#!/bin/sh
# The C programs of the golden tests with calls shared wherever they can be (src/frontend/calls): no verdict may be another
# one than where calls are inlined. "unknown" is no other verdict, but is shown.
#
#   scripts/share-calls.sh [NAME...]
#
# NAME is a part of the path of an input. CHORUS names the executable (default build/release/chorus).
set -u
cd "$(dirname "$0")/.." || exit 2
CHORUS=${CHORUS:-build/release/chorus}
export CHORUS

# --run INPUT: "passed" or "failed", and what is to be shown.
if [ "${1-}" = --run ]; then
    args=check
    [ -f "${2%.*}.args" ] && args=$(cat "${2%.*}.args")
    case $args in check*) ;; *) exit 0 ;; esac
    wanted=$(sed -n 's/^RESULT: \(true\|false\).*/\1/p' "${2%.*}.expect" | head -n 1)
    [ -n "$wanted" ] || exit 0
    # shellcheck disable=SC2086  # the arguments are split on purpose
    got=$(timeout -k 5 60 "$CHORUS" $args --share-calls=1 "$2" 2>/dev/null </dev/null | sed -n 's/^RESULT: \([a-z]*\).*/\1/p' | head -n 1)
    case $got in
    "$wanted") echo passed ;;
    true | false) echo "failed $2: $got instead of $wanted" ;;
    *) echo "passed without verdict: $2" ;;
    esac
    exit 0
fi

temp=$(mktemp)
trap 'rm -f "$temp"' EXIT
[ $# -gt 0 ] || set -- ''
for name in "$@"; do
    find tests/golden -type f -name '*.c' | grep -F -e "$name"
done | LC_ALL=C sort -u | xargs -P "$(nproc)" -I '{}' "$0" --run '{}' >"$temp"
grep -v '^passed$' "$temp"
failed=$(grep -c '^failed' "$temp")
echo "$(grep -c '^passed' "$temp") passed, $failed failed"
[ "$failed" -eq 0 ]
