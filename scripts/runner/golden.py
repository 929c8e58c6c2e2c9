"""Golden tests: for every input X.c, X.i, X.scpl, X.litmus, X.bbp or X.yml under tests/golden, runs Chorus on it and compares the
standard output and the exit status with X.expect.

X.args holds the arguments that come before the input (default: check). --bless writes what Chorus says now into the
.expect files. GOLDEN_LIMIT is the seconds that one run may take (120). From the output, the path of the tests folder and
lines that begin with "stat seconds" are left out. In the folder diagnostics, standard error is part of what is
expected. The inputs of tests/golden/slow.list run with CHORUS_TESTS=all, for --bless, or when a NAME is given.
Of these a sample, where TEST_SAMPLE=I/N asks for one: each N-th, from the I-th on.

With GOLDEN_SAMPLE=I/N each N-th of what would run does, from the I-th on; `chorus-library-golden` heeds it, too.
"""
import difflib
import os
import re

from . import case, pool

ENDINGS = ('.c', '.i', '.scpl', '.litmus', '.bbp', '.yml')


def _independent(raw):
    """Independent of place and time."""
    raw = raw.replace(os.fsencode(os.getcwd()) + b'/tests/', b'').replace(b'tests/golden/', b'golden/')
    return re.sub(rb'(?m)^stat seconds.*\n?', b'', raw)


def _sampled(paths):
    first, each = map(int, os.environ.get('GOLDEN_SAMPLE', '1/1').split('/'))
    return paths[first - 1::each]


def _lines(raw):
    return case.text_of(raw).splitlines()


class Golden(case.Suite):
    blesses = takes_every = True

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.limit = int(os.environ.get('GOLDEN_LIMIT', 120))

    def cases(self):
        slow = set(case.read('tests/golden/slow.list').split())
        with_slow = self.names or self.bless or os.environ.get('CHORUS_TESTS') == 'all'
        chosen = [path for path in case.inputs(['tests/golden'], ENDINGS) if self.is_chosen(path)]
        tried = set(self.sample([path for path in chosen if path in slow]) if with_slow else [])
        chosen = _sampled(self.each([path for path in chosen if path not in slow or path in tried]))
        # The slow ones come first, so that none of them runs alone at the end.
        for path in sorted(chosen, key=lambda path: path not in slow):
            yield lambda path=path: self.one(path)

    def one(self, path):
        ran = pool.run([self.chorus, *case.arguments(path), path], self.limit)
        got = _independent(ran.out)
        if path.startswith('tests/golden/diagnostics/'):
            got += re.sub(rb'(?m)^(?=.|\n)', b'stderr: ', _independent(ran.err))
        got += b'exit: %d\n' % ran.code
        return self.judge(path, got, ran)

    def judge(self, path, got, ran):
        said = []
        expect = case.beside(path, '.expect')
        wanted = None
        if os.path.exists(expect):
            with open(expect, 'rb') as file:
                wanted = file.read()
        if self.bless and got != wanted:
            with open(expect, 'wb') as file:
                file.write(got)
            said.append('  blessed ' + expect)
            wanted = got
        if wanted is None:
            said.append(f"  FAILED {path}: no {expect}; 'make bless' writes it")
        elif wanted != got:
            said.append('  FAILED ' + path)
            diff = list(difflib.unified_diff(_lines(wanted), _lines(got), lineterm=''))
            said += ['    ' + line for line in diff[2:60]]
            said += ['    stderr: ' + line for line in _lines(ran.err)[:20]]
        return case.Outcome(path, wanted == got, said, ran.seconds)
