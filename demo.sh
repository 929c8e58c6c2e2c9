#!/bin/sh
# Builds Chorus and shows it at work: a program that is safe for every number of threads, and one that
# is not. Needs root or sudo when Debian packages are missing.
set -u
cd "$(dirname "$0")" || exit 2
scripts/install-deps.sh || exit 1
echo 'building Chorus ...'
log=$(make 2>&1) || {
    echo "$log" >&2
    exit 1
}

# show STATUS FILE: runs chorus on FILE, which should end with STATUS.
show() {
    echo "\$ cat $2"
    sed 's/^/    /' "$2"
    echo
    echo "\$ build/release/chorus check $2"
    build/release/chorus check "$2"
    status=$?
    echo "\$ echo \$?"
    echo "$status"
    echo
    if [ "$status" -ne "$1" ]; then
        echo "demo: expected exit status $1, got $status" >&2
        exit 1
    fi
}

cat <<'END'
A program with workers without bound. Each counts under a mutex and asserts that the counter grew. To
test it with 2, 3 or 100 workers shows nothing about 101; Chorus proves it for every number:

END
show 0 examples/counter_safe.c

cat <<'END'
A counter without a mutex. Chorus finds an interleaving that breaks the assertion, replays it, and
shows it step by step with threads, source lines and values:

END
show 1 examples/counter_buggy.c

cat <<'END'
The last line that Chorus prints is always the result; the exit status says it to scripts: 0 is true,
1 is false, 2 is unknown. More in README.md; `build/release/chorus --help` lists the options.
END
