#!/bin/sh
# Runs ./demo.sh and ./test.sh, each twice, in a fresh Debian 12 where nothing but the minimal base is
# installed. Needs root, debootstrap and about 3 GB; made for checking by hand.
#
#   scripts/bare-debian.sh [-f FILE] [COMMAND...]
#
# COMMAND... replaces the four runs. FILE: one that the checkout does not have, put into its folder. The package mirror
# and apt's settings are those of this system.
set -eu
file=
if [ "${1-}" = -f ]; then
    file=$(realpath "$2")
    shift 2
fi
cd "$(dirname "$0")/.."
release=bookworm
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $release" |
    head -n 1)
[ -n "$mirror" ] || {
    echo "bare-debian: apt knows no mirror of $release; try apt-get update" >&2
    exit 1
}
http_proxy=${http_proxy:-$(apt-config shell p Acquire::http::Proxy | sed "s/^p='\(.*\)'$/\1/")}
https_proxy=${https_proxy:-$(apt-config shell p Acquire::https::Proxy | sed "s/^p='\(.*\)'$/\1/")}
[ -n "$http_proxy" ] && export http_proxy || unset http_proxy
[ -n "$https_proxy" ] && export https_proxy || unset https_proxy

root=$(mktemp -d "${TMPDIR:-/tmp}/bare-debian.XXXXXX")
leave() {
    umount "$root/dev" 2>/dev/null || true
    umount "$root/proc" 2>/dev/null || true
    mountpoint -q "$root/proc" || mountpoint -q "$root/dev" || rm -rf "$root"
}
trap leave EXIT
trap 'exit 130' INT TERM HUP

echo "debootstrap $release from $mirror"
debootstrap --variant=minbase "$release" "$root" "$mirror" >"$root.log" 2>&1 || {
    tail -n 20 "$root.log" "$root/debootstrap/debootstrap.log" >&2
    exit 1
}
rm -f "$root.log"

# apt as here: sources, keys and settings.
rm -f "$root/etc/apt/sources.list"
for part in sources.list sources.list.d preferences.d trusted.gpg.d keyrings; do
    [ ! -e "/etc/apt/$part" ] || cp -r "/etc/apt/$part" "$root/etc/apt/"
done
apt-config dump Acquire | grep -v '::IndexTargets\|::Changelogs' >"$root/etc/apt/apt.conf.d/99host"
[ ! -f /etc/resolv.conf ] || cp -L /etc/resolv.conf "$root/etc/resolv.conf"
cp /etc/hosts "$root/etc/hosts"

# The checkout: what git knows and what it does not ignore, or else everything but build/.
mkdir "$root/chorus"
if git ls-files >/dev/null 2>&1; then
    git ls-files -z --cached --others --exclude-standard
else
    find . \( -path ./build -o -path ./.git \) -prune -o -type f -print0
fi | tar --null --ignore-failed-read -T - -cf - | tar -C "$root/chorus" -xf -

[ -z "$file" ] || cp "$file" "$root/chorus/"

mount -t proc proc "$root/proc" || echo "bare-debian: no /proc: sanitizers will not work" >&2
[ -c "$root/dev/null" ] || mount --bind /dev "$root/dev"

status=0
run() {
    started=$(date +%s)
    echo "== $*"
    chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb \
        sh -c 'cd /chorus && exec "$@"' sh "$@" </dev/null || {
        echo "== $*: exit status $?"
        status=1
    }
    echo "== $(($(date +%s) - started)) s"
}
if [ $# -gt 0 ]; then
    run "$@"
else
    run ./demo.sh
    run ./demo.sh
    run ./test.sh
    run ./test.sh
fi
exit "$status"
