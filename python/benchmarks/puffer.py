"""PufferLib's C core of the game, compiled as PufferLib's own setup does but for its drawing.

Its package on the index is source that fetches raylib and Box2D from elsewhere and builds all of its games; what is
measured is one of them, with its own binding. pip cannot fetch without building, so the index is asked here. That
needs a C compiler and Python's headers.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sysconfig
import tarfile
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path
from types import ModuleType

import numpy as np

VERSION = "3.0.0"


def load() -> ModuleType:
    """The binding, compiled."""
    with tempfile.TemporaryDirectory() as folder:
        return build(Path(folder))


def build(folder: Path) -> ModuleType:
    """Fetches it into a folder and compiles it there."""
    archive = folder / f"pufferlib-{VERSION}.tar.gz"
    index = os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple").rstrip("/") + "/pufferlib/"
    with urllib.request.urlopen(index) as page:
        links = re.findall(r'href="([^"#]+)', page.read().decode())
    link = next(link for link in links if link.endswith(archive.name))
    urllib.request.urlretrieve(urllib.parse.urljoin(index, link), archive)
    with tarfile.open(archive) as sources:
        wanted = [member for member in sources if "/ocean/tetris/" in member.name or member.name.endswith("/env_binding.h")]
        sources.extractall(folder, wanted, filter="data")
    binding = folder / f"pufferlib-{VERSION}/pufferlib/ocean/tetris/binding.c"
    library = folder / "binding.so"
    # Its own flags.
    flags = ["-O2", "-flto", "-shared", "-fPIC", "-fwrapv", "-DNPY_NO_DEPRECATED_API=NPY_1_7_API_VERSION", "-DPLATFORM_DESKTOP"]
    places = [Path(__file__).parent, sysconfig.get_paths()["include"], np.get_include()]
    compiler = [os.environ.get("CC", "cc"), *flags, *(f"-I{place}" for place in places), "-w"]
    subprocess.run([*compiler, binding, "-o", library, "-lm"], check=True)
    spec = importlib.util.spec_from_file_location("binding", library)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Tetris:
    """Many games, stepped as PufferLib's environment steps them."""

    actions_count = 7

    def __init__(self, number: int, columns: int = 10, rows: int = 20, deck: int = 3) -> None:
        self.binding = load()
        self.observations = np.zeros((number, columns * rows + 6 + 7 * (deck + 1)), np.float32)
        self.actions = np.zeros(number, np.int32)
        self.rewards = np.zeros(number, np.float32)
        self.terminals = np.zeros(number, np.bool_)
        self.truncations = np.zeros(number, np.bool_)
        arrays = (self.observations, self.actions, self.rewards, self.terminals, self.truncations)
        self.games = self.binding.vec_init(*arrays, number, 1, n_cols=columns, n_rows=rows, deck_size=deck)
        self.binding.vec_reset(self.games, 1)

    def step(self, actions) -> None:
        self.actions[:] = actions
        self.binding.vec_step(self.games)
