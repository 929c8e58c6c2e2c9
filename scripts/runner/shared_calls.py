"""The C programs of the golden tests with calls shared wherever they can be (src/c/exact/calls): no verdict may be
another one than where calls are inlined. "unknown" is no other verdict, but is shown.
"""
import os

from . import case, pool


class SharedCalls(case.Suite):
    def cases(self):
        for path in case.inputs(['tests/golden'], ('.c',)):
            expect = case.beside(path, '.expect')
            if not self.is_chosen(path) or not case.arguments(path)[0].startswith('check') or not os.path.exists(expect):
                continue
            wanted = case.verdicts(case.read(expect))
            if 'true' in wanted or 'false' in wanted:
                yield lambda path=path, wanted=wanted: self.one(path, wanted)

    def one(self, path, wanted):
        ran = pool.run([self.chorus, *case.arguments(path), '--share-calls=1', path], 60)
        got = case.verdicts(case.text_of(ran.out))
        for one, other in zip(wanted, got):
            if {one, other} == {'true', 'false'}:
                return case.Outcome(path, False, [f'failed {path}: {other} instead of {one}'], ran.seconds)
        return case.Outcome(path, True, [] if got == wanted else ['passed without verdict: ' + path], ran.seconds)
