"""Chorus for Python: libchorus through ctypes, as chorus.h describes it.

    import chorus
    verdict = chorus.check("counter.c", property="no-data-race", time_limit=60)
    print(verdict.kind, verdict.scope)
    for step in verdict.steps:
        print(step.thread, step.file, step.line, step.text)

The library is found as the linker finds it; the environment variable CHORUS_LIBRARY names another file.
"""

import collections
import ctypes
import ctypes.util
import json
import os

TRUE, FALSE, UNKNOWN, NONE = "true", "false", "unknown", "none"
_KINDS = (TRUE, FALSE, UNKNOWN, NONE)

Step = collections.namedtuple("Step", "thread file line text")
Verdict = collections.namedtuple("Verdict", "kind result scope evidence diagnostics steps report")


class ChorusError(Exception):
    """A call failed; `status` is as in chorus.h: 64 bad option, 65 bad input, 66 no input, 70 internal error."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


def _load():
    path = os.environ.get("CHORUS_LIBRARY") or ctypes.util.find_library("chorus") or "libchorus.so.1"
    lib = ctypes.CDLL(path)
    text, size, session = ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p
    for name, result, *arguments in [
        ("version", text),
        ("new", session),
        ("free", None, session),
        ("set_option", ctypes.c_int, session, text, text),
        ("add_compiler_flag", ctypes.c_int, session, text),
        ("load", ctypes.c_int, session, ctypes.POINTER(text), size),
        ("check", ctypes.c_int, session),
        ("error", text, session),
        ("scope", text, session),
        ("result_line", text, session),
        ("evidence", text, session),
        ("json", text, session),
        ("diagnostic_count", size, session),
        ("diagnostic", text, session, size, ctypes.c_void_p),
        ("step_count", size, session),
        ("step_text", text, session, size),
        ("step_thread", ctypes.c_uint32, session, size),
        ("step_file", text, session, size),
        ("step_line", ctypes.c_uint32, session, size),
    ]:
        function = getattr(lib, "chorus_" + name)
        function.restype, function.argtypes = result, arguments
    return lib


_lib = _load()


def _text(data):
    """Text of the library; None stays None. Names of files may have bytes that are not UTF-8."""
    return None if data is None else os.fsdecode(data)


def version():
    return _text(_lib.chorus_version())


class Session:
    """One verification run, to be used in a with statement; see chorus.h for the order of calls."""

    def __init__(self):
        self._session = _lib.chorus_new()
        if not self._session:
            raise MemoryError("chorus_new")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self._session:
            _lib.chorus_free(self._session)
        self._session = None

    def _require(self, status):
        if status != 0:
            raise ChorusError(status, _text(_lib.chorus_error(self._session)))

    def set_option(self, name, value):
        """Names and values of the command line; underscores may stand for hyphens."""
        name = name.replace("_", "-")
        self._require(_lib.chorus_set_option(self._session, os.fsencode(name), os.fsencode(str(value))))

    def add_compiler_flag(self, flag):
        self._require(_lib.chorus_add_compiler_flag(self._session, os.fsencode(flag)))

    def load(self, *paths):
        names = (ctypes.c_char_p * len(paths))(*[os.fsencode(p) for p in paths])
        self._require(_lib.chorus_load(self._session, names, len(paths)))

    def check(self):
        kind = _KINDS[_lib.chorus_check(self._session)]
        s = self._session
        steps = [
            Step(
                _lib.chorus_step_thread(s, i),
                _text(_lib.chorus_step_file(s, i)),
                _lib.chorus_step_line(s, i),
                _text(_lib.chorus_step_text(s, i)),
            )
            for i in range(_lib.chorus_step_count(s))
        ]
        notes = [_text(_lib.chorus_diagnostic(s, i, None)) for i in range(_lib.chorus_diagnostic_count(s))]
        return Verdict(
            kind,
            _text(_lib.chorus_result_line(s)),
            _text(_lib.chorus_scope(s)),
            _text(_lib.chorus_evidence(s)),
            notes,
            steps,
            json.loads(_lib.chorus_json(s)),
        )


def check(*paths, flags=(), **options):
    """Loads and checks files; options as on the command line: property="no-overflow", threads=4, time_limit=60."""
    with Session() as session:
        for name, value in options.items():
            session.set_option(name, value)
        for flag in flags:
            session.add_compiler_flag(flag)
        session.load(*paths)
        return session.check()
