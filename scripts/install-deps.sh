#!/bin/sh
# Installs the Debian 12 packages that building and testing Chorus needs, if any is missing. Needs
# root or sudo for that; does nothing, quickly, when all are there.
set -eu
packages='gcc libc6-dev libgcc-12-dev make cmake ninja-build pkg-config
    clang-19 llvm-19-dev clang-format-19 libz3-dev libbdd-dev libyaml-dev libexpat1-dev libjansson-dev
    cvc5 cppcheck python3'

missing=
for package in $packages; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || status=
    [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "install-deps: run as root: apt-get install$missing" >&2
        exit 1
    fi
    as_root=sudo
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
run_apt() {
    $as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -q -y -o Acquire::Retries=3 \
        -o Dpkg::Use-Pty=0 "$@" </dev/null >"$log" 2>&1 || {
        cat "$log" >&2
        echo "install-deps: apt-get $1 failed" >&2
        exit 1
    }
}
echo "installing Debian packages:$missing"
run_apt update
# shellcheck disable=SC2086  # a list of names
run_apt install --no-install-recommends $missing
