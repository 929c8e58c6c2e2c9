#!/bin/sh
# Documented bugs of public projects: each file as it is in the commit before the one that mends the bug, with a driver as
# a unit test has it (bench/real-bugs/DRIVER). Is the bug told, and is the file after the mend proved? Prints a table in
# Markdown for each list of bugs.
#
#   bench/real-bugs.sh [-b SECONDS] [-f SECONDS] [-c FACTOR] [-j JOBS] [-t LIST] [-o FOLDER] CLONES [NAME...]
#
# CLONES is a folder with clones of the projects, with their history: CLONES/PROJECT (bare ones will do). Nothing is
# fetched, nothing is built, and the clones are left as they are. -b: the time limit for a bug (10), -f: for a file after
# the mend (60). -t: a list, bench/real-bugs/*.tsv where none is given. -o: what was printed is kept in FOLDER. NAME: only
# these rows. CHORUS names the executable (build/release/chorus). On a machine that others use as well, FACTOR (1) lets
# the clock run so many times as long as the processor may.
#
# A list has a head line `# TITLE`, and a row for each bug, its columns separated by one tab:
#   name       the row's name, without spaces
#   project    the folder in CLONES
#   before     the commit that has the bug (`COMMIT^`)
#   after      the commit that mends it, or - where there is none
#   files      C files, relative to the project's root, separated by spaces; - where the driver includes them
#   driver     a C file in bench/real-bugs
#   flags      of the compiler and of Chorus, or -; @ is bench/real-bugs, other paths are relative to the project's root
#   property   what is asked
#   run        a regular expression (grep -E) that the printed run must have, so that it is this bug and no other; - if any will do
#   fixed      what is right for the file after the mend: true, false (another bug is left), or - (not asked)
#   bug        in a few words, for the table
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
lists=$here/bench/real-bugs
export LC_ALL=C

# ask SAID TREE SECONDS FLAGS PROPERTY DRIVER FILES: what Chorus says of a tree, with the seconds that takes.
ask() (
    said=$1 tree=$2 limit=$3 flags=$4 property=$5 driver=$6 files=$7
    [ "$files" != - ] || files=
    # shellcheck disable=SC2086  # lists of flags and of files
    cd "$tree" && exec /usr/bin/time -q -o "$said.time" -f '%e %U %S' timeout $((2 * limit + 5)) \
        "${CHORUS:-$here/build/release/chorus}" check --property="$property" --time-limit="$limit" $flags $files \
        "$lists/$driver" >"$said.out" 2>"$said.err"
)

# tree PROJECT COMMIT FOLDER: the project as it is in a commit.
tree() {
    mkdir -p "$3" && git -C "$1" archive "$2" | tar -x -C "$3"
}

# cell SAID RUN WANTED LIMIT: seconds, verdict, scope; `another bug` where the run does not have RUN.
cell() (
    touch "$1.out" "$1.time"
    is_the_bug=yes
    [ "$2" = - ] || grep -Eq -e "$2" "$1.out" || is_the_bug=no
    tail -n 1 "$1.time" | cat - "$1.out" | awk -v wanted="$3" -v limit="$4" -v is_the_bug="$is_the_bug" '
    function cut(text) {
        gsub(/\|/, "\\|", text)
        gsub(/[^ `]*\//, "", text)
        return length(text) > 160 ? substr(text, 1, 157) "..." : text
    }
    NR == 1 { seconds = $1; processor = $2 + $3; next }
    /^RESULT: / { said = $2; sub(/\(.*/, "", said); scope = $0; sub(/^[^[]*\[?/, "", scope); sub(/\]$/, "", scope) }
    END {
        if (said == "") { said = "none"; scope = "no answer" }
        mark = ""
        if (said == "false" && wanted == "false" && is_the_bug == "no") mark = "another bug: "
        else if (said == "true" && wanted == "false" || said == "false" && wanted == "true") mark = "WRONG: "
        else if (said == wanted && processor > limit + 0.5) mark = "too late: "
        printf "%.1f | %s%s%s", seconds, mark, said, scope == "" ? "" : ", " cut(scope)
    }'
)

if [ "${1-}" = --row ]; then
    shift
    said=$1 clones=$2 bugs=$3 fixes=$4 factor=$5 name=$6 project=$7
    shift 7
    before=$1 after=$2 files=$3 driver=$4 flags=$(printf %s "$5" | sed "s|@|$lists|g") property=$6 run=$7 fixed=$8 bug=$9
    [ "$flags" != - ] || flags=
    trees=$(mktemp -d) || exit 2
    trap 'rm -rf "$trees"' EXIT
    tree "$clones/$project" "$before" "$trees/before" || exit
    ask "$said/$name.before" "$trees/before" $((bugs * factor)) "$flags" "$property" "$driver" "$files"
    mended=' | '
    if [ "$after" != - ] && [ "$fixed" != - ]; then
        tree "$clones/$project" "$after" "$trees/after" || exit
        ask "$said/$name.after" "$trees/after" $((fixes * factor)) "$flags" "$property" "$driver" "$files"
        mended=$(cell "$said/$name.after" - "$fixed" "$fixes")
    fi
    printf '| %s | %s | %s | %s | %d | %s | %s |\n' "$name" "$before" "$bug" "$property" "$(grep -c . "$lists/$driver")" \
        "$(cell "$said/$name.before" "$run" false "$bugs")" "$mended" >"$said/$name.row"
    exit
fi

bugs=10 fixes=60 factor=1 jobs=1 kept='' list=''
while getopts b:f:c:j:t:o: option; do
    case $option in
    b) bugs=$OPTARG ;;
    f) fixes=$OPTARG ;;
    c) factor=$OPTARG ;;
    j) jobs=$OPTARG ;;
    t) list=$OPTARG ;;
    o) kept=$OPTARG ;;
    *) exit 64 ;;
    esac
done
shift $((OPTIND - 1))
clones=$(cd "${1:?a folder with clones of the projects}" && pwd) || exit 2
shift
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM HUP
said=$scratch
[ -z "$kept" ] || { mkdir -p "$kept" && said=$(cd "$kept" && pwd); } || exit 2

tab=$(printf '\t')
for table in ${list:-"$lists"/*.tsv}; do
    sed -n '1s/^# /## /p' "$table"
    echo
    echo '| bug | commit | what it is | property | driver | seconds | verdict | seconds, mended | verdict, mended |'
    echo '|---|---|---|---|--:|--:|---|--:|---|'
    grep -v '^#' "$table" >"$scratch/list"
    while IFS=$tab read -r name project before after files driver flags property run fixed bug; do
        case " $* " in *" $name "* | "  ") ;; *) continue ;; esac
        printf '%s\0' "$name" "$project" "$before" "$after" "$files" "$driver" "$flags" "$property" "$run" "$fixed" "$bug"
    done <"$scratch/list" |
        xargs -0 -r -n 11 -P "$jobs" "$here/bench/real-bugs.sh" --row "$said" "$clones" "$bugs" "$fixes" "$factor"
    while read -r name _; do
        case " $* " in *" $name "* | "  ") cat "$said/$name.row" ;; esac
    done <"$scratch/list"
    echo
done
