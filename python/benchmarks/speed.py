"""Steps per CPU second on one thread through Python, by random actions; beside other environments if they are installed.

    python python/benchmarks/speed.py [SECONDS]
"""

from __future__ import annotations

import sys
import time

import gymnasium
import minolab.envs
import numpy as np

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0


def measure(step, number: int) -> float:
    """Steps per CPU second, of calls that make so many each; the best of three."""
    best = 0.0
    for _ in range(3):
        step()
        calls, began = 0, time.process_time()
        while time.process_time() - began < SECONDS / 3:
            step()
            calls += 1
        best = max(best, calls * number / (time.process_time() - began))
    return best


def native(name: str, number: int, is_masked: bool, **options) -> float:
    envs = gymnasium.make_vec(
        f"minolab/{name}-v0", num_envs=number, vectorization_mode="vector_entry_point", copy=False, **options
    )
    envs.reset(seed=1)
    count = envs.single_action_space.n
    # Drawn beforehand where all actions are allowed, as the others' benchmarks do.
    drawn = np.random.default_rng(1).integers(0, count, (64, number))
    turn = 0

    def step():
        nonlocal turn
        turn += 1
        envs.step(envs.sample_actions() if is_masked else drawn[turn % 64])

    return measure(step, number)


def pufferlib(number: int) -> float | None:
    try:
        from pufferlib.ocean.tetris.tetris import Tetris
    except ImportError:
        return None
    envs = Tetris(num_envs=number)
    envs.reset(seed=1)
    drawn = np.random.default_rng(1).integers(0, envs.single_action_space.n, (64, number))
    turn = 0

    def step():
        nonlocal turn
        turn += 1
        envs.step(drawn[turn % 64])

    return measure(step, number)


def tetris_gymnasium() -> float | None:
    try:
        import tetris_gymnasium.envs  # noqa: F401
    except ImportError:
        return None
    env = gymnasium.make("tetris_gymnasium/Tetris")
    env.reset(seed=1)

    def step():
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            env.reset()

    return measure(step, 1)


def main() -> None:
    rows = [
        ("Keys, guideline, planes", native("Keys", 1024, False), "key steps"),
        ("Keys, guideline, bitboards", native("Keys", 1024, False, observation="bitboards"), "key steps"),
        ("Keys, classic, planes", native("Keys", 1024, False, ruleset="classic"), "key steps"),
        ("PufferLib's C core", pufferlib(1024), "key steps"),
        ("tetris-gymnasium", tetris_gymnasium(), "key steps"),
        ("Placement, classic, planes", native("Placement", 1024, True, ruleset="classic"), "placements"),
        ("Placement, guideline, planes", native("Placement", 1024, True), "placements"),
        ("Afterstate, classic, 8 features", native("Afterstate", 256, True, ruleset="classic"), "decisions"),
        ("Afterstate, guideline, 8 features", native("Afterstate", 256, True), "decisions"),
    ]
    for name, speed, unit in rows:
        shown = "not installed" if speed is None else f"{speed:12,.0f} {unit} per CPU second"
        print(f"{name:36} {shown}", flush=True)


if __name__ == "__main__":
    main()
