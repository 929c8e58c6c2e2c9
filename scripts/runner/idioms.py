"""One-line idioms of real programs, each in front of a program that is right.

tests/idioms/program.c is that program. A line of tests/idioms/idioms.txt has what is expected, a tab, the idiom, which
stands for the word IDIOM, and perhaps a tab and what stands for the word DECLARATIONS before main. Expected is "true",
or the reason why there is no verdict, without places. The lines of tests/idioms/counter.txt are counter-idioms: what
they call really does something, so that an assertion among them can fail. For them "true" is never right.

Idioms that are expected to be true stand in one program, some together, each on a way of its own through it, which an
arbitrary number chooses: what is true then is true of each. Where it is not, either half is asked, down to each alone.
Those that a NAME chooses are asked alone, and so are those where something else is expected.

--bless writes what Chorus says now, but no "true" for a counter-idiom. NAME is a part of a line.
"""
import os
import re

from . import case, pool

GROUP = 8  # idioms in one program
LISTS = ('idioms', 'counter')
# What is left of the line of the result, in this order.
CUTS = ((r'^RESULT: unknown \[(.*)\]$', r'\1'), (r'^RESULT: ', ''), (r'^(true|false)[ (].*', r'\1'),
        (r'^a counterexample depends on an over-approximation: ', ''),
        (r'; nor is an outline of the program proved$', ''), (r'; for an outline of the program: .*', ''))


def _groups(lines):
    """Some lines each, of which one at most has declarations, so that no two of them have the same name."""
    declaring = [line for line in lines if line.count('\t') > 1]
    others = [line for line in lines if line.count('\t') == 1]
    groups = [[line] for line in declaring]
    groups += [[] for _ in range(max(0, (len(lines) + GROUP - 1) // GROUP - len(groups)))]
    for i, line in enumerate(others):
        groups[i % len(groups)].append(line)
    return groups


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
            lines = self.sample(self.each(lines))
            alone = [line for line in lines if self.names or not line.startswith('true\t')]
            groups = _groups([line for line in lines if line not in alone]) + [[line] for line in alone]
            for number, group in enumerate(groups):
                yield lambda name=name, number=number, group=group: self.group(name, f'{name}_{number}', group)

    def write(self, path, lines):
        """#include has a line of its own."""
        idioms = [line.split('\t')[1] for line in lines]
        declarations = [line.split('\t')[2] for line in lines if line.count('\t') > 1]
        if len(lines) > 1:
            idioms = [f'if (chosen == {i}) {{ {idiom} }}' for i, idiom in enumerate(idioms)]
            idioms.insert(0, 'int chosen = getpid();')
        with open(path, 'w', encoding='utf-8', errors='surrogateescape') as file:
            for line in self.program:
                texts = {'DECLARATIONS': declarations, '        IDIOM;': idioms}.get(line, [line])
                for text in texts:
                    file.write(re.sub(r'#include <[^>]*>', '\\g<0>\n', text) + '\n' if texts != [line] else line + '\n')

    def ask(self, file, lines, *options, limit=40):
        path = os.path.join(self.temporary, file + '.c')
        self.write(path, lines)
        return pool.run([self.chorus, 'check', '-q', '--errors=assert', '--property=unreach-call',
                         f'--time-limit={limit}', '--memory-limit=4000', *options, path], 120)

    def group(self, name, file, lines):
        """The outcomes of some idioms: of all in one program, if that is true; else of either half."""
        if len(lines) == 1:
            return [self.one(name, file, lines[0])]
        ran = self.ask(file, lines, limit=20)
        if case.text_of(ran.out).startswith('RESULT: true'):
            return [self.outcome(name, line, 'true', ran.seconds / len(lines)) for line in lines]
        half = len(lines) // 2
        outcomes = self.group(name, file + '_1', lines[:half]) + self.group(name, file + '_2', lines[half:])
        outcomes[0].seconds += ran.seconds
        return outcomes

    def one(self, name, file, line):
        expected = line.split('\t', 1)[0]
        # A run that is found changes nothing of what is expected without one.
        if expected not in ('true', 'false') and not self.bless:
            ran = self.ask(file, [line], '--without=runs')
            if self.said(name, file, ran) == expected:
                return self.outcome(name, line, expected, ran.seconds)
        ran = self.ask(file, [line])
        return self.outcome(name, line, self.said(name, file, ran), ran.seconds)

    def said(self, name, file, ran):
        said = '\n'.join(_short(text, file) for text in case.text_of(ran.out).splitlines())
        if not said:
            said = ('no verdict ' + case.first_line(ran.err)).rstrip()
        if name == 'counter' and said == 'true':
            said = 'WRONG'
        return said

    def outcome(self, name, line, said, seconds):
        expected, idiom = line.split('\t', 1)
        passed = said == expected or (self.bless and said != 'WRONG')
        lines = [] if passed else [idiom, '  expected: ' + expected, '  said:     ' + said]
        outcome = case.Outcome(idiom, passed, lines, seconds, said + '\t' + idiom)
        outcome.list = name
        return outcome

    def end(self, outcomes):
        lines = []
        for name in LISTS:
            mine = [outcome for outcome in outcomes if outcome.list == name]
            if not mine:
                continue
            true = sum(outcome.text.startswith('true\t') for outcome in mine)
            lines.append(f'{name}: {len(mine)}, of which {true} are true')
            if self.bless:
                self.rewrite(f'tests/idioms/{name}.txt', {outcome.name: outcome.text for outcome in mine})
        return lines, 0

    def rewrite(self, path, texts):
        """The list, in its order."""
        lines = case.read(path).splitlines()
        with open(path, 'w', encoding='utf-8', errors='surrogateescape') as file:
            file.writelines(texts.get(line.split('\t', 1)[1], line) + '\n' for line in lines)
