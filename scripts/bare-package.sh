#!/bin/sh
# The Debian package where nothing but the minimal base is installed: lintian, `apt install ./chorus_*.deb` in a fresh
# Debian 12, the tutorial with what was installed. Needs root, debootstrap, lintian, and `make deb` before; made for
# checking by hand.
#
#   scripts/bare-package.sh [PACKAGE.deb]         (the one of build/package)
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
package=$(realpath "${1-$(ls "$root"/build/package/chorus_*.deb)}")
lintian --allow-root --fail-on error,warning "$package"
echo "lintian: nothing to complain of"
# The tests need awk and diff, which the minimal base has; the checkout is there for them and for docs/tutorial.md only.
"$root/scripts/bare-debian.sh" -f "$package" sh -ec "
    apt-get update -q >/dev/null
    DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends ./$(basename "$package") >/dev/null
    chorus --version
    ! command -v cmake && ! command -v ninja
    tests/cli/pages.sh /usr/bin/chorus docs/tutorial.md"
