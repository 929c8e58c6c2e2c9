#!/bin/sh
# Tests everything, also what is slow (while working, 'make check' is enough): prints one line a part, details of
# failures only, and "N passed, N failed" at the end. Needs root or sudo when Debian packages are missing.
set -u
cd "$(dirname "$0")" || exit 2
root=$(pwd)
export LC_ALL=C CHORUS_TESTS=all
# Of long tables of things that are alike a third, another one each minute; TEST_SAMPLE=1/1: all.
: "${TEST_SAMPLE:=$(($(date +%s) / 60 % 3 + 1))/3}"
export TEST_SAMPLE
scripts/install-deps.sh || exit 1

mkdir -p build
temp=$(mktemp -d "$root/build/test.XXXXXX") || exit 1
trap 'rm -rf "$temp"' EXIT
trap 'exit 130' INT TERM HUP

total_passed=0
total_failed=0
all_started=$(date +%s)

# Sets busy: what all that has run so far took of the processors, in hundredths of a second.
look_at_times() {
    times >"$temp/times" # in a subshell they would be its own
    busy=$(sed -n '2s/[ms]/ /gp' "$temp/times" | awk '{ printf "%d", 100 * (60 * ($1 + $3) + $2 + $4) }')
}

# begin: before a part. count PASSED FAILED NAME: after it.
begin() {
    started=$(date +%s)
    look_at_times
    busy_before=$busy
}

count() {
    seconds=$(($(date +%s) - started))
    look_at_times
    took=$(((busy - busy_before + 50) / 100))
    total_passed=$((total_passed + $1))
    total_failed=$((total_failed + $2))
    printf '%-36s %5d passed, %d failed  (%d s, %d s of the processors)\n' "$3" "$1" "$2" "$seconds" "$took"
    echo "$seconds s, $took s of the processors: $3" >>"$temp/parts"
}

# part NAME COMMAND...: one check; what the command says is printed when it fails.
part() {
    name=$1
    shift
    begin
    if "$@" >"$temp/log" 2>&1 </dev/null; then
        count 1 0 "$name"
    else
        count 0 1 "$name"
        head -n 200 "$temp/log" | sed 's/^/  /'
        return 1
    fi
}

# parts NAME COMMAND...: many checks; the last line that the command prints is "N passed, N failed".
parts() {
    name=$1
    shift
    begin
    "$@" >"$temp/log" 2>&1 </dev/null
    code=$?
    sums=$(sed -n '$s/^\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed$/\1 \2/p' "$temp/log")
    : "${sums:=0 1}"
    if [ "$code" -ne 0 ] && [ "${sums#* }" -eq 0 ]; then
        sums="${sums% *} 1"
    fi
    count "${sums% *}" "${sums#* }" "$name"
    sed '/^[0-9]* passed, [0-9]* failed$/d' "$temp/log" | head -n 400
}

build_release() {
    cmake --preset release >/dev/null && cmake --build build/release -- --quiet
}

# What runs with sanitizers, and no more; of debug information the lines, which reports name.
build_asan() {
    programs=$(find tests/unit tests/unsound tests/fuzz -name '*_*.c' -exec basename '{}' .c ';')
    # shellcheck disable=SC2086  # a list of names
    cmake --preset asan -DCHORUS_WERROR=ON -DCMAKE_C_FLAGS_DEBUG='-O1 -g1' >/dev/null &&
        cmake --build build/asan --target chorus chorus-agreement chorus-library-golden $programs -- --quiet
}

part 'format' scripts/check-format.sh
part 'layers' scripts/check-layers.sh
part 'architecture page' scripts/check-architecture.sh
part 'pages' scripts/check-docs.sh
part 'sizes' scripts/check-sizes.sh
part 'names' scripts/check-names.sh
part 'clang: no warnings, headers alone' scripts/run.py warnings
part 'static analysis' scripts/check-static.sh
if part 'build: release' build_release; then
    part 'loops' scripts/check-loops.sh
    # One queue, the longest first.
    tests=build/release/tests
    parts 'unit tests, agreement, command line' scripts/run.py tap "$tests/chorus-agreement-c" \
        "$tests/chorus-agreement-library" "$tests/chorus-agreement-link" "$tests/chorus-agreement" tests/cli/native.sh \
        tests/cli/modular.sh tests/cli/bad_input.sh tests/cli/native_race.sh tests/cli/slurm.sh tests/cli/suite.sh \
        "$tests/chorus-bbp-agreement" "$tests/chorus-agreement-memory" tests/agreement_memory/mistakes.sh tests/agreement/corpus.sh tests/cli/certify.sh \
        tests/cli/graphml.sh \
        tests/cli/replay.sh tests/cli/image.sh tests/cli/deadlock.sh tests/cli/race.sh tests/cli/properties.sh \
        tests/cli/sync.sh tests/cli/sequential.sh tests/cli/files.sh tests/cli/reports.sh tests/cli/validate.sh \
        tests/cli/cache.sh tests/cli/bindings.sh tests/cli/pages.sh tests/cli/watch.sh tests/cli/suppressions.sh tests/cli/lsp.sh \
        tests/cli/project.sh tests/cli/link.sh "$tests"
    parts 'golden tests: release' scripts/run.py golden
    # One program asks all of them.
    export GOLDEN_SAMPLE="$TEST_SAMPLE" TAP_LIMIT=1800
    parts 'golden tests: library' scripts/run.py tap "$tests/chorus-library-golden"
    unset GOLDEN_SAMPLE TAP_LIMIT
    parts 'golden tests: calls are shared' scripts/run.py shared-calls
    parts 'idioms of real programs' scripts/run.py idioms
    parts 'surveys' scripts/run.py surveys
    part 'native replay of the benchmarks' bench/native.sh -r 1 -s "$TEST_SAMPLE"
    part 'benchmark programs' build/release/chorus-bench -t 120 -j "$(nproc)" -s "$TEST_SAMPLE"
    parts 'install, public API' scripts/run.py tap tests/api/install.sh
fi
if part 'build: sanitizers' build_asan; then
    unset CHORUS_TESTS # what is slow has run without sanitizers, with which it would take ten times as long
    # An exit status that no verdict has. Six callers of an allocation are told: to note thirty takes an eighth of the time.
    export ASAN_OPTIONS=exitcode=99:malloc_context_size=6 UBSAN_OPTIONS=exitcode=99:print_stacktrace=1
    parts 'unit tests, agreement: sanitizers' scripts/run.py tap build/asan/tests/chorus-agreement build/asan/tests
    parts 'stress: the solver gives up' scripts/run.py stress
    # One half of the sample by the command, the other by the library.
    part_number=${TEST_SAMPLE%/*} part_count=$((2 * ${TEST_SAMPLE#*/}))
    export CHORUS=build/asan/chorus GOLDEN_LIMIT=300 GOLDEN_SAMPLE=$((2 * part_number - 1))/$part_count
    parts 'golden tests: sanitizers' scripts/run.py golden
    export TAP_LIMIT=1800 GOLDEN_SAMPLE=$((2 * part_number))/$part_count
    parts 'golden tests: library, sanitizers' scripts/run.py tap build/asan/tests/chorus-library-golden
fi

echo "the slowest parts, of $(($(date +%s) - all_started)) s:"
sort -rn "$temp/parts" | head -n 10 | sed 's/^/  /'
echo "$total_passed passed, $total_failed failed"
[ "$total_failed" -eq 0 ]
