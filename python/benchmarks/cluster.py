"""What Ray costs: the same training run on the local pool and on a cluster of this machine, in turns.

    python python/benchmarks/cluster.py [PAIRS]

Both have the same number of processors. The cluster's processes are started, and have played, before the clock is.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import minolab
from minolab.cluster import Cluster

PAIRS = int(sys.argv[1]) if len(sys.argv) > 1 else 3

#: A generation is some twenty batches of a second: where it is less, the pool waits for its last game as well.
TRAINING = {
    "agent": "lee",
    "board": "10x14",
    "generations": 2,
    "games": 96,
    "validation": 64,
    "held_out": 64,
    "seed": 3,
    "objective": {"kind": "lines", "pieces": 100_000},
    "optimizer": {"kind": "ga", "population": 32},
}


def train(name: str, folder: Path, **how) -> float:
    """Seconds by the clock."""
    began = time.perf_counter()
    minolab.train(TRAINING, out=folder / name, **how)
    return time.perf_counter() - began


def main() -> None:
    processors = os.cpu_count() or 1
    import ray

    ray.init(num_cpus=processors, include_dashboard=False, log_to_driver=False, logging_level="warning")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        train("warm", folder, executor=Cluster().follow(folder / "warm"))
        ratios = []
        for pair in range(PAIRS):
            local = train(f"local-{pair}", folder, threads=processors)
            cluster = Cluster().follow(folder / f"cluster-{pair}")
            there = train(f"cluster-{pair}", folder, executor=cluster)
            ratios.append(there / local)
            print(
                f"local, {processors} threads: {local:.2f} s; cluster: {there:.2f} s; "
                f"{cluster.batches} batches of {cluster.seconds / cluster.batches:.2f} s; {100 * (there / local - 1):+.1f} %",
                flush=True,
            )
        champions = {path.read_bytes() for path in folder.glob("*/champion.toml")}
        assert len(champions) == 1, "champions differ"
    print(f"overhead of Ray, median of {PAIRS}: {100 * (sorted(ratios)[PAIRS // 2] - 1):+.1f} %")


if __name__ == "__main__":
    main()
