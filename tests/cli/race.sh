#!/bin/sh
# The programs of bench/programs/race: tests/cli/expected.sh says what is asked. Prints TAP.
#
#   tests/cli/race.sh [CHORUS]
folder=race property=no-data-race
. "$(dirname "$0")/expected.sh"
