"""Trains, plays and compares on a Ray cluster; the results are those of one machine, byte for byte.

    python -m minolab.cluster train run.toml --out runs/big --address auto
    python -m minolab.cluster train --resume runs/big --address auto
    python -m minolab.cluster run --agent bcts --games 1000 --out runs/games --address auto
    python -m minolab.cluster compare bcts lee --board 10x10 --address auto

Every unit of work is (settings, seeds) and gives the same result wherever and however often it is played, so what a
lost process or machine was playing is played again. Units are batched to last about a second: a Ray task costs some
13 milliseconds. Tasks are used rather than actors: an actor whose machine is gone waits for a place of its own, a task
for any. ``train`` keeps a checkpoint in its folder, ``run`` the parts that are played: both go on where they were left
if this process ends.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import minolab

from . import _core

#: How long a batch should take, in seconds.
BATCH = 1.0

Games = list[tuple[int, int, int]]


def _play_training(training: str, batch: list[tuple[str, Games]]) -> tuple[int, float, list[Any]]:
    """Games of a training run, played by a worker: its process, how long they took, and how they went."""
    began = time.perf_counter()
    played = [game for agent, games in batch for game in _core.play_tasks(training, agent, games)]
    return os.getpid(), time.perf_counter() - began, played


def _play_part(agent: str, settings: dict[str, Any], shard: str) -> bytes:
    """A part of a run, played by a worker, as its checkpoint."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "part.run"
        ruleset = _core.Ruleset.from_toml(settings["ruleset"])
        more = {name: value for name, value in settings.items() if name != "ruleset"}
        player = _core.Agent.from_toml(agent)
        minolab.run(player, ruleset=ruleset, shard=shard, threads=1, checkpoint=path, **more)
        return path.read_bytes()


def _play_games(*settings: Any) -> list[Any]:
    """Games of one agent, played by a worker: Ray takes no function that is native."""
    return _core.play_games(*settings)


class Cluster:
    """A Ray cluster, as the executor of :func:`minolab.train` and :func:`minolab.compare`."""

    def __init__(self, address: str | None = None) -> None:
        try:
            import ray
        except ImportError as error:
            raise SystemExit("Ray is missing: pip install 'minolab[cluster]'") from error
        self.ray = ray
        if not ray.is_initialized():
            ray.init(address=address, log_to_driver=False, logging_level="warning")
        # Lost processes and machines are no errors of the work: it is played again, for ever.
        remote = ray.remote(num_cpus=1, max_retries=-1)
        self._training = remote(_play_training)
        self._part = remote(_play_part)
        self._games = remote(_play_games)
        self._waiting: deque[tuple[str, Games]] = deque()
        self._running: list[Any] = []
        self._settings: Any = None
        self._path: Path | None = None
        #: The processes that have played.
        self.workers: set[int] = set()
        #: How many batches of a training run they have played, and the seconds that all of them took.
        self.batches, self.seconds = 0, 0.0
        # Seconds per game, of late.
        self._each = 0.0

    def cpus(self) -> int:
        """How many processors there are now."""
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    # What minolab.train asks of an executor.

    def follow(self, folder: Path) -> Cluster:
        """Plays for the run in this folder."""
        self._path = folder
        return self

    def ask(self, agent: str, games: Games) -> None:
        """Takes games of one candidate."""
        self._waiting.append((agent, games))

    def next(self, within: float) -> list[Any]:
        """Games that ended: key, game, fitness, pieces, lines, occupancy."""
        self._submit()
        if not self._running:
            time.sleep(within)
            return []
        done, self._running = self.ray.wait(self._running, num_returns=1, timeout=within)
        found: list[Any] = []
        for process, seconds, played in self.ray.get(done):
            self.workers.add(process)
            self.batches, self.seconds = self.batches + 1, self.seconds + seconds
            self._each = 0.7 * self._each + 0.3 * seconds / max(1, len(played))
            found += played
        return found

    def _submit(self) -> None:
        if self._settings is None and self._path is not None:
            self._settings = self.ray.put((self._path / "run.toml").read_text())
        left = sum(len(games) for _, games in self._waiting)
        # Two batches for each processor: one that is played and one that waits.
        while left and len(self._running) < 2 * self.cpus():
            most = max(1, int(BATCH / self._each)) if self._each else 1
            # Towards the end of a generation nobody should wait for one long batch.
            size = min(most, max(1, left // (2 * self.cpus())))
            batch: list[tuple[str, Games]] = []
            while size > 0 and self._waiting:
                agent, games = self._waiting.popleft()
                if len(games) > size:
                    self._waiting.appendleft((agent, games[size:]))
                    games = games[:size]
                batch.append((agent, games))
                size -= len(games)
                left -= len(games)
            self._running.append(self._training.remote(self._settings, batch))

    # What minolab.compare asks of an executor.

    def play(
        self, agent: str, rules: str, mode: str, seed: int, games: int, known: int | None, keys: bool
    ) -> list[Any]:
        """Games of one agent, in order."""
        parts = min(games, 2 * self.cpus())
        bounds = [part * games // parts for part in range(parts + 1)]
        tasks = [
            self._games.remote(agent, rules, mode, seed + first, end - first, known, keys)
            for first, end in zip(bounds, bounds[1:])
        ]
        played = []
        for first, part in zip(bounds, self.ray.get(tasks)):
            # Each part counts from 0.
            played += [(first + index, *rest) for index, *rest in part]
        return played

    def run(
        self,
        agent: _core.Agent,
        out: Path,
        settings: dict[str, Any],
        tell: Callable[[int, int], object] = lambda done, parts: None,
    ) -> dict[str, Any]:
        """Plays a run in parts, each kept in the folder when it is done; parts that are there are not played again."""
        out.mkdir(parents=True, exist_ok=True)
        kept = out / "cluster.json"
        wanted = {"agent": agent.to_toml(), **settings}
        if kept.exists():
            found = json.loads(kept.read_text())
            parts = found.pop("parts")
            if found != wanted:
                raise SystemExit(f"{kept} is of another run: choose another folder for --out")
        else:
            parts = 4 * self.cpus() if settings["games"] is None else min(settings["games"], 8 * self.cpus())
            _replace(kept, json.dumps({**wanted, "parts": parts}).encode())
        paths = [out / f"part-{part}-of-{parts}.run" for part in range(1, parts + 1)]
        tasks = {
            self._part.remote(agent.to_toml(), settings, f"{number}/{parts}"): path
            for number, path in enumerate(paths, 1)
            if not path.exists()
        }
        while tasks:
            tell(parts - len(tasks), parts)
            done, _ = self.ray.wait(list(tasks), num_returns=1, timeout=1.0)
            for task in done:
                _replace(tasks.pop(task), self.ray.get(task))
        return minolab.merge(*paths)


def _replace(path: Path, content: bytes) -> None:
    """Writes a file whole, or not at all."""
    beside = path.with_suffix(".part")
    beside.write_bytes(content)
    beside.replace(path)


def _board(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    try:
        return int(width), int(height)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r}, expected WxH such as 10x20") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m minolab.cluster", description=(__doc__ or "").split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)

    def command(name: str, about: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=about, description=about)
        added.add_argument("--address", help="the cluster's; auto finds one, nothing starts one here")
        added.add_argument("--json", action="store_true", help="print one JSON object")
        return added

    train = command("train", "Follows a training run; a run file is that of minolab train.")
    train.add_argument("file", nargs="?", help="a run file, such as run.toml")
    train.add_argument("--out", type=Path, help="the run's folder")
    train.add_argument("--resume", type=Path, metavar="DIR", help="a run that was left")

    for name, about in [("run", "Plays games in number."), ("compare", "Compares two agents by paired games.")]:
        added = command(name, about)
        if name == "run":
            added.add_argument("--agent", required=True)
            added.add_argument("--games", type=int)
            added.add_argument("--pieces", type=int)
            added.add_argument("--out", type=Path, required=True, help="where the parts are kept")
        else:
            added.add_argument("a")
            added.add_argument("b")
            added.add_argument("--pairs", type=int, default=1000)
            added.add_argument("--by")
        added.add_argument("--rules")
        added.add_argument("--mode")
        added.add_argument("--board", type=_board, metavar="WxH")
        added.add_argument("--known", type=int)
        added.add_argument("--seed", type=int, default=1)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Runs a command; 130 if Ctrl-C ended it."""
    parser = _parser()
    options = parser.parse_args(arguments)
    is_shown = sys.stderr.isatty()

    def note(text: str, end: str = "\n") -> None:
        if is_shown or end == "\n":
            print(text, end=end, file=sys.stderr, flush=True)

    try:
        if options.command == "train":
            if (options.file is None) == (options.resume is None):
                parser.error("expected a run file with --out, or --resume")
            if options.resume is None and options.out is None:
                parser.error("--out is missing: the run's folder")
            folder = options.resume or options.out
            cluster = Cluster(options.address).follow(folder)

            def told(line: dict[str, Any]) -> None:
                note(f"generation {line['generation']}: best {line['best']:.1f}, champion {line['champion']['mean']:.1f}")

            settings = {"resume": folder} if options.resume else {"settings": options.file, "out": folder}
            report = minolab.train(**settings, callback=told, executor=cluster)
        elif options.command == "compare":
            report = minolab.compare(
                options.a,
                options.b,
                ruleset=options.rules,
                mode=options.mode,
                board=options.board,
                by=options.by,
                pairs=options.pairs,
                seed=options.seed,
                known=options.known,
                progress=lambda pairs: note(f"\r{pairs} pairs ", end=""),
                executor=Cluster(options.address),
            )
        else:
            agent = minolab.Agent(options.agent)
            ruleset = minolab.Ruleset(options.rules or agent.ruleset)
            if options.board:
                ruleset = ruleset.with_board(*options.board)
            if options.games is None and options.pieces is None:
                options.games, options.pieces = 10, 10_000_000
            run = {name: getattr(options, name) for name in ("games", "pieces", "seed", "known", "mode")}
            run["ruleset"] = ruleset.to_toml()
            report = Cluster(options.address).run(
                agent, options.out, run, lambda done, parts: note(f"\r{done} of {parts} parts ", end="")
            )
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        note("stopped; the same command, or train --resume, goes on")
        return 130
    if options.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print(f"{name:20} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
