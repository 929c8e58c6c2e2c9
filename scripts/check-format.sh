#!/bin/sh
# Checks that the C sources are formatted (--fix: formats them). Silent when all is well; "scripts/check-format.sh
# --list PATTERN" prints the files that this concerns and whose names match, for other checks of sources.
set -u
cd "$(dirname "$0")/.." || exit 2

sources() {
    find src include tests bench -name "$1" ! -path 'tests/golden/*' ! -path 'tests/fuzz/corpus/*' \
        ! -path 'bench/*/*' | LC_ALL=C sort
}

case ${1-} in
--list) sources "$2" ;;
--fix) { sources '*.[ch]'; sources '*.inc'; } | xargs clang-format-19 -i ;;
*)
    said=$({ sources '*.[ch]'; sources '*.inc'; } | xargs -P "$(nproc)" -n 32 clang-format-19 --dry-run -Werror 2>&1) && exit 0
    printf '%s\n' "$said" | sed -n "s/^\([^ :]*:[0-9]*\):[0-9]*: error: .*/\1: not formatted, see 'make format'/p" |
        sort -u -t : -k 1,1
    exit 1
    ;;
esac
