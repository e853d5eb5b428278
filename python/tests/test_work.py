"""Runs, comparisons, training and datasets."""

import os
import signal
import threading
import time

import minolab
import pytest

TRAINING = {
    "agent": "lee",
    "board": "10x10",
    "generations": 4,
    "games": 2,
    "validation": 6,
    "held_out": 6,
    "seed": 5,
    "objective": {"kind": "lines", "pieces": 300},
}


def test_runs_are_those_of_the_program():
    report = minolab.run("lee", board=(10, 10), games=200, seed=1, threads=2)
    assert report["games"] == report["deaths"] == 200
    assert 90 < report["lines_per_death"] < 130
    assert report["lines"] == minolab.run("lee", board=(10, 10), games=200, seed=1, threads=1)["lines"]


def test_shards_are_the_run(tmp_path):
    whole = minolab.run("lee", board=(10, 10), games=40)
    parts = [tmp_path / f"{part}.run" for part in (1, 2, 3)]
    for number, part in enumerate(parts, 1):
        minolab.run("lee", board=(10, 10), games=40, shard=f"{number}/3", checkpoint=part)
    merged = minolab.merge(*parts)
    assert all(merged[name] == whole[name] for name in ("games", "lines", "pieces", "clears", "score"))


def test_work_leaves_python_free_and_can_be_stopped():
    ticks, done = [], threading.Event()

    def tick():
        while not done.wait(0.01):
            ticks.append(time.perf_counter())

    thread = threading.Thread(target=tick)
    thread.start()
    told = []

    def progress(told_now):
        told.append(told_now["pieces"])
        if len(told) == 3:
            raise KeyboardInterrupt

    started = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        minolab.run("bcts", pieces=10**10, threads=1, progress=progress)
    done.set()
    thread.join()
    assert time.perf_counter() - started < 20 and told == sorted(told)
    assert len(ticks) > 10


def test_comparisons_have_a_verdict():
    found = minolab.compare("bcts", "lee", board=(10, 10), pairs=60, seed=3)
    assert found["verdict"] == "a" and found["interval"][0] > 0
    assert found["results"][0]["mean"] > found["results"][1]["mean"]


def test_training_resumes_and_ends_the_same(tmp_path):
    seen = []
    whole = minolab.train(TRAINING, out=tmp_path / "whole", callback=seen.append)
    assert [line["generation"] for line in seen] == [1, 2, 3, 4] and whole["complete"]
    champion = (tmp_path / "whole" / "champion.toml").read_bytes()
    assert minolab.Agent(str(tmp_path / "whole" / "champion.toml")).to_toml().encode() == champion

    def stop(line):
        if line["generation"] == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        minolab.train(TRAINING, out=tmp_path / "part", callback=stop, threads=1)
    assert not (tmp_path / "part" / "champion.toml").exists()
    minolab.train(resume=tmp_path / "part")
    assert (tmp_path / "part" / "champion.toml").read_bytes() == champion
    with pytest.raises(ValueError, match="is not empty"):
        minolab.train(TRAINING, out=tmp_path / "part")


@pytest.fixture
def ctrl_c():
    """Hears Ctrl-C: a shell has its background jobs ignore it, and Python what it finds ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_keeps_the_checkpoint(tmp_path, ctrl_c):
    settings = TRAINING | {"generations": 20_000}
    interrupt = threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT))
    interrupt.start()
    with pytest.raises(KeyboardInterrupt):
        minolab.train(settings, out=tmp_path / "run", threads=1)
    interrupt.join()
    assert (tmp_path / "run" / "checkpoint").stat().st_size > 0
    seen = []

    def stop(line):
        seen.append(line["generation"])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        minolab.train(resume=tmp_path / "run", callback=stop, threads=1)
    # It goes on behind the generations that it had.
    log = (tmp_path / "run" / "log.jsonl").read_text()
    assert seen[0] > 1 and log.count('"generation"') >= seen[0]


def test_reviews_grade_placements():
    game = minolab.Game("classic", 3, "moves=12")
    while not game.over:
        game.play(game.state.placements()[0])
    found = minolab.review(game.replay())
    assert len(found["placements"]) == 12 and found["loss_unit"] == "lines"
    bad = ("inaccuracy", "mistake", "blunder")
    assert any(placement["grade"] in bad for placement in found["placements"])
    # Nobody measured what its evaluation is worth in results.
    other = minolab.Agent("dellacherie", {"weights.holes": -1})
    assert minolab.review(game.replay(), other)["loss_unit"] is None


def test_datasets_are_arrow(tmp_path):
    pa = pytest.importorskip("pyarrow")
    minolab.run("capstone-sprint", games=3, save=tmp_path)
    table = pa.table(minolab.dataset([tmp_path]))
    assert table.num_rows > 300 and table.schema.field("piece").type == pa.string()
    games = pa.table(minolab.dataset([tmp_path], "games"))
    assert games.num_rows == 3 and sum(games["pieces"].to_pylist()) == table.num_rows
    # Memory outlives what made it.
    frame = pa.table(minolab.dataset([minolab.Replay(next(tmp_path.glob("*.mino")))]))
    assert set(frame["piece"].to_pylist()) <= set("IOTLJSZ")
    with pytest.raises(ValueError, match="placements or games"):
        minolab.dataset([tmp_path], "boards")
