#!/bin/sh
# Modular verification: the programs of bench/programs/modular have the verdicts that expected.tsv there says (what has
# "-" is not tried), what is false replays, what is true has a certificate; and sequential programs as C compile and say
# what they should. Prints TAP.
#
#   tests/cli/modular.sh [CHORUS]
. "$(dirname "$0")/common.sh"

programs=$root/bench/programs/modular
tab=$(printf '\t')
while IFS=$tab read -r file verdict scope; do
    case $file in '#'*) continue ;; esac
    [ "$verdict" != - ] || continue
    problem=
    rm -f x.trace x.certificate
    run check --method=modular --trace=x.trace --certificate=x.certificate "$programs/$file"
    said=$(tail -n 1 "$base/out")
    case $said in
    "RESULT: $verdict ["*) ;;
    *) complain "says $said" ;;
    esac
    echo "$said" | grep -Eq "$scope" || complain "says $said, want $scope"
    case $verdict in
    true) run certify x.certificate "$programs/$file" ;;
    *) run replay x.trace "$programs/$file" ;;
    esac
    case "$verdict $status" in
    "true 0" | "false"*" 0") ;;
    *) complain "exit status $status: $(tail -n 1 "$base/out" "$base/err")" ;;
    esac
    verdict "$file"
done <"$programs/expected.tsv"

# An environment's move that sets cs1 must have claim1 set (the refinement of the paper's example).
problem=
run dump --method=modular --stage=sequential "$programs/peterson.c"
[ "$status" -eq 0 ] || complain "exit status $status"
cp "$base/out" peterson.c
first=$(grep -F '/* from' peterson.c | head -n 1)
case $first in
*'from true  never to  claim1 == 0 && cs1 != 0 */') ;;
*) complain "the first refinement is $first" ;;
esac
verdict 'the first refinement is that of the paper'

problem=
for program in 0 1 2 3; do
    clang-19 -std=c17 -Wall -Werror -Wno-unused -DPROGRAM=$program -c -o peterson.o peterson.c 2>"$base/err" ||
        complain "program $program: $(cat "$base/err")"
    run check --errors=reach_error -DPROGRAM=$program peterson.c
    [ "$status" -eq 0 ] || complain "program $program: $(tail -n 1 "$base/out")"
done
verdict 'sequential programs of a proof compile and have no error'

problem=
sed '/^    if (.*) assume(/d' peterson.c >free.c
run check --errors=reach_error free.c
[ "$status" -eq 1 ] || complain "$(tail -n 1 "$base/out")"
verdict 'without the facts there is one'

# What BuDDy collects while an operation is under way must not depend on what malloc leaves in its memory.
problem=
export MALLOC_PERTURB_=170
run check --method=modular --time-limit=5 "$root/tests/agreement/corpus/diagrams_collected.scpl"
unset MALLOC_PERTURB_
case $(tail -n 1 "$base/out") in
*error*) complain "$(tail -n 1 "$base/out")" ;;
esac
verdict 'collections of diagrams look at diagrams only'

plan
