#!/bin/sh
# Other tools as checkers of sequential programs (--sequential): what they say is found in their output and used, and
# nothing is believed. Prints TAP.
#
#   tests/cli/sequential.sh [CHORUS]
. "$(dirname "$0")/common.sh"

programs=$root/bench/programs/modular

# A checker that is certainly there: Chorus itself, of one thread. Each call adds a line to "calls".
cat >checker.sh <<END
#!/bin/sh
echo called >>"$base/calls"
exec "$chorus" check --errors=reach_error --witness="\$2" --witness-format="\$3" --force "\$1"
END
chmod +x checker.sh

# check WANT PROGRAM ARGUMENT...: the result line is as wanted.
check() {
    want=$1
    program=$2
    shift 2
    run check --method=modular "$@" "$programs/$program.c"
    case $(tail -n 1 "$base/out") in
    "RESULT: $want"*) ;;
    *) complain "$program: says $(tail -n 1 "$base/out" "$base/err"), want $want" ;;
    esac
    nothing_left
}

for format in graphml yaml; do
    for program in pascal-2 pascal-2_buggy; do
        problem=
        : >"$base/calls"
        case $program in *_buggy) want='false(unreach-call) [main and 2 threads' ;; *) want='true [all 2 threads' ;; esac
        check "$want" "$program" -v --sequential="./checker.sh {file} {witness} $format"
        [ "$(grep -c called "$base/calls")" -ge 3 ] || complain 'it was not asked'
        grep -q 'a path is found along its witness' "$base/err" || complain 'no path along its witness'
        verdict "$program with another checker, witnesses in $format"
    done
done

problem=
check 'true [' pascal-2 --certificate=x.certificate --sequential='./checker.sh {file} {witness} yaml'
run certify x.certificate "$programs/pascal-2.c"
[ "$status" -eq 0 ] || complain "the certificate: $(tail -n 1 "$base/out")"
verdict 'what it says is safe has a certificate'

# Whatever a checker says, no verdict is wrong.
problem=
check 'unknown [wrong answer: ' pascal-2_buggy --sequential='echo VERIFICATION SUCCESSFUL: {file}'
check 'unknown [wrong answer: ' pascal-2 --sequential='echo VERIFICATION SUCCESSFUL: {file}'
check 'true [' pascal-2 --sequential='echo VERIFICATION FAILED: {file}'
check 'false(unreach-call) [' pascal-2_buggy --sequential='echo VERIFICATION FAILED: {file}'
check 'true [' pascal-2 --sequential='echo VERIFICATION FAILED VERIFICATION SUCCESSFUL: {file}'
check 'false(unreach-call) [' pascal-2_buggy --sequential='exit 1; cat {file}'
printf 'startline">9999<\nline: 1\nline: 99999999999999999999999\n' >nonsense
check 'false(unreach-call) [' pascal-2_buggy --sequential='cp nonsense {witness}; echo FALSE; : {file}'
verdict 'wrong answers are found out'

problem=
check 'unknown [' pascal-2_buggy --sequential='echo "+:-)" {file}' --sequential-safe='^[+]'
check 'true [' pascal-2 --sequential='echo "+:-(" {file}' --sequential-safe='^[+]:-[)]' --sequential-violated='^[+]:-[(]'
verdict 'verdicts are found by regular expressions'

problem=
check "unknown ['/no/such/checker {file}' cannot be run: it is not found]" pascal-2 --sequential='/no/such/checker {file}'
check 'unknown [time limit of 2 s reached]' pascal-2 --time-limit=2 --sequential='sleep 100; cat {file}'
verdict 'checkers that do not run, and that do not end'

for checker in auto diagrams loop; do
    problem=
    check 'true [' pascal-2 --sequential=$checker
    check 'false(unreach-call) [' pascal-2_buggy --sequential=$checker
    verdict "--sequential=$checker"
done

refused 'no such checker' 64 'no checker of sequential programs' check --sequential=nobody "$programs/pascal-2.c"
refused 'no regular expression' 64 'is no regular expression' check --sequential-safe='(' "$programs/pascal-2.c"

# One that others made, where it is installed.
if command -v cbmc >"$base/out"; then
    problem=
    tool="cbmc --unwind 12 --unwinding-assertions --graphml-witness {witness} {file}"
    check 'true [' pascal-2 --sequential="$tool"
    check 'false(unreach-call) [' pascal-2_buggy --sequential="$tool"
    verdict 'cbmc'
else
    count=$((count + 1))
    echo "ok $count - cbmc # SKIP it is not installed (Debian 12 has no package of it)"
fi

plan
