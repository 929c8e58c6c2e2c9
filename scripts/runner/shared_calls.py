"""The C programs of the golden tests with calls shared wherever they can be (src/c/exact/calls): no verdict may be
another one than where calls are inlined. "unknown" is no other verdict, but is shown. Only those are asked in which a
call is shared then, which three of four have not: their program is the one of the golden test.
"""
import os
import re

from . import case, pool


class SharedCalls(case.Suite):
    def cases(self):
        for path in self.sample(case.inputs(['tests/golden'], ('.c',))):
            expect = case.beside(path, '.expect')
            if not self.is_chosen(path) or not case.arguments(path)[0].startswith('check') or not os.path.exists(expect):
                continue
            wanted = case.verdicts(case.read(expect))
            if 'true' in wanted or 'false' in wanted:
                yield lambda path=path, wanted=wanted: self.one(path, wanted)

    def shares(self, path):
        """Whether a call is shared: where it returns to is a variable of the program then."""
        words = [word for word in case.arguments(path)[1:] if word not in ('-q', '--quiet')]
        ran = pool.run([self.chorus, 'dump', '--stage=program', *words, '--share-calls=1', path], 60)
        return ran.code != 0 or re.search(rb'^ *local temporary \S+ \S*\.return = ', ran.out, re.M) is not None, ran.seconds

    def one(self, path, wanted):
        shares, seconds = self.shares(path)
        if not shares:
            return case.Outcome(path, True, (), seconds)
        ran = pool.run([self.chorus, *case.arguments(path), '--share-calls=1', path], 60)
        got = case.verdicts(case.text_of(ran.out))
        for one, other in zip(wanted, got):
            if {one, other} == {'true', 'false'}:
                return case.Outcome(path, False, [f'failed {path}: {other} instead of {one}'],
                                    seconds + ran.seconds)
        return case.Outcome(path, True, [] if got == wanted else ['passed without verdict: ' + path],
                            seconds + ran.seconds)
