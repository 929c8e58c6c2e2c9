"""What clang says about every source and header: nothing. gcc's warnings are errors in the other builds.

The sources are read with the flags of build/dev, but not compiled. A header that its own source includes first has been
read alone so; each other header is read alone by itself.
"""
import json
import os
import re
import shlex

from . import case, pool

FOLDERS = ('src', 'include', 'tests', 'bench')
HEADER = ['clang-19', '-std=c17', '-D_GNU_SOURCE', '-DCHORUS_UNSTABLE', '-fsyntax-only', '-Wall', '-Wextra', '-Werror',
          '-Wno-unused-function', '-Isrc', '-Iinclude', '-Itests']
FIRST = re.compile(r'^#include "([^"]+)"', re.M)


def _is_first(header):
    """Whether the header's own source includes it first."""
    source = header[:-2] + '.c'
    if not os.path.exists(source):
        return False
    first = FIRST.search(case.read(source))
    folders = ('src', 'tests', os.path.dirname(source))
    return first is not None and header in (os.path.join(folder, first[1]) for folder in folders)


class Warnings(case.Suite):
    default = None

    def cases(self):
        pool.run(['cmake', '--preset', 'dev'], 60)
        for entry in json.loads(case.read('build/dev/compile_commands.json')):
            path = os.path.relpath(entry['file'])
            if self.is_chosen(path):
                words = [word for word in shlex.split(entry['command']) if not word.endswith('ccache')]
                at = words.index('-o')
                command = [*words[:at], *words[at + 2:], '-fsyntax-only', '-Werror']
                yield lambda path=path, command=command: self.one(path, command)
        llvm = case.text_of(pool.run(['llvm-config-19', '--includedir'], 60).out).strip()
        for path in case.inputs(FOLDERS, ('.h',)):
            if self.is_chosen(path) and '/golden/' not in path and not _is_first(path):
                command = [*HEADER, '-I' + llvm, '-include', path, '-x', 'c', '/dev/null']
                yield lambda path=path, command=command: self.one(path, command)

    def one(self, path, command):
        ran = pool.run(command, 120)
        said = case.text_of(ran.err).splitlines()[:20]
        return case.Outcome(path, ran.code == 0, said if ran.code else [], ran.seconds)
