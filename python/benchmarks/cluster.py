"""What Ray costs: the same training run on the local pool and on a cluster of this machine.

    python python/benchmarks/cluster.py [PAIRS]

Both have the same number of processors. The cluster's processes are started, and have played, before the clocks are.
CPU seconds are those of this process, and on the cluster also of all of Ray's: on a machine that does other work as
well they say more than the clock on the wall.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import minolab
import ray
from minolab.cluster import Cluster

PAIRS = int(sys.argv[1]) if len(sys.argv) > 1 else 3

#: A generation is many batches of a second: where it is few, the pool waits for its last games as well.
TRAINING = {
    "agent": "bcts",
    "generations": 2,
    "games": 240,
    "validation": 60,
    "held_out": 60,
    "seed": 3,
    "objective": {"kind": "lines", "pieces": 20_000},
    "optimizer": {"kind": "ga", "population": 24},
}


def cpu_seconds() -> float:
    """Of this process and all that it started, as Linux counts them."""
    parents, used = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text()
        except OSError:  # it has just ended
            continue
        # After the name, which may hold anything.
        fields = text.rpartition(")")[2].split()
        process = int(stat.parent.name)
        parents[process] = int(fields[1])
        used[process] = sum(int(field) for field in fields[11:15])
    ours = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(used[process] for process in ours) / os.sysconf("SC_CLK_TCK")


def train(folder: Path, **how) -> tuple[float, float]:
    """Seconds by the clock, and CPU seconds."""
    began, used = time.perf_counter(), cpu_seconds()
    minolab.train(TRAINING, out=folder, **how)
    return time.perf_counter() - began, cpu_seconds() - used


def main() -> None:
    processors = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        # Before Ray is there, which is never quite idle.
        local = [train(folder / f"local-{turn}", threads=processors) for turn in range(PAIRS)]
        ray.init("local", num_cpus=processors, include_dashboard=False, log_to_driver=False, logging_level="warning")
        train(folder / "warm", executor=Cluster().follow(folder / "warm"))
        ratios = []
        for turn, (seconds, used) in enumerate(local):
            cluster = Cluster().follow(folder / f"cluster-{turn}")
            there, used_there = train(folder / f"cluster-{turn}", executor=cluster)
            ratios.append(used_there / used)
            print(
                f"local, {processors} threads: {seconds:.1f} s, {used:.1f} CPU s; cluster: {there:.1f} s, "
                f"{used_there:.1f} CPU s; {cluster.batches} batches of {cluster.seconds / cluster.batches:.2f} s",
                flush=True,
            )
        champions = {path.read_bytes() for path in folder.glob("*/champion.toml")}
        assert len(champions) == 1, "champions differ"
    print(f"overhead of Ray in CPU time, median of {PAIRS}: {100 * (sorted(ratios)[PAIRS // 2] - 1):+.1f} %")


if __name__ == "__main__":
    main()
