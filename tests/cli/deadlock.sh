#!/bin/sh
# The programs of bench/programs/deadlock: each has the verdict that expected.tsv there says, with a scope or reason that
# matches; what is false replays, what is true has a certificate. Prints TAP.
#
#   tests/cli/deadlock.sh [CHORUS]
. "$(dirname "$0")/common.sh"

programs=$root/bench/programs/deadlock
tab=$(printf '\t')
while IFS=$tab read -r file verdict scope; do
    case $file in '#'*) continue ;; esac
    problem=
    rm -f x.trace x.certificate
    run check --property=no-deadlock --trace=x.trace --certificate=x.certificate "$programs/$file"
    said=$(tail -n 1 "$base/out")
    case $said in
    "RESULT: $verdict ["*) ;;
    *) complain "says $said" ;;
    esac
    echo "$said" | grep -Eq "$scope" || complain "says $said, want $scope"
    case $verdict in
    true) run certify --property=no-deadlock x.certificate "$programs/$file" ;;
    false*) run replay --property=no-deadlock x.trace "$programs/$file" ;;
    *) status=0 ;;
    esac
    [ "$status" -eq 0 ] || complain "exit status $status: $(tail -n 1 "$base/out" "$base/err")"
    verdict "$file"
done <"$programs/expected.tsv"

for file in "$programs"/*.c; do
    problem=
    grep -q "^${file##*/}$tab" "$programs/expected.tsv" || complain 'not in expected.tsv'
    [ -z "$problem" ] || verdict "${file##*/}"
done

plan
