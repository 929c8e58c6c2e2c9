#!/bin/sh
# The programs of a folder of bench/programs: each has the verdict that expected.tsv there says about a property, with a
# scope or reason that matches; what is false replays, what is true has a certificate. Prints TAP. To be included:
#
#   folder=deadlock property=no-deadlock
#   . "$(dirname "$0")/expected.sh"
. "$(dirname "$0")/common.sh"

programs=$root/bench/programs/$folder
tab=$(printf '\t')
while IFS=$tab read -r file verdict scope; do
    case $file in '#'*) continue ;; esac
    problem=
    rm -f x.trace x.certificate
    run check --property="$property" --trace=x.trace --certificate=x.certificate "$programs/$file"
    said=$(tail -n 1 "$base/out")
    case $said in
    "RESULT: $verdict ["*) ;;
    *) complain "says $said" ;;
    esac
    echo "$said" | grep -Eq "$scope" || complain "says $said, want $scope"
    case $verdict in
    true) run certify --property="$property" x.certificate "$programs/$file" ;;
    false*) run replay --property="$property" x.trace "$programs/$file" ;;
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
