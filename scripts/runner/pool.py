"""Runs many programs at a time: as many as there are processors.

A job is a function without arguments; its result is printed in the order of the jobs, as soon as it is there. Whatever
a job starts goes through `run`, in a process group of its own, so that an interrupt ends all of it.
"""
import concurrent.futures
import os
import signal
import subprocess
import tempfile
import threading

# Exit statuses as a shell has them.
TIMED_OUT = 124
KILL_AFTER = 5  # seconds between the first signal and SIGKILL

_live = set()
_lock = threading.Lock()
_stopped = threading.Event()


class Ran:
    """What a process left: its exit status, both outputs (bytes) and its processor time in seconds."""

    def __init__(self, code, out, err, seconds):
        self.code, self.out, self.err, self.seconds = code, out, err, seconds


def _signal(pid, what):
    try:
        os.killpg(pid, what)
    except ProcessLookupError:
        pass


class _Alarm:
    """Ends the group of a process that runs too long."""

    def __init__(self, pid, limit):
        self.pid, self.rang = pid, False
        self.timer = threading.Timer(limit, self.ring)
        self.timer.daemon = True
        self.timer.start()

    def ring(self):
        self.rang = True
        _signal(self.pid, signal.SIGTERM)
        self.timer = threading.Timer(KILL_AFTER, _signal, (self.pid, signal.SIGKILL))
        self.timer.daemon = True
        self.timer.start()

    def end(self):
        self.timer.cancel()


def run(command, limit, together=False, environment=None):
    """Runs a command (a list) for at most limit seconds. together: standard error goes to the output."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        with _lock:
            if _stopped.is_set():
                raise KeyboardInterrupt
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out,
                                       stderr=subprocess.STDOUT if together else err, start_new_session=True,
                                       env=dict(os.environ, **environment) if environment else None)
            _live.add(process.pid)
        alarm = _Alarm(process.pid, limit)
        _, status, used = os.wait4(process.pid, 0)
        alarm.end()
        with _lock:
            _live.discard(process.pid)
        code = os.waitstatus_to_exitcode(status)
        process.returncode = code  # so that nothing waits for it again
        out.seek(0)
        err.seek(0)
        return Ran(TIMED_OUT if alarm.rang else code if code >= 0 else 128 - code, out.read(), err.read(),
                   used.ru_utime + used.ru_stime)


def stop():
    """Ends all that runs; nothing starts any more."""
    with _lock:
        _stopped.set()
        for pid in _live:
            _signal(pid, signal.SIGKILL)


def in_order(jobs):
    """Yields the results of the jobs in their order."""
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as workers:
        futures = [workers.submit(job) for job in jobs]
        try:
            for future in futures:
                yield future.result()
        except BaseException:
            for future in futures:
                future.cancel()
            stop()
            raise
