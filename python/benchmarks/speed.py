"""Steps per CPU second on one thread through Python, by random actions, beside other environments.

    python python/benchmarks/speed.py [SECONDS]

PufferLib's C core is compiled where there is a compiler, tetris-gymnasium is measured where it is installed; otherwise
the last column has what was measured of them elsewhere (BESIDE). Ours and theirs take turns, so that what else the
machine does meets all of them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import gymnasium
import minolab.envs
import numpy as np

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0

ROUNDS = 5

#: Key steps per CPU second of others, from one run of this file on two server cores at 2.6 GHz.
BESIDE = {"PufferLib's C core": 4_900_000, "tetris-gymnasium": 4_929}

Step = Callable[[], object]


def measure(step: Step, number: int) -> float:
    """Steps per CPU second, of calls that make so many each."""
    step()
    calls, began = 0, time.process_time()
    while time.process_time() - began < SECONDS / ROUNDS:
        step()
        calls += 1
    return calls * number / (time.process_time() - began)


def native(name: str, number: int, is_masked: bool, **options) -> tuple[Step, int]:
    envs = gymnasium.make_vec(
        f"minolab/{name}-v0", num_envs=number, vectorization_mode="vector_entry_point", copy=False, **options
    )
    envs.reset(seed=1)
    if is_masked:
        return lambda: envs.step(envs.sample_actions()), number
    # Drawn beforehand where all actions are allowed, as the others' benchmarks do.
    return drawn(envs.step, envs.single_action_space.n, number)


def drawn(step: Callable[[np.ndarray], object], count: int, number: int) -> tuple[Step, int]:
    actions = np.random.default_rng(1).integers(0, count, (64, number))
    turn = 0

    def one():
        nonlocal turn
        turn += 1
        step(actions[turn % 64])

    return one, number


def pufferlib(number: int) -> tuple[Step, int]:
    from puffer import Tetris

    games = Tetris(number)
    return drawn(games.step, games.actions_count, number)


def tetris_gymnasium() -> tuple[Step, int]:
    import tetris_gymnasium.envs  # noqa: F401

    env = gymnasium.make("tetris_gymnasium/Tetris")
    env.reset(seed=1)

    def step():
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            env.reset()

    return step, 1


def peer(make: Callable[[], tuple[Step, int]], name: str) -> tuple[Step, int] | None:
    """Whoever is not there is left out, and said to be."""
    try:
        return make()
    except Exception as error:  # whatever keeps it from being built
        print(f"{name} is not measured: {error}", file=sys.stderr)
        return None


def main() -> None:
    number = 1024
    rows = [
        ("Keys, guideline, planes", "key steps", native("Keys", number, False)),
        ("Keys, guideline, bitboards", "key steps", native("Keys", number, False, observation="bitboards")),
        ("Keys, classic, planes", "key steps", native("Keys", number, False, ruleset="classic")),
        ("PufferLib's C core", "key steps", peer(lambda: pufferlib(number), "PufferLib's C core")),
        ("tetris-gymnasium", "key steps", peer(tetris_gymnasium, "tetris-gymnasium")),
        ("Placement, classic, planes", "placements", native("Placement", number, True, ruleset="classic")),
        ("Placement, guideline, planes", "placements", native("Placement", number, True)),
        ("Afterstate, classic, 8 features", "decisions", native("Afterstate", 256, True, ruleset="classic")),
        ("Afterstate, guideline, 8 features", "decisions", native("Afterstate", 256, True)),
    ]
    speeds: dict[str, list[float]] = {name: [] for name, _, _ in rows}
    for _ in range(ROUNDS):
        for name, _, made in rows:
            if made is not None:
                speeds[name].append(measure(*made))
    for name, unit, made in rows:
        if made is None:
            print(f"{name:36} {BESIDE[name]:12,.0f} {unit} per CPU second, measured elsewhere")
        else:
            best, middle = max(speeds[name]), sorted(speeds[name])[ROUNDS // 2]
            print(f"{name:36} {best:12,.0f} {unit} per CPU second, median {middle:12,.0f}")


if __name__ == "__main__":
    main()
