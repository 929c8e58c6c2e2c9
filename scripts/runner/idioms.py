"""One-line idioms of real programs, each in front of a program that is right.

tests/idioms/program.c is that program. A line of tests/idioms/idioms.txt has what is expected, a tab, the idiom, which
stands for the word IDIOM, and perhaps a tab and what stands for the word DECLARATIONS before main. Expected is "true",
or the reason why there is no verdict, without places. The lines of tests/idioms/counter.txt are counter-idioms: what
they call really does something, so that an assertion among them can fail. For them "true" is never right.

--bless writes what Chorus says now, but no "true" for a counter-idiom. NAME is a part of a line.
"""
import os
import re

from . import case, pool

LISTS = ('idioms', 'counter')
# What is left of the line of the result, in this order.
CUTS = ((r'^RESULT: unknown \[(.*)\]$', r'\1'), (r'^RESULT: ', ''), (r'^(true|false)[ (].*', r'\1'),
        (r'^a counterexample depends on an over-approximation: ', ''),
        (r'; nor is an outline of the program proved$', ''), (r'; for an outline of the program: .*', ''))


def _short(line, name):
    for cut, left in CUTS:
        line = re.sub(cut, left, line, count=1)
    return re.sub(r'[^ ]*/' + name + r'\.c:[0-9:]* ', '', line, count=1)


class Idioms(case.Suite):
    blesses = takes_every = True

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.program = case.read('tests/idioms/program.c').splitlines()

    def cases(self):
        for name in LISTS:
            lines = [line for line in case.read(f'tests/idioms/{name}.txt').splitlines() if self.is_chosen(line)]
            for number, line in enumerate(self.each(lines), 1):
                yield lambda name=name, number=number, line=line: self.one(name, number, line)

    def write(self, path, idiom, declarations):
        """#include has a line of its own."""
        with open(path, 'w', encoding='utf-8', errors='surrogateescape') as file:
            for line in self.program:
                if line == 'DECLARATIONS':
                    line = re.sub(r'#include <[^>]*>', '\\g<0>\n', declarations)
                elif line == '        IDIOM;':
                    line = '        ' + re.sub(r'#include <[^>]*>', '\\g<0>\n', idiom)
                file.write(line + '\n')

    def one(self, name, number, line):
        expected, idiom, *rest = line.split('\t')
        file = f'{name}_{number}'
        path = os.path.join(self.temporary, file + '.c')
        self.write(path, idiom, rest[0] if rest else '')
        ran = pool.run([self.chorus, 'check', '-q', '--errors=assert', '--property=unreach-call', '--time-limit=10',
                        '--memory-limit=4000', path], 40)
        said = '\n'.join(_short(line, file) for line in case.text_of(ran.out).splitlines())
        if not said:
            said = ('no verdict ' + case.first_line(ran.err)).rstrip()
        if name == 'counter' and said == 'true':
            said = 'WRONG'
        passed = said == expected or (self.bless and said != 'WRONG')
        lines = [] if passed else [line.split('\t', 1)[1], '  expected: ' + expected, '  said:     ' + said]
        return case.Outcome(name, passed, lines, ran.seconds, said + '\t' + line.split('\t', 1)[1])

    def end(self, outcomes):
        lines = []
        for name in LISTS:
            mine = [outcome for outcome in outcomes if outcome.name == name]
            if not mine:
                continue
            true = sum(outcome.text.startswith('true\t') for outcome in mine)
            lines.append(f'{name}: {len(mine)}, of which {true} are true')
            if self.bless and not self.names and self.every == 1 and all(outcome.passed for outcome in mine):
                with open(f'tests/idioms/{name}.txt', 'w', encoding='utf-8', errors='surrogateescape') as file:
                    file.writelines(outcome.text + '\n' for outcome in mine)
        return lines, 0
