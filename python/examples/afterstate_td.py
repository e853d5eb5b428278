"""Temporal-difference learning of afterstates in NumPy alone, from zero weights.

    python afterstate_td.py [--seconds 300] [--seed 1] [--curve curve.csv]

The value of a placement is a weighted sum of what it measures. Every step the best one is chosen, and its value is
moved towards the discounted value of the best placement after it. The only reward is what topping out costs: what is
learned is how soon that is to come. All games learn one set of weights together. The curve has the mean lines per game
of greedy play on games not learned from; the weights with the best of those means are kept.
"""

from __future__ import annotations

import argparse
import os
import time

# The products are small: threads would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

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


def evaluate(weights, games: int = 50, seed: int = 10**6, pieces: int = 4_000) -> float:
    """Mean lines per game of greedy play, one game on each of so many seeds, each cut off after so many pieces."""
    envs, observation = make(games, seed, max_steps=pieces)
    lines = np.full(games, -1)
    while (lines < 0).any():
        observation, _, terminated, truncated, infos = envs.step(best(observation, weights)[0])
        ended = (terminated | truncated) & (lines < 0)
        lines[ended] = infos["lines"][ended]
    return float(lines.mean())


def learn(seconds: float, seed: int, number: int = 256, discount: float = 0.95, tell=print):
    """The weights and the curve: seconds, decisions and mean lines per game."""
    envs, observation = make(number, seed, reward={"top_out": -10})
    # What each feature comes to, so that one rate suits all; the last is that of a constant.
    scale = np.array([4, 10, 16, 60, 60, 20, 30, 40, 10, 5, 1], np.float32)
    weights = np.zeros(len(FEATURES) + 1, np.float32)
    momentum, square, updates = np.zeros_like(weights), np.zeros_like(weights), 0
    curve, began, decisions, told = [], time.perf_counter(), 0, 0.0
    champion, most = weights[:-1].copy(), -1.0
    while (elapsed := time.perf_counter() - began) < seconds:
        actions, chosen, value = best(observation, weights[:-1])
        observation, rewards, terminated, _, _ = envs.step(actions)
        _, _, after = best(observation, weights[:-1])
        # A game that ended has nothing to come: what is observed then is another.
        target = rewards + discount * np.where(terminated, 0.0, after + weights[-1])
        error = target - value - weights[-1]
        gradient = (error[:, None] * np.append(chosen, np.ones((number, 1), np.float32), axis=1) / scale).mean(axis=0)
        # Adam, at a rate that falls.
        updates += 1
        momentum += 0.1 * (gradient - momentum)
        square += 0.001 * (gradient**2 - square)
        rate = 0.03 / (1 + 20 * elapsed / seconds)
        correction = np.sqrt(square / (1 - 0.999**updates)) + 1e-6
        weights += (rate * momentum / correction / scale).astype(np.float32)
        decisions += number
        if elapsed >= told:
            lines = evaluate(weights[:-1])
            if lines > most:
                champion, most = weights[:-1].copy(), lines
            curve.append((elapsed, decisions, lines))
            tell(f"{elapsed:6.1f} s {decisions:10,} decisions {lines:8.1f} lines per game")
            told = time.perf_counter() - began + seconds / 12
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
