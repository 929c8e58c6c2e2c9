"""Stress: the k-th check of every solver session of a run answers "unknown", for k = 1, 2, 4 and on: then the verdict is
the expected one or "unknown", and nothing else happens. (Released memory is poisoned and grown blocks always move in the
same builds.) Needs a development build (default build/asan/chorus). A test is an input.
"""
import os

from . import case, pool

# Longest first.
INPUTS = '''
    cli/values.scpl cli/spawn.scpl cli/one_thread.c cli/lost_update_c.c cli/lost_update.scpl cli/ideal.scpl
    cli/bound.scpl check/whole_statements.c check/pointer_swap.c check/mutex_array.c check/many_rounds_safe.c
    check/many_rounds_buggy.c check/handle_index.c check/function_pointer_buggy.c check/function_pointer.c
    check/condition_wait_buggy.c check/condition_wait.c check/atomic_update.c baseline/symmetry_off_false.scpl
    baseline/symmetry_off.scpl'''.split()
CHECKS = (1, 2, 4, 11, 40)


class Stress(case.Suite):
    default = 'build/asan/chorus'

    def cases(self):
        for name in INPUTS:
            path = 'tests/golden/' + name
            if self.is_chosen(path):
                yield lambda path=path: self.one(path)

    def one(self, path):
        if not os.path.exists(path):
            return case.Outcome(path, False, [f'  FAILED {path}: missing'])
        expected = int(case.read(case.beside(path, '.expect')).rsplit('exit: ', 1)[1])
        seconds, gave_up = 0.0, ''
        for k in CHECKS:
            ran = pool.run([self.chorus, *case.arguments(path), '--iterations=30', '--time-limit=10', path], 120, True,
                           {'CHORUS_STRESS': str(k)})
            seconds += ran.seconds
            if ran.code not in (expected, 2):
                said = [f'  FAILED {path}: exit status {ran.code}, want {expected} or 2, where check {k} is unknown']
                said += ['    ' + line for line in case.text_of(ran.out).splitlines()[-20:]]
                return case.Outcome(path, False, said, seconds)
            gave_up = gave_up or ('unknown' if ran.code == 2 else '')
        return case.Outcome(path, True, (), seconds, gave_up)

    def end(self, outcomes):
        # Without an "unknown" the build has no switch, and nothing was tested.
        if any(outcome.text for outcome in outcomes):
            return [], 0
        return [f'  FAILED: {self.chorus} never gave up; not a development build?'], 1
