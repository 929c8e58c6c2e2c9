#!/bin/sh
# Witnesses in GraphML, format 1.0: those that are written are XML and are confirmed from what they say alone; those of others are read; what is
# no witness, or is meant to hurt, is refused in one line that says where. Prints TAP.
#
#   tests/cli/graphml.sh [CHORUS]
. "$(dirname "$0")/common.sh"

golden=$root/tests/golden
programs=$root/bench/programs

# well_formed FILE: is it XML?
well_formed() {
    if command -v xmllint >/dev/null; then
        xmllint --noout "$1" 2>xml.err || complain "not XML: $(head -n 1 xml.err)"
    elif command -v python3 >/dev/null; then
        python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$1" 2>xml.err || complain "not XML: $(tail -n 1 xml.err)"
    fi
}

# confirmed NAME RESULT ARGUMENT... FILE: check with these arguments writes a witness that is XML, and is confirmed.
confirmed() {
    name=$1
    want=$2
    shift 2
    problem=
    rm -f w.graphml
    run check -q --witness=w.graphml "$@"
    [ -e w.graphml ] || complain "no witness: $(cat "$base/out" "$base/err")"
    well_formed w.graphml
    for file in "$@"; do :; done # the last argument
    run validate w.graphml "$file"
    [ "$status" -eq 0 ] || complain "exit status $status"
    tail -n 1 "$base/out" | grep -q "^RESULT: confirmed $want \[" || complain "$(cat "$base/out" "$base/err")"
    nothing_left
    verdict "$name"
}
confirmed 'an assertion that fails, of four threads' 'false(unreach-call)' "$programs/stack-lock_buggy.c"
confirmed 'reach_error, called in a function' 'false(unreach-call)' --property=unreach-call "$golden/validate/input.c"
confirmed 'a race' 'false(no-data-race)' --property=no-data-race "$programs/race/slots_buggy.c"
confirmed 'a proof that there is no race' true --property=no-data-race "$programs/race/mutex.c"
confirmed 'a proof with invariants' true "$programs/ticket-lock.c"
problem=
grep -q '<data key="invariant">.*ticket != 3' w.graphml || complain "$(cat w.graphml)"
grep -q '<data key="enterLoopHead">true</data>' w.graphml || complain "$(cat w.graphml)"
invariants=$(grep -c '<data key="invariant">' w.graphml)
tail -n 1 "$base/out" | grep -q "$invariants of $invariants invariants" || complain "$(tail -n 1 "$base/out")"
sed -i 's/ticket != 3/ticket == 3/' w.graphml
run validate w.graphml "$programs/ticket-lock.c"
[ "$status" -eq 2 ] || complain "an invariant that does not hold: exit status $status: $(cat "$base/out")"
tail -n 1 "$base/out" | grep -q "unknown .the property holds, but the invariant '.*ticket == 3.*' does not at" || complain "$(tail -n 1 "$base/out")"
verdict 'invariants are written, and a wrong one is not confirmed'

cat >race.c <<'EOT'
#include <assert.h>
#include <pthread.h>
int x, y;
void *f(void *p)
{
    int seen = x;
    x = seen + 1;
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, f, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
EOT
sed 's/assert(x == 2)/assert(x <= 2)/' race.c >right.c
problem=
run check -q --witness=r.graphml race.c
[ "$status" -eq 1 ] || complain "exit status $status"
well_formed r.graphml
for line in '<data key="witness-type">violation_witness</data>' '<data key="architecture">64bit</data>' \
    '<data key="createThread">2</data>' '<data key="enterFunction">f</data>' '<data key="returnFrom">f</data>' \
    '<data key="assumption">x == 1;</data>' '<data key="assumption">seen == 0;</data>' '<data key="assumption.scope">f</data>' \
    '<data key="violation">true</data>' '<data key="startline">17</data>'; do
    grep -qF "$line" r.graphml || complain "no $line"
done
grep -q 'programhash' r.graphml || complain 'no hash'
[ "$(grep -c 'key="entry">true' r.graphml)" -eq 1 ] || complain 'not one entry'
verdict 'threads, functions, values'

cat >scopes.c <<'EOT'
#include <assert.h>
static void set(int *x, int *value)
{
    *x = *value;
}
int main(void)
{
    int x = 0, value = 5, own = 7;
    set(&x, &value);
    assert(x + own == 0);
    return 0;
}
EOT
problem=
run check -q --witness=s.graphml scopes.c
[ "$status" -eq 1 ] || complain "exit status $status"
grep -q 'own == 7' s.graphml || complain 'nothing is said of a local'
! grep -Eq '[^a-z](x|value) == ' s.graphml || complain "a local that others write: $(grep '==' s.graphml)"
run validate -q s.graphml scopes.c
[ "$status" -eq 0 ] || complain "exit status $status: $(cat "$base/out" "$base/err")"
verdict 'of locals that other functions may write nothing is said'

problem=
cp race.c 'a"<&>b.c'
run check -q --witness=odd.graphml 'a"<&>b.c'
well_formed odd.graphml
run validate -q odd.graphml 'a"<&>b.c'
[ "$status" -eq 0 ] || complain "exit status $status: $(cat "$base/out" "$base/err")"
verdict 'names are escaped'

problem=
run check -q --witness=named.xml --witness-format=graphml race.c
grep -q '<graphml' named.xml || complain "$(head -n 3 named.xml)"
run check -q --witness=named.graphml --witness-format=yaml race.c
grep -q '^- entry_type' named.graphml || complain "$(head -n 3 named.graphml)"
run check -q --witness=named.xml --witness-format=graphml race.c
[ "$status" -eq 1 ] || complain "not written again: $(cat "$base/err")"
verdict 'the format is as asked, whatever the file is called'
refused 'another format' 64 "option '--witness-format': '3' is no such value \(expected yaml\|graphml\)" check --witness=w --witness-format=3 race.c
refused 'a format without witness' 64 "option '--witness-format' needs '--witness'" check --witness-format=yaml race.c

# What others write: no threads, blanks, other keys, a path with a branch to a sink, a second way that is longer.
cat >other.graphml <<'EOT'
<?xml version='1.0'?>
<g:graphml xmlns:g="http://graphml.graphdrawing.org/xmlns">
 <g:key id="originfile" for="edge"><g:default> /elsewhere/race.c </g:default></g:key>
 <g:graph>
  <g:data key="witness-type"> violation_witness </g:data><g:data key="architecture">64bit</g:data>
  <g:data key="specification">CHECK( init(main()), LTL(G ! call(reach_error())) )</g:data>
  <g:data key="unknown"><g:deeper>text</g:deeper></g:data>
  <g:node id="a"><g:data key="entry">true</g:data></g:node><g:node id="b"/><g:node id="c"/><g:node id="d"/>
  <g:node id="s"><g:data key="sink">true</g:data></g:node><g:node id="v"><g:data key="violation">true</g:data></g:node>
  <g:edge source="a" target="s"><g:data key="startline">13</g:data></g:edge>
  <g:edge source="a" target="b"><g:data key="startline">6</g:data><g:data key="assumption">seen == 0; 1</g:data></g:edge>
  <g:edge source="b" target="b"><g:data key="startline">4</g:data></g:edge>
  <g:edge source="b" target="c"><g:data key="startline">6</g:data><g:data key="assumption">(seen == 0)</g:data></g:edge>
  <g:edge source="c" target="d"><g:data key="startline">8</g:data><g:data key="returnFrom">f</g:data></g:edge>
  <g:edge source="c" target="v"><g:data key="startline">17</g:data><g:data key="control">condition-false</g:data></g:edge>
 </g:graph>
</g:graphml>
EOT
problem=
well_formed other.graphml
run validate other.graphml race.c
[ "$status" -eq 0 ] || complain "exit status $status: $(cat "$base/out" "$base/err")"
tail -n 1 "$base/out" | grep -q 'confirmed false(unreach-call) .*; 4 of 4 waypoints placed' || complain "$(tail -n 1 "$base/out")"
verdict 'a witness of another tool'

# What a run would have to do that no run does: not rejected, since another one violates the property.
problem=
sed 's/(seen == 0)/seen == 7/' other.graphml >never.graphml
run validate never.graphml race.c
[ "$status" -eq 2 ] || complain "exit status $status: $(cat "$base/out")"
grep -q 'RESULT: unknown .no run passes the 4 of 4 places .*another run violates the property' "$base/out" || complain "$(cat "$base/out")"
run validate r.graphml right.c
[ "$status" -eq 1 ] || complain "exit status $status for a program that is right: $(cat "$base/out")"
grep -q 'RESULT: rejected .the property holds' "$base/out" || complain "$(cat "$base/out")"
verdict 'rejected is only what has no violation'

# bad NAME PATTERN [TEXT]: the text, or bad.graphml as it is, is no witness.
bad() {
    [ $# -lt 3 ] || printf '%b\n' "$3" >bad.graphml
    refused "$1" 65 "^bad\.graphml(:[0-9]+)?: error: $2" validate bad.graphml race.c
}
top='<graphml><graph><data key="witness-type">violation_witness</data>'
end='</graph></graphml>'
entry='<node id="a"><data key="entry">true</data></node><node id="v"><data key="violation">true</data></node>'
bad 'an element that does not end' 'not XML: ' '<graphml>'
bad 'two roots' 'not XML: ' '<graphml/><graphml/>'
bad 'another document' "not a witness: the document is 'html', not graphml" '<html/>'
bad 'no graph' 'not a witness: there is no graph' '<graphml/>'
bad 'no type' 'not a witness: the graph has no witness-type' "<graphml><graph/></graphml>"
bad 'another type' "witness-type 'hope'" '<graphml><graph><data key="witness-type">hope</data></graph></graphml>'
bad 'another language' 'a witness about Java, not C' "$top<data key=\"sourcecodelang\">Java</data>$end"
bad 'another architecture' "architecture '16bit'" "$top<data key=\"architecture\">16bit</data>$end"
bad 'no entry' 'no node is the entry' "$top$end"
bad 'two entries' "a second entry node, 'b'" "$top$entry<node id=\"b\"><data key=\"entry\">true</data></node>$end"
bad 'no way' 'no violation node can be reached' "$top$entry$end"
bad 'an edge from nowhere' "there is no node 'x'" "$top$entry<edge source=\"x\" target=\"v\"/>$end"
bad 'an edge without target' 'an edge without target' "$top$entry<edge source=\"a\"/>$end"
bad 'a node twice' "there are two nodes 'a'" "$top$entry<node id=\"a\"/>$end"
bad 'data twice' "'entry' is given twice" "$top<node id=\"a\"><data key=\"entry\">true</data><data key=\"entry\">true</data></node>$end"
bad 'a line that is no number' "startline 'x' is no number" "$top$entry<edge source=\"a\" target=\"v\"><data key=\"startline\">x</data></edge>$end"
bad 'no file' 'the file is not told' "$top$entry<edge source=\"a\" target=\"v\"><data key=\"startline\">3</data></edge>$end"
bad 'two graphs' 'several graphs in one file' "$top</graph><graph/></graphml>"
bad 'entities that blow up' 'a document type declaration' '<!DOCTYPE g [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n<graphml>&b;</graphml>'
bad 'a file of the system' 'a document type declaration' '<!DOCTYPE g [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n<graphml>&a;</graphml>'
{
    printf '<graphml>'
    awk 'BEGIN { for (i = 0; i < 100000; i++) printf "<a>" }'
} >bad.graphml
bad 'deep nesting' 'elements are nested too deeply'
{
    printf '<'
    head -c 100000 /dev/urandom | tr -d '\000'
} >bad.graphml
bad 'binary junk' 'not (XML|a witness): '
printf '<graphml>\000</graphml>' >bad.graphml
bad 'a binary file' 'is a binary file'
{
    printf '<graphml>'
    head -c 17000000 /dev/zero | tr '\000' ' '
} >bad.graphml
bad 'a huge file' 'file is too large'
plan
