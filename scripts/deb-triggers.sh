#!/bin/sh
# Packages with libraries ask dpkg to run ldconfig; CPack writes scripts that call it instead, which Debian's policy does
# not want (8.1.1). Makes the one of the other, in place.
#
#   scripts/deb-triggers.sh PACKAGE.deb
set -eu
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
dpkg-deb -R "$1" "$root"
rm -f "$root/DEBIAN/postinst" "$root/DEBIAN/postrm"
echo 'activate-noawait ldconfig' >"$root/DEBIAN/triggers"
dpkg-deb --root-owner-group -b "$root" "$1" >/dev/null
