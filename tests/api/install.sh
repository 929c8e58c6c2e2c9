#!/bin/sh
# What is installed: versions, the library and what it exports, its header alone, pkg-config, CMake. Prints TAP.
#
#   tests/api/install.sh [CHORUS]     an executable in its build folder
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/../cli/common.sh"
build=$(dirname "$chorus")
prefix=$base/prefix
header=$prefix/include/chorus.h
version=$(sed -n 's/^#define CHORUS_VERSION "\(.*\)"$/\1/p' "$root/include/chorus.h")

problem=
cmake --install "$build" --prefix "$prefix" >"$base/out" 2>&1 || complain "$(tail -n 5 "$base/out")"
[ "$("$prefix/bin/chorus" check -q "$root/examples/counter_safe.c")" = 'RESULT: true [every number of threads]' ] ||
    complain 'the installed executable does not check'
verdict 'an installed executable checks'
library=$(find "$prefix" -name libchorus.so)
PKG_CONFIG_PATH=$(dirname "$library")/pkgconfig
LD_LIBRARY_PATH=$(dirname "$library")
export PKG_CONFIG_PATH LD_LIBRARY_PATH

# ---- versions ----

problem=
run version
[ "$status" -eq 0 ] || complain "exit status $status"
cp "$base/out" version
[ "$(head -n 1 version)" = "chorus $version" ] || complain "first line: $(head -n 1 version)"
sed -n 2p version | grep -Eqx 'LLVM 19\.[0-9.]+, Z3 [0-9.]+, (release|development) build.*' ||
    complain "second line: $(sed -n 2p version)"
[ "$(wc -l <version)" -eq 2 ] || complain 'not two lines'
for word in --version -V; do
    run $word
    cmp -s "$base/out" version || complain "$word says something else"
done
verdict 'chorus version, --version and -V say the same'
refused 'an argument of version' 64 "^chorus: version takes no argument 'x'" version x

problem=
newest=$(sed -n 's/^## \([0-9][0-9.]*\) - [0-9]*-[0-9]*-[0-9]*$/\1/p' "$root/CHANGELOG.md" | head -n 1)
[ "$newest" = "$version" ] || complain "CHANGELOG.md: $newest"
[ "$(pkg-config --modversion chorus)" = "$version" ] || complain "pkg-config: $(pkg-config --modversion chorus)"
soname=$(objdump -p "$library" | awk '$1 == "SONAME" { print $2 }')
[ "$soname" = "libchorus.so.${version%%.*}" ] || complain "SONAME $soname"
verdict "header, changelog, pkg-config and SONAME say $version"

# ---- the library ----

problem=
nm -D --defined-only "$library" | awk '$3 !~ /^_/ { print $3 }' | sort >exported # _end is the linker's
sed -n '/^CHORUS_API/,/;/p' "$header" | grep -o 'chorus_[a-z_]*(' | tr -d '(' | sort >declared
diff declared exported >difference || complain "declared < > exported:
$(cat difference)"
verdict 'what the library exports is what its header declares'

problem=
for language in c c++; do
    echo '#include <chorus.h>' | clang-19 -x $language -fsyntax-only -Wall -Wextra -Werror -pedantic \
        "-I$prefix/include" -DCHORUS_UNSTABLE - 2>"$base/err" || complain "$language: $(head -n 3 "$base/err")"
done
verdict 'the header stands alone, in C and C++'

# Each type and each function without CHORUS_UNSTABLE is a line.
problem=
echo '#include <chorus.h>' | clang-19 -std=c17 -E -P "-I$prefix/include" '-D__attribute__(x)=' - |
    awk '/typedef struct ChorusSession/ { on = 1 }
         on { text = text " " $0; depth += gsub(/{/, "{") - gsub(/}/, "}") }
         on && !depth && /;$/ { gsub(/ +/, " ", text); sub(/^ /, "", text); print text; text = "" }' |
    LC_ALL=C sort >now
LC_ALL=C sort "$root/tests/api/promised.txt" >promised
gone=$(LC_ALL=C comm -23 promised now)
[ -s now ] || complain "no declarations"
[ -z "$gone" ] || complain "promised until version 2 (tests/api/promised.txt), and gone or changed:
$gone"
verdict 'what was promised is there'

# compiles SOURCE: with the installed header and library.
compiles() {
    # shellcheck disable=SC2046  # a list of flags
    gcc -std=c17 -Wall -Wextra -Wpedantic -Werror "$1" -o program $(pkg-config --cflags --libs chorus) 2>"$base/err" ||
        complain "$(head -n 5 "$base/err")"
}

problem=
compiles "$root/tests/api/small.c"
./program "$root/examples/counter_safe.c" "$root/examples/counter_buggy.c" >"$base/out" 2>&1 ||
    complain "$(cat "$base/out")"
verdict 'a program uses the library'

problem=
sed -n '/^```c$/,/^```$/p' "$root/docs/api.md" | sed '/^```/d' >example.c
compiles example.c
got=$(./program "$root/examples/counter_buggy.c" | head -n 1)
[ "$got" = 'false(unreach-call) [main and 2 threads, 6 steps]' ] || complain "the result is: $got"
./program none.c >"$base/out"
status=$?
[ $status -eq 66 ] || complain "no such file: exit status $status"
verdict 'the example of docs/api.md is a program'

problem=
cat >CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C)
find_package(chorus 1.0 REQUIRED)
add_executable(user example.c)
target_link_libraries(user chorus::chorus)
EOF
{ cmake -B built "-DCMAKE_PREFIX_PATH=$prefix" && cmake --build built; } >"$base/out" 2>&1 ||
    complain "$(tail -n 5 "$base/out")"
built/user "$root/examples/counter_safe.c" | grep -qx 'true \[every number of threads\]' || complain 'no verdict'
sed -i 's/chorus 1\.0/chorus 2.0/' CMakeLists.txt
! cmake -B other "-DCMAKE_PREFIX_PATH=$prefix" >"$base/out" 2>&1 || complain 'version 2 is found'
verdict 'CMake finds the library, and no version 2 of it'
plan
