#!/bin/sh
# Records what Chorus makes of every input in the tree, so that a change that must not change anything can be
# held against the state before it.
#
#   scripts/record.sh [-f] FOLDER [NAME...]      records into FOLDER, which must not exist (-f: or is replaced)
#   scripts/record.sh --compare OLD NEW          compares two records
#
# The inputs are those of tests/golden (with the arguments in X.args), tests/agreement/corpus and bench/programs (with
# the integers of the manifest); NAME is a part of the path of an input. FOLDER/INPUT/ holds
#   program, merged, boolprog   what `chorus dump --stage=...` prints
#   check                       output and exit status of `chorus check --stats`, without seconds and memory
#   certificate, trace          what check wrote
#   baseline                    like check, by the published Cartesian abstraction (.scpl only)
#   as-is                       the command of X.args when that is neither check nor dump
# Runs are limited by iterations, never by time, so that a record does not depend on the machine. RECORD_LIMIT is the
# seconds (600) after which a run counts as hanging, which is recorded and said. CHORUS names the executable
# (default build/release/chorus): that of another tree reads the inputs of this one.
#
# A comparison ignores statistics that only NEW has and inputs that only NEW has (it counts them); anything else that
# differs, is lost or was not finished is an error.
set -u
export LC_ALL=C

usage() {
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed -n '4,5p' >&2
    exit 64
}

compare() {
    old=$1
    new=$2
    for folder in "$old" "$new"; do
        [ -d "$folder" ] || { echo "record: $folder: no such folder" >&2; exit 66; }
    done
    temp=$(mktemp -d)
    trap 'rm -rf "$temp"' EXIT
    (cd "$old" && find . -type f ! -name '.*' | sed 's|^\./||' | sort) >"$temp/old"
    (cd "$new" && find . -type f ! -name '.*' | sed 's|^\./||' | sort) >"$temp/new"
    same=0
    differ=0
    lost=0
    hanging=0
    while read -r name; do
        if [ ! -f "$new/$name" ]; then
            lost=$((lost + 1))
            echo "  LOST $name"
            continue
        fi
        if cmp -s "$old/$name" "$new/$name"; then
            same=$((same + 1))
        else
            # Of the statistics in NEW, only those that OLD has, too.
            awk 'FNR == NR { if ($1 == "stat") known[$2] = 1; next }
                 $1 != "stat" || ($2 in known)' "$old/$name" "$new/$name" >"$temp/got"
            if diff -u "$old/$name" "$temp/got" >"$temp/diff"; then
                same=$((same + 1))
            else
                differ=$((differ + 1))
                echo "  DIFFERS $name"
                if [ "$differ" -le 20 ]; then sed -n '3,22s/^/    /p' "$temp/diff"; fi
            fi
        fi
        case $name in
        */check | */baseline | */as-is)
            if grep -q '^exit: hangs' "$old/$name" "$new/$name"; then
                hanging=$((hanging + 1))
                echo "  HANGS $name"
            fi
            ;;
        esac
    done <"$temp/old"
    added=$(comm -13 "$temp/old" "$temp/new" | wc -l)
    echo "$same same, $differ differ, $lost lost, $hanging hang, $added only in $new"
    [ "$same" -gt 0 ] && [ $((differ + lost + hanging)) -eq 0 ]
}

# run FILE COMMAND...: what the command prints, both outputs apart, and its exit status, independent of place and time.
run() {
    file=$1
    shift
    timeout -k 5 "$RECORD_LIMIT" "$CHORUS" "$@" </dev/null >"$file.out" 2>"$file.err"
    code=$?
    if [ "$code" -eq 124 ] || [ "$code" -eq 137 ]; then
        code="hangs for $RECORD_LIMIT seconds"
        echo "  HANGS $*" >&2
    fi
    {
        sed 's/^/stderr: /' "$file.err"
        cat "$file.out"
        echo "exit: $code"
    } | sed -e "s|$out|OUT|g" -e '/^stat seconds/d' -e '/^stat memory/d' >"$file"
    rm -f "$file.out" "$file.err"
}

# iterations STAGE INPUT: how many refinements suffice for a verdict, or show enough. (A Boolean program is printed with
# every combination of the predicates that an edge reads, so it grows fast.)
iterations() {
    case $1:$2 in
    check:*/p_double_prime.scpl) echo 12 ;;
    check:*) echo 20 ;;
    boolprog:*/ticket-lock*) echo 1 ;;
    boolprog:*) echo 4 ;;
    esac
}

# record_one OUT INPUT
record_one() {
    out=$1
    input=$2
    to=$out/$input
    mkdir -p "$to"
    args=check
    if [ -f "${input%.*}.args" ]; then args=$(cat "${input%.*}.args"); fi
    case $args in
    check | dump) options= ;;
    check\ * | dump\ *) options=${args#* } ;;
    *)
        options=
        # shellcheck disable=SC2086  # the arguments are split on purpose
        run "$to/as-is" $args "$input"
        ;;
    esac
    case $input in bench/programs/*)
        if awk -F '\t' -v file="${input#bench/programs/}" '$1 == file && $8 == "ideal" { found = 1 }
            END { exit !found }' bench/programs/manifest.tsv; then
            options=--integers=ideal
        fi
        ;;
    esac
    kept=
    for option in $options; do
        case $option in
        -q | --quiet | --help | --stage=*) ;;
        *) kept="$kept $option" ;;
        esac
    done
    limit=$(iterations check "$input")
    # shellcheck disable=SC2086  # the options are split on purpose
    case $input in
    *.bbp) run "$to/check" mc --stats $kept "$input" ;;
    *.yml) run "$to/check" check --stats --iterations="$limit" $kept "$input" ;;
    *)
        run "$to/program" dump --stage=program $kept "$input"
        run "$to/merged" dump --stage=merged $kept "$input"
        run "$to/boolprog" dump --stage=boolprog --iterations="$(iterations boolprog "$input")" $kept "$input"
        run "$to/check" check --stats --iterations="$limit" --certificate="$to/certificate" --trace="$to/trace" \
            $kept "$input"
        case $input in *.scpl)
            run "$to/baseline" check --stats --abstraction=c1 -n 2 --iterations=5 $kept "$input" ;;
        esac
        ;;
    esac
}

case ${1-} in
--compare)
    [ $# -eq 3 ] || usage
    compare "$2" "$3"
    exit
    ;;
--one)
    record_one "$2" "$3"
    exit 0
    ;;
esac

force=false
if [ "${1-}" = -f ]; then
    force=true
    shift
fi
[ $# -ge 1 ] || usage
case $1 in -*) usage ;; esac
if [ -e "$1" ]; then
    $force || { echo "record: $1 exists already" >&2; exit 73; }
    # Only what looks like a record is removed.
    [ -f "$1/.record" ] || { echo "record: $1 is not a record" >&2; exit 73; }
    rm -rf "$1"
fi
mkdir -p "$1" || exit 73
: >"$1/.record"
out=$(cd "$1" && pwd)
shift
CHORUS=${CHORUS:-build/release/chorus}
case $CHORUS in
/*) ;;
*) if [ -x "$CHORUS" ]; then CHORUS=$(cd "$(dirname "$CHORUS")" && pwd)/$(basename "$CHORUS"); fi ;;
esac
cd "$(dirname "$0")/.." || exit 2
[ -x "$CHORUS" ] || { echo "record: no executable '$CHORUS'; build it or set CHORUS" >&2; exit 66; }
RECORD_LIMIT=${RECORD_LIMIT:-600}
export CHORUS RECORD_LIMIT

[ $# -gt 0 ] || set -- ''
for name in "$@"; do
    # Those that take longest come first, so that none of them runs alone at the end.
    for slow in bench/programs/scull.c bench/programs/p_double_prime.scpl tests/golden/check/handle_ring_buggy.c; do
        printf '%s\n' "$slow"
    done | grep -F -e "$name"
    find bench/programs tests/golden tests/agreement/corpus -type f \( -name '*.c' -o -name '*.i' -o -name '*.scpl' \
        -o -name '*.bbp' -o -name '*.yml' \) | sort | grep -F -e "$name"
done | awk '!seen[$0]++' >"$out/.inputs"
xargs -P "$(nproc)" -I '{}' scripts/record.sh --one "$out" '{}' <"$out/.inputs"
echo "recorded $(wc -l <"$out/.inputs") inputs in $out"
