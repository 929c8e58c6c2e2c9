"""Records what Chorus makes of every input in the tree, so that a change that must not change anything can be held
against the state before it.

The inputs are those of tests/golden (with the arguments in X.args), tests/agreement/corpus and bench/programs (with the
integers of the manifest). FOLDER/INPUT/ holds
    program, merged, boolprog   what `chorus dump --stage=...` prints
    check                       output and exit status of `chorus check --stats`, without seconds and memory
    certificate, trace          what check wrote
    baseline                    like check, by the published Cartesian abstraction (.scpl only)
    as-is                       the command of X.args when that is neither check nor dump
Runs are limited by iterations, never by time, so that a record does not depend on the machine. RECORD_LIMIT is the
seconds (600) after which a run counts as hanging, which is recorded and said. The executable of another tree reads the
inputs of this one.

A comparison ignores statistics that only NEW has and inputs that only NEW has (it counts them); anything else that
differs, is lost or was not finished is an error.
"""
import difflib
import os
import re

from . import case, pool
from .golden import ENDINGS

FOLDERS = ('bench/programs', 'tests/golden', 'tests/agreement/corpus')
# Those that take longest come first, so that none of them runs alone at the end.
SLOW = ('bench/programs/scull.c', 'bench/programs/p_double_prime.scpl', 'tests/golden/check/handle_ring_buggy.c')
# Many are open, and take minutes; bench/memory.sh and bench/ordinary.sh ask them.
LEFT_OUT = ('bench/programs/memory/', 'bench/programs/ordinary/')
MARK = '.record'  # stands in every record


def _iterations(stage, path):
    """How many refinements suffice for a verdict, or show enough. (A Boolean program is printed with every combination of
    the predicates that an edge reads, so it grows fast.)"""
    if stage == 'check':
        return 12 if path.endswith('/p_double_prime.scpl') else 20
    return 1 if '/ticket-lock' in path else 4


class Record(case.Suite):
    def __init__(self, *arguments, folder, **options):
        super().__init__(*arguments, **options)
        self.folder = folder
        self.limit = int(os.environ.get('RECORD_LIMIT', 600))
        rows = [line.split('\t') for line in case.read('bench/programs/manifest.tsv').splitlines()]
        self.ideal = {row[0] for row in rows if len(row) > 7 and row[7] == 'ideal'}

    def cases(self):
        paths = [*SLOW, *(path for path in case.inputs(FOLDERS, ENDINGS) if path not in SLOW)]
        for path in paths:
            if self.is_chosen(path) and not path.startswith(LEFT_OUT):
                yield lambda path=path: self.one(path)

    def options(self, path, words):
        """Those of X.args that fit every command."""
        if path.startswith('bench/programs/') and path[len('bench/programs/'):] in self.ideal:
            return ['--integers=ideal']
        if words[0] not in ('check', 'dump'):
            return []
        return [word for word in words[1:] if word not in ('-q', '--quiet', '--help') and not word.startswith('--stage=')]

    def one(self, path):
        to = os.path.join(self.folder, path)
        os.makedirs(to, exist_ok=True)
        outcome = case.Outcome(path, True)
        words = case.arguments(path)
        if words[0] not in ('check', 'dump'):
            self.run(outcome, to, 'as-is', *words, path)
        end = [*self.options(path, words), path]
        check = ['check', '--stats', f'--iterations={_iterations("check", path)}']
        if path.endswith('.bbp'):
            self.run(outcome, to, 'check', 'mc', '--stats', *end)
            return outcome
        if path.endswith('.yml'):
            self.run(outcome, to, 'check', *check, *end)
            return outcome
        self.run(outcome, to, 'program', 'dump', '--stage=program', *end)
        self.run(outcome, to, 'merged', 'dump', '--stage=merged', *end)
        self.run(outcome, to, 'boolprog', 'dump', '--stage=boolprog',
                 f'--iterations={_iterations("boolprog", path)}', *end)
        self.run(outcome, to, 'check', *check, f'--certificate={to}/certificate', f'--trace={to}/trace', *end)
        if path.endswith('.scpl'):
            self.run(outcome, to, 'baseline', 'check', '--stats', '--abstraction=c1', '-n', '2', '--iterations=5', *end)
        return outcome

    def run(self, outcome, to, name, *command):
        """Both outputs apart, and the exit status, independent of place and time."""
        ran = pool.run([self.chorus, *command], self.limit)
        outcome.seconds += ran.seconds
        code = str(ran.code)
        if ran.code in (pool.TIMED_OUT, 137):
            code = f'hangs for {self.limit} seconds'
            outcome.said.append('  HANGS ' + ' '.join(command))
        text = re.sub(rb'(?m)^(?=.|\n)', b'stderr: ', ran.err) + ran.out + f'exit: {code}\n'.encode()
        text = re.sub(rb'(?m)^stat (seconds|memory).*\n?', b'', text.replace(os.fsencode(self.folder), b'OUT'))
        with open(os.path.join(to, name), 'wb') as file:
            file.write(text)


def _files(folder):
    return sorted(os.path.relpath(os.path.join(where, name), folder)
                  for where, _, names in os.walk(folder) for name in names if not name.startswith('.'))


def _known_statistics(old, new):
    """Of the statistics in new, only those that old has, too."""
    known = {line.split()[1] for line in old if re.match(r'stat \S', line)}
    return [line for line in new if not re.match(r'stat \S', line) or line.split()[1] in known]


def compare(old, new):
    """Whether two records are the same; prints what is not."""
    names = _files(old)
    count = dict.fromkeys(('same', 'differ', 'lost', 'hang'), 0)
    for name in names:
        if not os.path.exists(os.path.join(new, name)):
            count['lost'] += 1
            print('  LOST ' + name)
            continue
        before = case.read(os.path.join(old, name)).splitlines()
        after = case.read(os.path.join(new, name)).splitlines()
        known = after if before == after else _known_statistics(before, after)
        if before == known:
            count['same'] += 1
        else:
            count['differ'] += 1
            print('  DIFFERS ' + name)
            if count['differ'] <= 20:
                for line in list(difflib.unified_diff(before, known, lineterm=''))[2:22]:
                    print('    ' + line)
        if os.path.basename(name) in ('check', 'baseline', 'as-is') and \
                any(line.startswith('exit: hangs') for line in before + after):
            count['hang'] += 1
            print('  HANGS ' + name)
    added = len(set(_files(new)) - set(names))
    print(', '.join(f'{number} {what}' for what, number in count.items()) + f', {added} only in {new}')
    return count['same'] > 0 and count['differ'] + count['lost'] + count['hang'] == 0
