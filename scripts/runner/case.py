"""What the suites have in common: inputs, how they are chosen, and what a run came to."""
import os
import re


class Outcome:
    """What came of one test. said: lines that are printed. text: what Chorus answered, for who wants it afterwards."""

    def __init__(self, name, passed, said=(), seconds=0.0, text=''):
        self.name, self.passed, self.said, self.seconds, self.text = name, passed, list(said), seconds, text


class Suite:
    """One kind of test. A suite has `cases`, which yields a function for each test, and perhaps `end`."""

    default = 'build/release/chorus'  # the executable, unless CHORUS names one
    blesses = False  # whether --bless means something
    takes_every = False  # whether --every does

    def __init__(self, chorus, names, temporary, bless=False, every=1):
        self.chorus, self.names, self.temporary, self.bless, self.every = chorus, names, temporary, bless, every

    def is_chosen(self, name):
        return not self.names or any(part in name for part in self.names)

    def each(self, things):
        return things[self.every - 1::self.every]

    def sample(self, things):
        """Of a long list of things that are alike: all, or with TEST_SAMPLE=I/N each N-th from the I-th on."""
        first, each = map(int, os.environ.get('TEST_SAMPLE', '1/1').split('/'))
        return things if self.names or self.bless else things[first - 1::each]

    def end(self, outcomes):
        """Called after all tests; returns lines to print and how many more failed."""
        return [], 0


def read(path):
    with open(path, encoding='utf-8', errors='surrogateescape') as file:
        return file.read()


def inputs(folders, endings):
    """The inputs in the folders, sorted by the bytes of their paths."""
    found = []
    for folder in folders:
        for where, _, files in os.walk(folder):
            found += [os.path.join(where, name) for name in files if name.endswith(endings)]
    return sorted(found, key=os.fsencode)


def beside(path, ending):
    """The path of what stands beside an input: X.c and '.expect' are X.expect."""
    return os.path.splitext(path)[0] + ending


def arguments(path):
    """The words of X.args (default: check)."""
    return read(beside(path, '.args')).split() if os.path.exists(beside(path, '.args')) else ['check']


def verdicts(output):
    """The first word after each RESULT."""
    return re.findall(r'^RESULT: ([a-z]*)', output, re.M)


def text_of(raw):
    return raw.decode('utf-8', 'surrogateescape')


def first_line(raw):
    return text_of(raw).split('\n', 1)[0]
