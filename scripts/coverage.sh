#!/bin/sh
# Which lines of src the tests run: builds with the preset cover, runs unit and golden tests (CHORUS_TESTS=all: the slow
# ones, too) and the command-line tests, and prints one line a folder, the least covered files and the total.
#
#   scripts/coverage.sh [FILES]       how many files (20)
set -u
cd "$(dirname "$0")/.." || exit 2
export LC_ALL=C
files=${1:-20}
cmake --preset cover >/dev/null && cmake --build build/cover -- --quiet || exit 1
find build/cover -name '*.gcda' -exec rm -f {} +
scripts/run.py tap build/cover/tests | tail -n 1
CHORUS=build/cover/chorus GOLDEN_LIMIT=600 scripts/run.py golden | tail -n 1
for test in tests/cli/[!c]*.sh tests/cli/certify.sh; do
    echo "$test build/cover/chorus"
done | xargs -P "$(nproc)" -L 1 sh >/dev/null 2>&1

# Nothing is left out: the figure is of all lines of the sources in src.
find build/cover/CMakeFiles/chorus_objects.dir build/cover/CMakeFiles/chorus.dir -name '*.gcno' |
    xargs gcov-12 -n 2>/dev/null | awk -v root="$(pwd)/" -v files="$files" '
    /^File / {
        name = $2
        gsub(/\047/, "", name)
        sub("^" root, "", name)
        next
    }
    /^Lines executed:/ && name ~ /^src\/.*\.c$/ {
        split($2, part, /[:%]/)
        total = $NF
        run = part[2] * total / 100
        folder = name
        sub(/\/[^\/]*$/, "", folder)
        runs[folder] += run; totals[folder] += total
        all_run += run; all += total
        printf "2 %6.1f %% of %5d lines  %s\n", part[2], total, name
        name = ""
    }
    END {
        for (f in totals) printf "1 %6.1f %% of %5d lines  %s\n", 100 * runs[f] / totals[f], totals[f], f
        printf "3 %6.1f %% of %5d lines\n", 100 * all_run / all, all
    }' | sort -k 1,1n -k 2,2n | awk -v files="$files" '
    $1 != group { group = $1; shown = 0; print group == 1 ? "folders:" : group == 2 ? "least covered files:" : "total:" }
    group != 2 || shown++ < files { sub(/^. /, ""); print }'
