#!/bin/sh
# Rules of memory models that are wrong: the executions of some program show each of them, and the self-check, which has
# rules of its own, tells nothing then. TAP.
set -u
cd "$(dirname "$0")/../.." || exit 1
wrong=${CHORUS_AGREEMENT_MEMORY_WRONG:-build/release/tests/chorus-agreement-memory-wrong}
number=0 status=0
for mistake in relaxed-releases message-kept fence-orders-all psc-behind location-unasked; do
    number=$((number + 1))
    if said=$("$wrong" -w "$mistake" -c 3000); then
        echo "ok $number - $mistake shows and is noticed"
    else
        echo "not ok $number - $mistake shows and is noticed"
        echo "$said" | sed 's/^/# /'
        status=1
    fi
done
echo "1..$number"
exit $status
