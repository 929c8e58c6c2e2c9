#!/bin/sh
# What Chorus offers to other programs: the Python binding, the module for BenchExec, manual pages and completions.
# Prints TAP.
#
#   tests/cli/bindings.sh [CHORUS]
. "$(dirname "$0")/common.sh"
if ! command -v python3 >/dev/null; then
    echo '1..0 # SKIP there is no python3'
    exit 0
fi
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE

# skip NAME WHY
skip() {
    count=$((count + 1))
    echo "ok $count - $1 # SKIP $2"
}

library=$(dirname "$chorus")/libchorus.so
if [ -e "$library" ]; then
    problem=
    problem=$(cd "$root/contrib/python" && CHORUS_LIBRARY=$library python3 - "$root/examples" 2>&1 <<'PY' | tail -n 1
import sys, chorus
good, bad = sys.argv[1] + "/counter_safe.c", sys.argv[1] + "/counter_buggy.c"
verdict = chorus.check(good, time_limit=60)
assert verdict.kind == chorus.TRUE and verdict.scope == "every number of threads", verdict.result
verdict = chorus.check(bad, errors="assert")
assert verdict.kind == chorus.FALSE and verdict.steps[-1].line == 11, verdict
assert "ASSERTION FAILS" in verdict.steps[-1].text and verdict.report["verdict"] == "false"
for call, status in [(lambda: chorus.check("none.c"), 66), (lambda: chorus.check(good, threads="many"), 64)]:
    try:
        call()
        raise AssertionError("no error")
    except chorus.ChorusError as error:
        assert error.status == status and str(error), error.status
PY
)
    verdict 'the Python binding checks, and raises what fails'
else
    skip 'the Python binding checks, and raises what fails' 'there is no libchorus.so beside the executable'
fi

if python3 -c 'import benchexec' 2>/dev/null; then
    problem=
    problem=$(cd "$root/contrib/benchexec" && CHORUS=$chorus python3 - "$root/examples" 2>&1 <<'PY' | tail -n 1
import os, subprocess, sys
import chorus
from benchexec.tools.template import BaseTool2
exe, tool = os.environ["CHORUS"], chorus.Tool()
assert tool.version(exe), "no version"
for name, want in [("counter_safe.c", "true"), ("counter_buggy.c", "false(unreach-call)")]:
    task = BaseTool2.Task.with_files([sys.argv[1] + "/" + name], property_file=None, options={"data_model": "LP64"})
    command = tool.cmdline(exe, ["--errors=assert"], task, BaseTool2.ResourceLimits(memory=2000000000))
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, universal_newlines=True)
    run = BaseTool2.Run(command, None, BaseTool2.RunOutput(done.stdout.splitlines(True)), None)
    assert tool.determine_result(run) == want, tool.determine_result(run)
PY
)
    verdict 'the module for BenchExec runs tasks and reads results'
else
    skip 'the module for BenchExec runs tasks and reads results' 'there is no benchexec'
fi

# ---- manual pages and completions ----

problem=
for word in '' check race mc suite dump replay certify validate lsp; do
    # shellcheck disable=SC2086  # no word: the overview
    run help man $word
    [ "$status" -eq 0 ] || complain "man $word: exit status $status"
    head -n 1 "$base/out" | grep -q '^\.TH CHORUS' || complain "man $word: no title"
    if command -v groff >/dev/null; then
        groff -man -Tutf8 -ww "$base/out" >"$base/page" 2>"$base/warnings"
        [ ! -s "$base/warnings" ] || complain "man $word: $(head -n 2 "$base/warnings")"
    fi
done
run help man check
grep -q '^\\fB\\-\\-trace\\-detail' "$base/out" || complain 'man check: options are missing'
verdict 'manual pages are made of the tables'

problem=
run help completion bash
cp "$base/out" chorus.bash
got=$(bash -c '. ./chorus.bash; COMP_WORDS=(chorus check --trace-d) COMP_CWORD=2; _chorus 2>/dev/null; echo "${COMPREPLY[@]}"')
[ "$got" = '--trace-detail=' ] || complain "option: $got"
got=$(bash -c '. ./chorus.bash; COMP_WORDS=(chorus check --trace-detail = a) COMP_CWORD=4; _chorus; echo "${COMPREPLY[@]}"')
[ "$got" = all ] || complain "value: $got"
got=$(bash -c '. ./chorus.bash; COMP_WORDS=(chorus rep) COMP_CWORD=1; _chorus; echo "${COMPREPLY[@]}"')
[ "$got" = replay ] || complain "subcommand: $got"
for shell in zsh fish; do
    run help completion $shell
    cp "$base/out" chorus.$shell
    command -v $shell >/dev/null || continue
    $shell -n chorus.$shell 2>"$base/err" || complain "$shell: $(head -n 2 "$base/err")"
done
if command -v fish >/dev/null; then
    got=$(HOME=$base/home fish -c 'source chorus.fish; complete -C "chorus check --trace-detail="' | cut -f 1 | tr '\n' ' ')
    [ "$got" = '--trace-detail=all --trace-detail=short ' ] || complain "fish: $got"
fi
verdict 'completions know subcommands, options and values'

refused 'a shell that is not known' 64 'bash, zsh, fish' help completion csh
refused 'a manual page that there is not' 64 'no manual page' help man nothing
plan
