#!/usr/bin/env python3
"""Runs many inputs at a time and compares what comes of them with what is expected.

    scripts/run.py SUITE [--bless] [--every=N] [--times=N] [NAME...]
    scripts/run.py tap [--times=N] FOLDER|PROGRAM...
    scripts/run.py record [-f] FOLDER [NAME...]     into FOLDER, which must not exist (-f: or is replaced)
    scripts/run.py record --compare OLD NEW

SUITE is golden, idioms, surveys, shared-calls, stress or warnings; what each does stands at the beginning of
scripts/runner/SUITE.py, as `scripts/run.py SUITE --help` prints it. NAME chooses: a part of the path of an input, or of
the name of a test. --bless writes down what Chorus says now (golden, idioms). --every: only each Nth test (golden,
idioms, surveys). --times: prints the N tests that took the most processor time. CHORUS names the executable. Prints
details of failures only, and at the end "N passed, N failed".
"""
import argparse
import os
import shutil
import signal
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, 'scripts'))

from runner import golden, idioms, pool, record, shared_calls, stress, surveys, tap, warnings  # noqa: E402

SUITES = {'golden': golden.Golden, 'idioms': idioms.Idioms, 'surveys': surveys.Surveys,
          'shared-calls': shared_calls.SharedCalls, 'stress': stress.Stress, 'tap': tap.Tap, 'warnings': warnings.Warnings,
          'record': record.Record}


def options():
    parser = argparse.ArgumentParser(prog='run.py', formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage=__doc__.split('\n\n')[1].strip(), description=__doc__.split('\n\n', 2)[2])
    commands = parser.add_subparsers(dest='suite', required=True, metavar='SUITE')
    for name, suite in SUITES.items():
        command = commands.add_parser(name, prog='run.py ' + name, formatter_class=argparse.RawDescriptionHelpFormatter,
                                      description=sys.modules[suite.__module__].__doc__)
        if suite.blesses:
            command.add_argument('--bless', action='store_true')
        if suite.takes_every:
            command.add_argument('--every', type=int, default=1, metavar='N')
        if name == 'record':
            command.add_argument('-f', dest='force', action='store_true')
            command.add_argument('--compare', action='store_true')
            command.add_argument('folder')
        command.add_argument('--times', type=int, default=0, metavar='N')
        command.add_argument('names', nargs='+' if name == 'tap' else '*', metavar='NAME')
    return parser.parse_args()


def fail(text, code):
    print('run.py: ' + text, file=sys.stderr)
    sys.exit(code)


def executable(default):
    """What runs: a path as it stands, which means the same from the root of the tree."""
    chorus = os.environ.get('CHORUS') or os.path.join(ROOT, default)
    if '/' in chorus and not os.path.exists(chorus) and os.path.exists(os.path.join(ROOT, chorus)):
        chorus = os.path.join(ROOT, chorus)
    found = shutil.which(chorus)
    if not found:
        fail(f'no executable {chorus}; build it or set CHORUS', 66)
    return os.path.abspath(found)


def prepare_record(asked):
    if os.path.lexists(asked.folder):
        if not asked.force:
            fail(asked.folder + ' exists already', 73)
        # Only what looks like a record is removed.
        if not os.path.exists(os.path.join(asked.folder, record.MARK)):
            fail(asked.folder + ' is not a record', 73)
        shutil.rmtree(asked.folder)
    os.makedirs(asked.folder)
    with open(os.path.join(asked.folder, record.MARK), 'w', encoding='utf-8'):
        pass
    return os.path.realpath(asked.folder)


def show(line):
    sys.stdout.buffer.write(line.encode('utf-8', 'surrogateescape') + b'\n')
    sys.stdout.flush()


def perform(suite):
    """Runs the tests of a suite; returns their outcomes, and how many passed and failed."""
    outcomes, passed, failed = [], 0, 0
    for result in pool.in_order(suite.cases()):
        for outcome in result if isinstance(result, list) else [result]:
            outcomes.append(outcome)
            counts = getattr(outcome, 'counts', (int(outcome.passed), int(not outcome.passed)))
            passed, failed = passed + counts[0], failed + counts[1]
            for line in outcome.said:
                show(line)
    lines, more = suite.end(outcomes)
    for line in lines:
        show(line)
    return outcomes, passed, failed + more


def show_times(outcomes, number):
    times = []
    for outcome in outcomes:
        times += getattr(outcome, 'times', None) or [(outcome.seconds, outcome.name)]
    for seconds, name in sorted(times, reverse=True)[:number]:
        show(f'  {seconds:.2f} s  {name}')
    if number:
        show(f'  {sum(seconds for seconds, _ in times):.2f} s  in all')


def main():
    asked = options()
    if asked.suite == 'record' and asked.compare:
        if len(asked.names) != 1:
            fail('record --compare OLD NEW', 64)
        for folder in (asked.folder, asked.names[0]):
            if not os.path.isdir(folder):
                fail(folder + ': no such folder', 66)
        return 0 if record.compare(asked.folder, asked.names[0]) else 1
    more = {name: getattr(asked, name) for name in ('bless', 'every') if hasattr(asked, name)}
    kind = SUITES[asked.suite]
    chorus = executable(kind.default) if kind.default else None
    if asked.suite == 'record':
        more['folder'] = prepare_record(asked)
    if asked.suite == 'tap':
        asked.names = [os.path.abspath(name) for name in asked.names]
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as temporary:
        outcomes, passed, failed = perform(kind(chorus, asked.names, temporary, **more))
    show_times(outcomes, asked.times)
    if asked.suite == 'record':
        print(f'recorded {len(outcomes)} inputs in {more["folder"]}')
        return 0
    if not outcomes:
        print('  FAILED: no test has such a name')
        failed += 1
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


def interrupted(*_):
    raise KeyboardInterrupt


if __name__ == '__main__':
    os.environ['LC_ALL'] = 'C'
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupted)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        pool.stop()
        sys.exit(130)
