#!/bin/sh
# `chorus lsp`, driven by a client in Python: diagnostics come and go with what is saved, an interleaving is shown, whatever is wrong with the
# input ends in good order, and neither processes nor files are left. Prints TAP.
#
#   tests/cli/lsp.sh [CHORUS]
. "$(dirname "$0")/common.sh"

if ! command -v python3 >/dev/null; then
    echo '1..0 # SKIP there is no python3'
    exit 0
fi
fits lsp

cat >client.py <<'EOT'
import json, os, subprocess, sys, urllib.parse

class Client:
    def __init__(self, **capabilities):
        self.process = subprocess.Popen([os.environ["CHORUS"], "lsp", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=open("server.err", "wb"))
        self.last = 0
        self.seen = []
        self.capabilities = capabilities

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        message["jsonrpc"] = "2.0"
        body = json.dumps(message).encode()
        self.write(b"Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n%s" % (len(body), body))

    def notify(self, method, **params):
        self.send({"method": method, "params": params})

    def receive(self):
        length = None
        while True:
            line = self.process.stdout.readline()
            assert line, "the server has ended: " + open("server.err").read()
            if line == b"\r\n":
                break
            name, value = line.decode().split(":")
            if name.lower() == "content-length":
                length = int(value)
        message = json.loads(self.process.stdout.read(length))
        self.seen.append(message)
        if "method" in message and "id" in message:
            self.send({"id": message["id"], "result": None})
        return message

    # The next message that fits; others are passed over.
    def wait(self, fits):
        while True:
            message = self.receive()
            if fits(message):
                return message

    def request(self, method, **params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        return self.wait(lambda m: m.get("id") == self.last and "method" not in m)

    def start(self, **options):
        reply = self.request("initialize", processId=None, rootUri=uri_of("."), capabilities=self.capabilities, initializationOptions=options)
        self.notify("initialized")
        return reply["result"]

    def open(self, name):
        self.notify("textDocument/didOpen", textDocument={"uri": uri_of(name), "languageId": "c", "version": 1, "text": "\U0001F600 not looked at"})

    def save(self, name):
        self.notify("textDocument/didSave", textDocument={"uri": uri_of(name)})

    def diagnostics(self, name):
        return self.wait(lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"]["uri"] == uri_of(name))["params"]["diagnostics"]

    def end(self, status=0):
        reply = self.request("shutdown")
        assert reply["result"] is None, reply
        self.notify("exit")
        assert self.process.wait(30) == status, self.process.returncode
        assert self.process.stdout.read() == b"", "something after exit"

def uri_of(name):
    return "file://" + urllib.parse.quote(os.path.realpath(name))
EOT
cat >racy.c <<'EOT'
#include <pthread.h>
int hits;
static void *worker(void *p)
{
    hits++; /* ä😀 */
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    return 0;
}
EOT
sed 's/hits++;/__atomic_add_fetch(\&hits, 1, __ATOMIC_SEQ_CST);/' racy.c >fixed.c
printf 'int main(void)\n{\n    return hits;\n}\n' >wrong.c
# For a check that takes long: no verdict in time.
cat >long.c <<'END'
#include <assert.h>
#include <pthread.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
void *worker(void *arg)
{
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
    if (a > 1 && b > 1 && a < 4294967296ul && b < 4294967296ul) assert(a * b != 9223372036854775783ul);
    return arg;
}
int main(void)
{
    pthread_t t;
    for (;;) pthread_create(&t, 0, worker, 0);
}
END

# client NAME CODE: the code's assertions hold; nothing is left.
client() {
    problem=$(CHORUS=$chorus timeout -k 5 240 python3 -c "from client import *
$2" 2>&1 | tail -n 1)
    nothing_left
    verdict "$1"
}

client 'a race comes, is shown, and goes when the fixed file is saved' '
import shutil, pathlib
shutil.copy("racy.c", "a.c")
c = Client(window={"showDocument": {"support": True}, "workDoneProgress": True})
said = c.start()
assert said["serverInfo"]["name"] == "chorus" and said["capabilities"]["textDocumentSync"]["openClose"] is True, said
assert said["capabilities"]["executeCommandProvider"]["commands"] == ["chorus.showInterleaving"], said
c.open("a.c")
race, = [d for d in c.diagnostics("a.c") if d["severity"] == 1]
assert race["source"] == "chorus" and race["code"] == "no-data-race" and "data race on `hits`" in race["message"], race
assert race["range"] == {"start": {"line": 4, "character": 4}, "end": {"line": 4, "character": 21}}, race
said = [(r["location"]["uri"], r["location"]["range"]["start"]["line"], r["message"]) for r in race["relatedInformation"]]
assert all(u == uri_of("a.c") for u, l, m in said), said
assert [m for u, l, m in said if l == 4 and m.startswith("main writes")] and [m for u, l, m in said if l == 4 and m.startswith("worker ")], said
steps = [m for u, l, m in said if m.startswith("step ")]
assert steps and "creates worker" in steps[0] and steps == sorted(steps, key=lambda m: int(m.split()[1][:-1])), steps
kinds = [m["params"]["value"]["kind"] for m in c.seen if m.get("method") == "$/progress"]
assert kinds == ["begin", "end"], kinds
action, = c.request("textDocument/codeAction", textDocument={"uri": uri_of("a.c")}, range=race["range"], context={"diagnostics": [race]})["result"]
assert action["title"] == "Chorus: show interleaving", action
shown = c.request("workspace/executeCommand", command=action["command"]["command"], arguments=action["command"]["arguments"])["result"]
asked = [m for m in c.seen if m.get("method") == "window/showDocument"]
assert len(asked) == 1 and asked[0]["params"]["uri"] == shown, asked
page = pathlib.Path(urllib.parse.unquote(shown[7:])).read_text()
assert page.startswith("<!DOCTYPE html>") and "data race" in page
c.notify("$/cancelRequest", id=1)
shutil.copy("fixed.c", "a.c")
c.save("a.c")
assert c.diagnostics("a.c") == []
assert c.request("textDocument/codeAction", textDocument={"uri": uri_of("a.c")}, range=race["range"], context={"diagnostics": []})["result"] == []
reply = c.request("workspace/executeCommand", command="chorus.showInterleaving", arguments=[uri_of("a.c")])
assert reply["error"]["code"] == -32803, reply
c.end()
'
client 'what holds is a hint where that is wanted, and what has no verdict information' '
c = Client()
c.start(hints=True, property="no-data-race", timeLimit=10)
c.open("fixed.c")
said, = c.diagnostics("fixed.c")
assert said["severity"] == 4 and said["message"].startswith("no-data-race: true"), said
c.notify("workspace/didChangeConfiguration", settings={"chorus": {"timeLimit": 0.1, "property": "unreach-call", "hints": 7}})
assert "hints is neither" in c.wait(lambda m: m.get("method") == "window/logMessage")["params"]["message"]
c.open("long.c")
said, = c.diagnostics("long.c")
assert said["severity"] == 3 and said["message"].startswith("no verdict: time limit of 0.1 s reached"), said
assert not [m for m in c.seen if m.get("method") == "$/progress"]
c.end()
'
client 'what is no program, and what is wrong with settings, is an error' '
c = Client()
c.start()
c.open("wrong.c")
said, = c.diagnostics("wrong.c")
assert said["severity"] == 1 and said["range"]["start"] == {"line": 2, "character": 4} and "undeclared" in said["message"], said
c.notify("textDocument/didClose", textDocument={"uri": uri_of("wrong.c")})
assert c.diagnostics("wrong.c") == []
c.notify("workspace/didChangeConfiguration", settings={"arguments": ["--no-such"]})
c.open("racy.c")
said, = c.diagnostics("racy.c")
assert said["severity"] == 1 and "unknown option" in said["message"], said
c.notify("workspace/didChangeConfiguration", settings={"arguments": [], "files": ["racy.c", "wrong.c"]})
c.open("no_source.h")
c.notify("textDocument/didOpen", textDocument={"uri": "untitled:1", "languageId": "c", "version": 1, "text": ""})
assert "undeclared" in c.diagnostics("wrong.c")[0]["message"]
c.end()
'
client 'a save gives an older check up' '
import time
c = Client()
c.start(timeLimit=60, property="unreach-call", arguments=["--errors=assert"])
start = time.monotonic()
c.open("long.c")
for i in range(5):
    time.sleep(0.3)
    c.save("long.c")
c.notify("workspace/didChangeConfiguration", settings={"timeLimit": 0.2})
c.save("long.c")
said = c.diagnostics("long.c")
assert "time limit of 0.2 s" in said[0]["message"] and time.monotonic() - start < 30, said
assert len([m for m in c.seen if m.get("method") == "textDocument/publishDiagnostics"]) == 1
c.end()
'
client 'a check that runs ends with the server' '
import time
for end in "shutdown", "close", "kill":
    c = Client()
    c.start(timeLimit=60, property="unreach-call", arguments=["--errors=assert"])
    c.open("long.c")
    time.sleep(1)
    if end == "shutdown":
        c.end()
    elif end == "close":
        c.process.stdin.close()
        assert c.process.wait(30) == 0, c.process.returncode
    else:
        c.process.terminate()
        c.process.wait(30)
'
client 'requests that are not known, or come too early or too late' '
c = Client()
assert c.request("textDocument/hover")["error"]["code"] == -32002
c.notify("textDocument/didOpen", textDocument={"uri": uri_of("racy.c")})
c.start()
assert c.request("initialize")["error"]["code"] == -32600
assert c.request("textDocument/hover")["error"]["code"] == -32601
assert c.request("workspace/executeCommand", command="rm")["error"]["code"] == -32602
c.notify("textDocument/didChange", textDocument=7)
c.notify("textDocument/didSave")
c.notify("textDocument/didOpen", textDocument={"uri": 7})
c.notify("textDocument/didOpen", textDocument={"uri": "file:///a%00b.c"})
c.notify("textDocument/didOpen", textDocument={"uri": "file:///no/such/file.c"})
assert "no such file" in c.diagnostics("/no/such/file.c")[0]["message"]
for bad in b"{", b"\xff\xfe", b"[]", b"7", b"{\"id\":", b"[" * 100000, b"\"\\ud800\"":
    c.write(b"content-length:%d\r\n\r\n%s" % (len(bad), bad))
    assert c.wait(lambda m: "error" in m)["error"]["code"] in (-32700, -32600), bad
assert c.request("shutdown")["result"] is None
assert c.request("textDocument/hover")["error"]["code"] == -32600
c.notify("exit")
assert c.process.wait(30) == 0
c = Client()
c.start()
c.notify("exit")
assert c.process.wait(30) == 1
'
client 'headers that are wrong end the server with a line' '
for bad in b"Content-Length: x\r\n\r\n", b"Content-Length: 99999999999999999999\r\n\r\n", b"Content-Length: 999999999\r\n\r\n", b"Content-Type: x\r\n\r\n", b"\0" * 9000, b"Content-Length: -1\r\n\r\n":
    c = Client()
    c.start()
    try:
        c.write(bad)
    except BrokenPipeError:
        pass
    assert c.process.wait(30) == 65, (bad, c.process.returncode)
    said = open("server.err").read()
    assert said.startswith("chorus: standard input: ") and said.count("\n") == 1, said
'
refused 'another argument' 64 "lsp takes no argument '--port'" lsp --port
problem=
run lsp
[ "$status" -eq 0 ] && [ ! -s "$base/out" ] && [ ! -s "$base/err" ] || complain "exit status $status: $(cat "$base/out" "$base/err")"
nothing_left
verdict 'no input at all'
plan
