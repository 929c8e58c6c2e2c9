#!/bin/sh
# --sarif, --baseline and --html: what they say, and that no text of the user's becomes markup. Prints TAP.
# SARIF_SCHEMA=FILE: the published schema of SARIF 2.1.0, which is not a part of Chorus, to check logs against.
#
#   tests/cli/reports.sh [CHORUS]
. "$(dirname "$0")/common.sh"

cat >buggy.c <<'EOT'
#include <assert.h>
#include <pthread.h>
int x;
void *f(void *p) { x = 1; return p; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    assert(x == 0);
    return 0;
}
EOT
sed 's/assert(x == 0)/assert(x < 5)/' buggy.c >safe.c
sed 's|    assert(x == 0);|    /* chorus: allow unreach-call: a demonstration */\n&|' buggy.c >allowed.c
sed 's|    assert(x == 0);|    /* chorus: allow unreach-call */\n&|' buggy.c >no_reason.c
sed '1i /* one line more */' buggy.c >moved.c
odd='a"b <script><!-- $.c'
{
    printf '/* </script> \377\376 "quoted" */\n'
    cat buggy.c
} >"$odd"

# python NAME CODE: the code's assertions hold.
python() {
    problem="$problem$(python3 -c "$2" 2>&1 | tail -n 1)"
    verdict "$1"
}
if ! command -v python3 >/dev/null; then
    echo '1..0 # SKIP there is no python3'
    exit 0
fi

problem=
run check -q --sarif=buggy.sarif --html=buggy.html buggy.c
[ "$status" -eq 1 ] || complain "exit status $status"
python 'a violation is one result with a flow for each thread' '
import json
log = json.load(open("buggy.sarif"))
assert log["version"] == "2.1.0" and len(log["runs"]) == 1
result, = log["runs"][0]["results"]
assert result["ruleId"] == "unreach-call" and result["level"] == "error"
assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 9
assert "baselineState" not in result and "suppressions" not in result
flows = result["codeFlows"][0]["threadFlows"]
assert [f["id"] for f in flows] == ["main", "f"], flows
orders = sorted(l["executionOrder"] for f in flows for l in f["locations"])
assert orders == list(range(1, len(orders) + 1)), orders
assert "f writes x = 1" in [l["message"]["text"] for l in result["relatedLocations"]]
'

# Two threads take turns, so that no round can be left out; the source is as large as a page may be.
cat >long.c <<'EOT'
#include <assert.h>
#include <pthread.h>
int turn;
unsigned seen;
void *even(void *p)
{
    for (unsigned i = 0; i < 1500; i++) {
        while (__atomic_load_n(&turn, 5)) ;
        seen = seen * 3 + 1;
        __atomic_store_n(&turn, 1, 5);
    }
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, even, 0);
    for (unsigned i = 0; i < 1500; i++) {
        while (!__atomic_load_n(&turn, 5)) ;
        seen = seen * 5 + 2;
        __atomic_store_n(&turn, 0, 5);
    }
    pthread_join(t, 0);
    assert(seen == 1);
    return 0;
}
EOT
{
    echo '/*'
    awk 'BEGIN { for (i = 0; i < 40000; i++) print "a line of a long comment, of which there are many" }'
    echo '*/'
} >>long.c

problem=
run check -q --trace-detail=all --html=long.html long.c
[ "$status" -eq 1 ] || complain "exit status $status"
python 'a page has less than 2 MB, and says what is left out' '
import json, os, re
assert os.path.getsize("long.html") < 2000000, os.path.getsize("long.html")
page = open("long.html").read()
document = re.search("id=.documents.>(.*?)</script>", page, re.S)
numbers = [s["step"] for s in json.loads(document.group(1))[0]["counterexample"]["steps"]]
assert numbers[0] == 1 and numbers[-1] > 3000, numbers[-1]
gaps = [i for i in range(1, len(numbers)) if numbers[i] != numbers[i - 1] + 1]
assert len(gaps) == 1 and len(numbers) < numbers[-1], (len(numbers), numbers[-1])
assert "\"long.c\":null" in page
'

# A detached thread is joined, which waits for nothing here: an error that need not be one.
cat >possible.c <<'EOT'
#include <assert.h>
#include <pthread.h>
int x;
void *f(void *p) { x = 1; return p; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_detach(t);
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}
EOT
problem=
run check --json=possible.json --sarif=possible.sarif --baseline=buggy.sarif --html=possible.html possible.c
[ "$status" -eq 2 ] || complain "exit status $status"
grep -q '^possible error, not confirmed' "$base/out" || complain 'no possible error'
grep -q 'pthread_join(t, 0); *(? join of a thread that may be detached)' "$base/out" || complain 'no doubt'
python 'an error that is only possible is told as a note' '
import json
report = json.load(open("possible.json"))
assert report["verdict"] == "unknown" and "counterexample" not in report
steps = report["possible_error"]["steps"]
assert [s["line"] for s in steps if "doubt" in s] == [10] and steps[-1]["fails"], steps
result, = json.load(open("possible.sarif"))["runs"][0]["results"]
assert result["level"] == "note" and result["message"]["text"].startswith("possible error")
assert "partialFingerprints" not in result and "baselineState" not in result
'

problem=
run check -q --sarif=safe.sarif --baseline=buggy.sarif safe.c
[ "$status" -eq 0 ] || complain "exit status $status"
python 'what a proof excludes is absent' '
import json
result, = json.load(open("safe.sarif"))["runs"][0]["results"]
assert result["baselineState"] == "absent", result
'

problem=
cp moved.c buggy.c
run check -q --sarif=again.sarif --baseline=buggy.sarif buggy.c
python 'a finding that moved is unchanged' '
import json
result, = json.load(open("again.sarif"))["runs"][0]["results"]
assert result["baselineState"] == "unchanged", result
'

problem=
run check -q --sarif=new.sarif --baseline=safe.sarif buggy.c
python 'a finding that was absent before is new' '
import json
result, = json.load(open("new.sarif"))["runs"][0]["results"]
assert result["baselineState"] == "new", result
'

problem=
run check -q --sarif=allowed.sarif allowed.c
run check -q --sarif=no_reason.sarif no_reason.c
python 'a comment with a reason suppresses' '
import json
result, = json.load(open("allowed.sarif"))["runs"][0]["results"]
assert result["suppressions"] == [{"kind": "inSource", "justification": "a demonstration"}], result
result, = json.load(open("no_reason.sarif"))["runs"][0]["results"]
assert "suppressions" not in result
'

# new_only NAME STATUS ARGUMENT...: the exit status of check --new-only.
new_only() {
    name=$1
    want=$2
    shift 2
    problem=
    run check -q --new-only "$@"
    [ "$status" -eq "$want" ] || complain "exit status $status, want $want: $(cat "$base/out" "$base/err")"
    verdict "$name"
}
new_only 'what the baseline had is not new' 0 --baseline=again.sarif buggy.c
new_only 'what the baseline did not have is new' 1 --baseline=safe.sarif buggy.c
new_only 'without a baseline everything is new' 1 buggy.c
new_only 'what a comment allows is not new' 0 allowed.c
new_only 'a comment without a reason allows nothing' 1 no_reason.c
new_only 'of several properties one is new' 1 --baseline=again.sarif --property=unreach-call,no-data-race buggy.c
new_only 'what is not known stays so' 2 --time-limit=0.000001 --baseline=again.sarif buggy.c

problem=
run check -q --property=all --sarif=all.sarif --html=all.html buggy.c
python 'several properties are several runs' '
import json
runs = json.load(open("all.sarif"))["runs"]
ids = [r["automationDetails"]["id"] for r in runs]
assert len(set(ids)) == len(runs) > 3 and "chorus/no-data-race/" in ids, ids
'

problem=
run check -q --sarif=odd.sarif --html=odd.html "$odd"
[ "$status" -eq 1 ] || complain "exit status $status"
python 'names and texts of the user are data, not markup' '
import json
log = json.load(open("odd.sarif", encoding="utf-8"))
page = open("odd.html", encoding="utf-8").read()
assert page.lower().count("</script") == 3 and page.count("<!--") == 1
part = lambda name: page.split("id=\"%s\">" % name)[1].split("</script>")[0]
documents, sources = json.loads(part("documents")), json.loads(part("sources"))
name = "a\"b <script><!-- $.c"
assert documents[0]["files"] == [name] and "</script> ?? \"quoted\"" in sources[name], sources
uri = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
assert uri == "a%22b%20%3Cscript%3E%3C%21--%20%24.c", uri
'

if [ -n "${SARIF_SCHEMA:-}" ] && python3 -c 'import jsonschema' 2>/dev/null; then
    problem=
    python 'logs fit the published schema' '
import glob, json, os, jsonschema
schema = json.load(open(os.environ["SARIF_SCHEMA"]))
for log in glob.glob("*.sarif"):
    jsonschema.validate(json.load(open(log)), schema)
'
else
    count=$((count + 1))
    echo "ok $count - logs fit the published schema # SKIP no SARIF_SCHEMA=FILE, or no python3-jsonschema"
fi

if command -v chromium >/dev/null; then
    problem=
    for page in buggy all odd; do
        timeout 120 chromium --headless --no-sandbox --disable-gpu --dump-dom --virtual-time-budget=5000 \
            "file://$base/work/$page.html" >"$page.dom" 2>/dev/null
        grep -q 'ASSERTION FAILS' "$page.dom" || complain "$page: the page does not draw the failing step"
        grep -q 'class="now"' "$page.dom" || complain "$page: no step is the current one"
    done
    # Keys and the slider, pressed by a script that is put behind the page's own.
    sed 's|</body>|<script>\
const key = k => document.querySelector("section").dispatchEvent(new KeyboardEvent("keydown", { key: k, bubbles: true }));\
const said = () => document.querySelector("output").textContent.replace(/,.*/, "");\
const told = [said()]; key("Home"); told.push(said()); key("ArrowRight"); told.push(said()); key("k"); told.push(said());\
const slider = document.querySelector("input"); slider.value = 2; slider.dispatchEvent(new Event("input")); told.push(said());\
document.title = told.join("; ");</script></body>|' buggy.html >driven.html
    timeout 120 chromium --headless --no-sandbox --disable-gpu --dump-dom --virtual-time-budget=5000 \
        "file://$base/work/driven.html" >driven.dom 2>/dev/null
    grep -q '<title>step \([0-9]*\) of \1; step 1 of [0-9]*; step 2 of [0-9]*; step 1 of [0-9]*; step 2 of [0-9]*</title>' driven.dom ||
        complain "keys and slider: $(grep -o '<title>.*</title>' driven.dom)"
    rm -rf "${TMPDIR:?}"/*
    verdict 'a browser draws the page, keys and slider step through it'
else
    count=$((count + 1))
    echo "ok $count - a browser draws the page # SKIP there is no chromium"
fi

problem=
run check -q --witness=w.yml -m32 "$odd"
[ "$status" -eq 1 ] || complain "exit status $status"
run check -q --witness=proof.yml safe.c
[ "$status" -eq 0 ] || complain "exit status $status"
if python3 -c 'import yaml' 2>/dev/null; then
    python 'witnesses are YAML of the format' '
import hashlib, yaml
entry, = yaml.safe_load(open("w.yml", encoding="utf-8"))
name = "a\"b <script><!-- $.c"
assert entry["entry_type"] == "violation_sequence" and entry["metadata"]["format_version"] == "2.0"
task = entry["metadata"]["task"]
assert task["input_file_hashes"] == {name: hashlib.sha256(open(name, "rb").read()).hexdigest()}
assert task["data_model"] == "ILP32" and "reach_error" in task["specification"]
points = [p["waypoint"] for s in entry["content"] for p in s["segment"]]
assert [p["type"] for p in points].count("target") == 1 and points[-1]["type"] == "target"
assert points[-1]["location"]["line"] == 10 and [p["location"]["line"] for p in points[:-1]] == [9, 5], points
entry, = yaml.safe_load(open("proof.yml"))
assert entry["entry_type"] == "invariant_set"
said = [e["invariant"] for e in entry["content"]]
assert said and all(v["format"] == "c_expression" and v["value"] and v["location"]["line"] in (5, 9, 10) for v in said), said
'
else
    verdict 'witnesses are written # SKIP there is no python3-yaml'
fi

# none NAME PATTERN ARGUMENT...: the verdict is told, and why there is no witness.
none() {
    name=$1
    pattern=$2
    shift 2
    problem=
    run check -q --witness=no.yml "$@"
    [ "$status" -le 2 ] || complain "exit status $status"
    grep -Eq "^chorus: no\.yml: not written: $pattern" "$base/err" || complain "$(cat "$base/err")"
    [ ! -e no.yml ] || complain 'something was written'
    verdict "$name"
}
none 'no witness of a bounded proof' 'a proof for some numbers' -n 1 safe.c
none 'no witness of several properties' 'a witness is about one property' --property=unreach-call,no-overflow safe.c
none 'no witness of no-deadlock' 'the format has no such property' --property=no-deadlock safe.c

refused 'a baseline that is no log' 65 "'runs' is missing" check -q --sarif=n.sarif --baseline=safe.c safe.c
refused 'a baseline that is not there' 66 'none\.sarif: no such file' check -q --sarif=n.sarif --baseline=none.sarif safe.c
echo mine >mine.html
cp mine.html kept.html
refused 'a page of somebody else stays' 64 'was not written by Chorus' check -q --html=mine.html safe.c
cp mine.html mine.sarif
cp mine.html mine.yml
refused 'a witness of somebody else stays' 64 'was not written by Chorus' check -q --witness=mine.yml safe.c
refused 'a log of somebody else stays' 64 'was not written by Chorus' check -q --sarif=mine.sarif safe.c
refused 'an input is no page' 64 'is an input' check -q --force --html=safe.c safe.c
problem=
cmp -s mine.html kept.html || complain 'mine.html was changed'
run check -q --html=all.html --sarif=all.sarif --baseline=all.sarif buggy.c
[ "$status" -eq 1 ] || complain "exit status $status: $(cat "$base/err")"
grep -q '"unchanged"' all.sarif || complain 'the log was not brought up to date'
verdict 'files of Chorus are written again'
plan
