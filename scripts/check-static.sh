#!/bin/sh
# Static analysis by cppcheck: no findings but those of scripts/cppcheck.suppressions, each with its reason. Silent
# when all is well. (clang-tidy, with its analyzer, takes ten times as long and found nothing more that was real.)
set -u
cd "$(dirname "$0")/.." || exit 2
scripts/check-format.sh --list '*.c' | xargs cppcheck --quiet -j "$(nproc)" --std=c17 \
    --enable=warning,performance,portability --library=scripts/cppcheck.cfg --library=posix,gnu \
    --suppressions-list=scripts/cppcheck.suppressions --template='{file}:{line}: {message} [{id}]' --error-exitcode=1 \
    -D_GNU_SOURCE -DCHORUS_UNSTABLE -DCHORUS_CHECKS=1 -DCHORUS_TESTS_DIR='""' -DCHORUS_RESOURCE_DIR='""' \
    -DFUZZ_CORPUS='""' -Isrc -Iinclude -Itests 2>&1 | grep -v '^ *$'
[ $? -eq 1 ]
