#!/bin/sh
# The misuse that tests/golden/sync shows really happens: the programs about mutexes, compiled with mutexes that check
# for errors (sync_shim.h), are told so by the C library in each run, and their right twins never. Left out are those
# whose misuse needs a schedule of its own. Prints TAP.
#
#   tests/cli/sync.sh [CC]
cc=${1:-${CC:-cc}}
case $cc in *chorus) cc=cc ;; esac
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
count=0

# NAME WHAT IT SAYS
ask() {
    count=$((count + 1))
    said=$("$cc" -w -include "$here/sync_shim.h" -o "$folder/program" "$here/../golden/sync/$1.c" -lpthread 2>&1 &&
        timeout 20 "$folder/program")
    if [ "$said" = "$2" ]; then echo "ok $count - $1"; else echo "not ok $count - $1: '$said', not '$2'"; fi
}

# NAME CALL ERROR: both twins
twins() {
    ask "$1_bad" "misuse: $2 $3"
    ask "$1_good" ""
}

twins mutex_unlock_free unlock EPERM
twins mutex_unlock_other unlock EPERM
twins mutex_unlock_on_error unlock EPERM
twins mutex_trylock_ignored unlock EPERM
twins mutex_relock lock EDEADLK
twins mutex_recursive unlock EPERM
twins mutex_destroy_held destroy EBUSY
twins mutex_in_array unlock EPERM
twins mutex_in_heap unlock EPERM
echo "1..$count"
