"""Small programs for the survey of cells: those with a race must not be "true", the others are.

tests/survey/racy.txt and safe.txt have the programs, one after the other, each behind a line "== NAME"; head.c stands in
front of each.
"""
import os
import re

from . import case, pool

EXPECTED = {'racy': 'unknown', 'safe': 'true'}


class Surveys(case.Suite):
    takes_every = True

    def cases(self):
        head = case.read('tests/survey/head.c')
        for kind in EXPECTED:
            programs = re.split(r'^== (\S*).*\n', case.read(f'tests/survey/{kind}.txt'), flags=re.M)
            chosen = [pair for pair in zip(programs[1::2], programs[2::2]) if self.is_chosen(pair[0])]
            for name, text in self.sample(self.each(chosen)):
                yield lambda kind=kind, name=name, text=text: self.one(kind, name, head + text)

    def one(self, kind, name, text):
        path = os.path.join(self.temporary, f'{kind}_{name}.c')
        with open(path, 'w', encoding='utf-8', errors='surrogateescape') as file:
            file.write(text)
        ran = pool.run([self.chorus, 'race', '--method=survey', '--memory-limit=4000', path], 60)
        said = (case.verdicts(case.text_of(ran.out)) or [''])[0]
        passed = said == EXPECTED[kind]
        lines = [] if passed else [f'{kind}_{name}: {said or case.first_line(ran.err)}']
        return case.Outcome(f'{kind}_{name}', passed, lines, ran.seconds)
