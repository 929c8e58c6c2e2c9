#!/bin/sh
# The programs of bench/programs/deadlock: tests/cli/expected.sh says what is asked. Prints TAP.
#
#   tests/cli/deadlock.sh [CHORUS]
folder=deadlock property=no-deadlock
. "$(dirname "$0")/expected.sh"
