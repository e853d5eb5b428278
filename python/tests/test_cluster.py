"""A Ray cluster on this machine: processes and machines that are lost make no difference."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import minolab
import pytest

# The clusters are on this machine only; a token in the home folder is for others.
os.environ["RAY_AUTH_MODE"] = "disabled"
ray = pytest.importorskip("ray")
from minolab.cluster import Cluster  # noqa: E402

# The test command plays a short run, the campaign one of some minutes.
IS_LONG = "MINOLAB_LONG" in os.environ

TRAINING = {
    "agent": "lee",
    "board": "10x12",
    "generations": 40 if IS_LONG else 8,
    "games": 8 if IS_LONG else 4,
    "validation": 64,
    "held_out": 64,
    "seed": 3,
    "objective": {"kind": "lines", "pieces": 20_000 if IS_LONG else 4_000},
}


class Node:
    """A Ray node: its processes are a group of their own."""

    def __init__(self, folder, *arguments):
        command = [Path(sys.executable).with_name("ray"), "start", "--block", "--num-cpus=1", "--disable-usage-stats"]
        command += ["--node-ip-address=127.0.0.1", "--object-store-memory=80000000", *arguments]
        self.log = open(folder / f"node-{len(list(folder.iterdir()))}.log", "w")
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, start_new_session=True)

    def kill(self):
        """Ends all of them at once, as a machine that loses its power."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.log.close()


@pytest.fixture
def nodes(tmp_path):
    """A head and two further nodes, and the cluster's address."""
    folder = tmp_path / "nodes"
    folder.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    head = Node(folder, "--head", f"--port={address.split(':')[1]}", "--include-dashboard=false")
    others = []
    try:
        for _ in range(120):
            with contextlib.suppress(OSError), socket.create_connection(address.split(":"), 1):
                break
            time.sleep(0.5)
        ray.init(address=address, log_to_driver=False)
        # One after the other: they look for free ports.
        for count in (2, 3):
            others.append(Node(folder, f"--address={address}"))
            deadline = time.monotonic() + 60
            while ray.cluster_resources().get("CPU", 0) < count:
                log = Path(others[-1].log.name).read_text()
                assert time.monotonic() < deadline, f"node {count} did not come: {log}"
                time.sleep(0.2)
        yield address, others
    finally:
        ray.shutdown()
        for node in [*others, head]:
            node.kill()


def test_lost_processes_and_machines_make_no_difference(nodes, tmp_path):
    address, others = nodes
    began = time.perf_counter()
    minolab.train(TRAINING, out=tmp_path / "local", threads=2)
    local = time.perf_counter() - began
    cluster = Cluster(address).follow(tmp_path / "cluster")
    lost = []

    def lose(line):
        third = TRAINING["generations"] // 3
        if line["generation"] == third:
            process = max(cluster.workers)
            os.kill(process, signal.SIGKILL)
            lost.append(process)
        elif line["generation"] == 2 * third:
            others[0].kill()
            lost.append("node")

    began = time.perf_counter()
    minolab.train(TRAINING, out=tmp_path / "cluster", callback=lose, executor=cluster)
    print(f"local, 2 threads: {local:.1f} s; cluster: {time.perf_counter() - began:.1f} s; lost {lost}")
    assert len(lost) == 2 and lost[1] == "node"
    champions = [(tmp_path / name / "champion.toml").read_bytes() for name in ("local", "cluster")]
    assert champions[0] == champions[1]

    # The same cluster, with what is left of it, plays and compares as this process does.
    agent, settings = minolab.Agent("lee"), {"games": 60, "pieces": None, "seed": 1, "known": None, "mode": None}
    settings["ruleset"] = minolab.Ruleset("classic", board=(10, 10)).to_toml()
    whole = minolab.run("lee", board=(10, 10), games=60)
    for _ in range(2):
        # The second time nothing is left to play.
        found = cluster.run(agent, tmp_path / "run", settings)
        assert all(found[name] == whole[name] for name in ("games", "lines", "pieces", "score", "clears"))
    pairs = {"board": (10, 10), "pairs": 64, "seed": 4}
    alone = minolab.compare("dellacherie", "el-tetris", **pairs)
    assert minolab.compare("dellacherie", "el-tetris", **pairs, executor=cluster) == alone
