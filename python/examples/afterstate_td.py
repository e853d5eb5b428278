"""Temporal-difference learning of afterstates in NumPy alone, from zero weights.

    python afterstate_td.py [--seconds 300] [--seed 1] [--curve curve.csv]

The value of a placement is a weighted sum of what it measures. Every step the best one is chosen (now and then any),
and its value is moved towards the lines it cleared plus the discounted value of the best placement after it. All games
learn one set of weights together. The curve has the mean lines per game of greedy play on games not learned from.
"""

from __future__ import annotations

import argparse
import time

import gymnasium
import minolab.envs
import numpy as np

FEATURES = [
    "lines",
    "landing_height",
    "eroded_cells",
    "row_transitions",
    "column_transitions",
    "holes",
    "wells",
    "hole_depth",
    "rows_with_holes",
    "diversity",
]


def make(number: int, seed: int, **options):
    envs = gymnasium.make_vec(
        "minolab/Afterstate-v0",
        num_envs=number,
        vectorization_mode="vector_entry_point",
        autoreset_mode="SameStep",
        copy=False,
        ruleset="classic",
        board=(10, 10),
        features=FEATURES,
        **options,
    )
    observation, _ = envs.reset(seed=seed)
    return envs, observation


def best(observation, weights):
    """The best successor of each position, its features and its value."""
    values = np.where(observation["action_mask"], observation["successors"] @ weights, -np.inf)
    actions = values.argmax(axis=1)
    everyone = np.arange(len(actions))
    return actions, observation["successors"][everyone, actions], values[everyone, actions]


def evaluate(weights, games: int = 100, seed: int = 10**6) -> float:
    """Mean lines per game of greedy play, one game on each of so many seeds."""
    envs, observation = make(games, seed, max_steps=20_000)
    lines = np.full(games, -1)
    while (lines < 0).any():
        observation, _, terminated, truncated, infos = envs.step(best(observation, weights)[0])
        ended = (terminated | truncated) & (lines < 0)
        lines[ended] = infos["lines"][ended]
    return float(lines.mean())


def learn(seconds: float, seed: int, number: int = 256, discount: float = 0.97, tell=print):
    """The weights and the curve: seconds, decisions and mean lines per game."""
    random = np.random.default_rng(seed)
    envs, observation = make(number, seed)
    scale = np.array([4, 10, 16, 60, 60, 20, 30, 40, 10, 5], np.float32)
    weights = np.zeros(len(FEATURES), np.float32)
    momentum, square, updates = np.zeros_like(weights), np.zeros_like(weights), 0
    everyone = np.arange(number)
    curve, began, decisions, told = [], time.perf_counter(), 0, 0.0
    champion, most = weights.copy(), -1.0
    while (elapsed := time.perf_counter() - began) < seconds:
        actions, chosen, _ = best(observation, weights)
        explored = random.random(number) < 0.01
        count = observation["action_mask"].sum(axis=1)
        actions = np.where(explored, random.integers(0, count), actions)
        chosen = observation["successors"][everyone, actions].copy()
        observation, rewards, terminated, _, _ = envs.step(actions)
        _, _, after = best(observation, weights)
        # A game that ended has nothing to come: what is observed then is another.
        target = rewards + discount * np.where(terminated, 0.0, after)
        error = np.clip(target - chosen @ weights, -10, 10)
        gradient = (error[:, None] * (chosen / scale)).mean(axis=0)
        updates += 1
        momentum += 0.1 * (gradient - momentum)
        square += 0.001 * (gradient**2 - square)
        rate = 0.02 / (1 + elapsed / seconds * 20)
        correction = np.sqrt(square / (1 - 0.999**updates)) + 1e-6
        weights += (rate * momentum / correction / scale).astype(np.float32)
        decisions += number
        if elapsed >= told:
            lines = evaluate(weights)
            if lines > most:
                champion, most = weights.copy(), lines
            curve.append((elapsed, decisions, lines))
            tell(f"{elapsed:6.1f} s {decisions:10,} decisions {lines:8.1f} lines per game")
            told = elapsed + seconds / 20
    return champion, curve


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", help="where to write the curve")
    options = parser.parse_args()
    weights, curve = learn(options.seconds, options.seed)
    for name, weight in zip(FEATURES, weights, strict=True):
        print(f"{name:20} {weight:9.4f}")
    print(f"{evaluate(weights, 200, 2 * 10**6):.1f} lines per game on 200 others")
    if options.curve:
        np.savetxt(options.curve, curve, "%.6g", ",", header="seconds,decisions,lines_per_game", comments="")


if __name__ == "__main__":
    main()
