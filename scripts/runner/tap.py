"""Test programs that print TAP. A NAME is a program, or a folder (build/PRESET/tests), which stands for the programs in
it whose source is in tests/.

Prints the failed tests with what they said, and the seeds of random tests. A program that crashes, runs longer than
TAP_LIMIT seconds (600) or tests less than its plan counts as one failure more.

All tests of the folders are one queue: each slow test (tests/tap.h) is a job, these come first; the others of a program
are jobs of a few tests.
"""
import glob
import os
import re

from . import case, pool

PART = 6  # quick tests in one job


class Log:
    """What is read from one program's output."""

    def __init__(self, name, output):
        self.name, self.passed, self.planned = name, 0, None
        self.failed, self.said, self.times = [], [], []
        last = []
        for line in output.splitlines():
            time = re.match(r'(?:not )?ok \d+ - (\S*) # ([0-9.]+) s$', line)
            if time:
                self.times.append((float(time[2]), f'{name.split()[0]} {time[1]}'))
                line = line[:line.rindex(' # ')]
            if line.startswith('ok '):
                self.passed += 1
                last = []
            elif line.startswith('not ok '):
                self.complain(re.sub(r'^not ok \d* - ', '', line), last)
                last = []
            elif re.match(r'1\.\.\d+', line):
                self.planned = int(re.match(r'1\.\.(\d+)', line)[1])
            else:
                if re.match(r'# .*seed', line):
                    self.said.append(f'  {name}: {line[2:]}')
                if len(last) < 60:
                    last.append('    ' + line)
        self.last = last

    def complain(self, what, lines):
        self.failed.append(what)
        self.said += [f'  FAILED {self.name}: {what}', *lines]

    def close(self, code, limit):
        """A failure more when the program did not end as it should."""
        ran = self.passed + len(self.failed)
        if code == pool.TIMED_OUT:
            self.complain(f'ran longer than {limit} seconds', self.last)
        elif code == 137:
            self.complain('was killed', self.last)
        elif self.planned is None:
            self.complain(f'ended early with exit status {code}', self.last)
        elif self.planned != ran:
            self.complain(f'planned {self.planned} tests, ran {ran}', self.last)
        elif code != 0 and not self.failed:
            self.complain(f'ended with exit status {code}', self.last)


class Tap(case.Suite):
    default = None

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.limit = int(os.environ.get('TAP_LIMIT', 600))

    def cases(self):
        slow, quick = [], []
        for name in self.names:
            if not os.path.isdir(name):
                slow.append((name,))
                continue
            for source in sorted(glob.glob('tests/unit/test_*.c') + glob.glob('tests/unsound/test_*.c')):
                self.split(os.path.join(name, os.path.basename(source)[:-2]), slow, quick)
            for source in sorted(glob.glob('tests/fuzz/fuzz_*.c')):
                quick.append((os.path.join(name, os.path.basename(source)[:-2]),))
        for command in slow + quick:
            yield lambda command=command: self.one(command)

    def split(self, program, slow, quick):
        """The jobs of a program that has the options of tests/tap.h."""
        # The alarm of a test does not count here: a program that hangs before main would.
        try:
            ran = pool.run([program, '--list'], 20)
        except OSError:
            ran = None
        if not ran or ran.code != 0:
            slow.append((program,))
            return
        tests = case.text_of(ran.out).splitlines()
        slow += [(program, '--only=' + test.split()[0]) for test in tests if test.endswith(' (slow)')]
        count = sum(not test.endswith(' (slow)') for test in tests)
        parts = (count + PART - 1) // PART
        quick += [(program, f'--part={part}/{parts}') for part in range(1, parts + 1)]

    def one(self, command):
        name = ' '.join([os.path.basename(command[0]), *command[1:]])
        try:
            ran = pool.run(list(command), self.limit, True)
        except OSError as error:
            return case.Outcome(name, False, [f'  FAILED {name}: {error.strerror}'])
        log = Log(name, case.text_of(ran.out))
        log.close(ran.code, self.limit)
        outcome = case.Outcome(name, not log.failed, log.said, ran.seconds)
        outcome.counts = (log.passed, len(log.failed))
        outcome.times = log.times
        return outcome
