#!/bin/sh
# Programs on which the engine was wrong once, or on which deliberate errors in it show: all must agree. Of race_* data
# races are asked. With TEST_SAMPLE=I/N each N-th is tried, from the I-th on. Prints TAP.
#
#   tests/agreement/corpus.sh [CHORUS-AGREEMENT]
set -u
root=$(dirname "$0")/../..
agreement=${1:-$root/build/release/tests/chorus-agreement}
count=0 number=0 sample=${TEST_SAMPLE:-1/1}
for program in "$root"/tests/agreement/corpus/*.scpl; do
    number=$((number + 1))
    [ $((number % ${sample#*/} + 1)) -eq "${sample%/*}" ] || continue
    count=$((count + 1))
    case $program in
    */race_*) asked=-d ;;
    *) asked= ;;
    esac
    if said=$("$agreement" $asked -e 20 "$program" 2>&1); then
        echo "ok $count - $(basename "$program")"
    else
        echo "$said" | sed 's/^/# /; s/^# not ok/# no/'
        echo "not ok $count - $(basename "$program")"
    fi
done
echo "1..$count"
