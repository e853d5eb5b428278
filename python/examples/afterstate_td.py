"""Temporal-difference learning of afterstates in NumPy alone, from zero weights.

    python afterstate_td.py [--decisions 3000000] [--seed 1] [--curve curve.csv]

The value of a placement is a weighted sum of what it measures. Every step the best one is chosen, and its value is
moved towards the discounted value of the best placement after it. The only reward is what topping out costs: what is
learned is how soon that is to come. All games learn one set of weights together. The curve has the mean lines per game
of greedy play on games not learned from; the weights with the best of those means are kept.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable

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

#: What each feature comes to, so that one rate suits all; the last is that of a constant.
SCALE = np.array([4, 10, 16, 60, 60, 20, 30, 40, 10, 5, 1], np.float32)

#: What is to come counts so much less for every placement.
DISCOUNT = 0.95


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


def evaluate(weights, games: int = 200, seed: int = 10**6, pieces: int = 5_000) -> float:
    """Mean lines per game of greedy play, one game on each of so many seeds, each cut off after so many pieces."""
    envs, observation = make(games, seed, max_steps=pieces)
    lines = np.full(games, -1)
    while (lines < 0).any():
        observation, _, terminated, truncated, infos = envs.step(best(observation, weights)[0])
        ended = (terminated | truncated) & (lines < 0)
        lines[ended] = infos["lines"][ended]
    return float(lines.mean())


class Adam:
    """Steps along gradients, each weight at a rate of its own."""

    def __init__(self, count: int) -> None:
        self.momentum, self.square, self.updates = np.zeros(count, np.float32), np.zeros(count, np.float32), 0

    def step(self, gradient, rate: float):
        self.updates += 1
        self.momentum += 0.1 * (gradient - self.momentum)
        self.square += 0.001 * (gradient**2 - self.square)
        return rate * self.momentum / (np.sqrt(self.square / (1 - 0.999**self.updates)) + 1e-6)


class Linear:
    """A weighted sum of the features and a constant, as NumPy learns it."""

    def __init__(self) -> None:
        self.all = np.zeros(len(SCALE), np.float32)
        self.adam = Adam(len(SCALE))

    @property
    def weights(self):
        """Of the features; the constant is the same for all successors."""
        return self.all[:-1]

    def value(self, features):
        """Of successors by their features."""
        return features @ self.all[:-1] + self.all[-1]

    def learn(self, features, target, rate: float) -> None:
        """Moves the values of successors towards others."""
        error = target - self.value(features)
        inputs = np.append(features, np.ones((len(features), 1), np.float32), axis=1) / SCALE
        gradient = (error[:, None] * inputs).mean(axis=0)
        self.all += (self.adam.step(gradient, rate) / SCALE).astype(np.float32)


def learn(
    decisions: int, seed: int, number: int = 256, points: int = 10, tell: Callable[[str], object] = print, model=None
):
    """The best weights and the curve, with so many points after its first: decisions, CPU seconds, mean lines per game."""
    model = model or Linear()
    envs, observation = make(number, seed, reward={"top_out": -10})
    curve, began, done, due = [], time.process_time(), 0, 0
    champion, most = model.weights.copy(), -1.0
    while True:
        if done >= due:
            lines = evaluate(model.weights)
            if lines > most:
                champion, most = model.weights.copy(), lines
            seconds = time.process_time() - began
            curve.append((done, seconds, lines))
            tell(f"{done:10,} decisions {seconds:6.1f} CPU s {lines:8.1f} lines per game")
            due += decisions // points
        if done >= decisions:
            return champion, curve
        actions, chosen, _ = best(observation, model.weights)
        observation, rewards, terminated, _, _ = envs.step(actions)
        after = model.value(best(observation, model.weights)[1])
        # A game that ended has nothing to come: what is observed then is another.
        target = rewards + DISCOUNT * np.where(terminated, 0.0, after)
        # The rate falls.
        model.learn(chosen, target.astype(np.float32), 0.03 / (1 + 20 * done / decisions))
        done += number


def main(learn=learn, about: str | None = __doc__) -> None:
    parser = argparse.ArgumentParser(description=(about or "").split("\n")[0])
    parser.add_argument("--decisions", type=int, default=3_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", help="where to write the curve")
    options = parser.parse_args()
    weights, curve = learn(options.decisions, options.seed)
    for name, weight in zip(FEATURES, weights, strict=True):
        print(f"{name:20} {weight:9.4f}")
    print(f"{evaluate(weights, seed=2 * 10**6):.1f} lines per game on 200 others")
    if options.curve:
        write_curve(options.curve, curve, "decisions,cpu_seconds,lines_per_game")


def write_curve(path, curve, header: str) -> None:
    np.savetxt(path, curve, "%.6g", ",", header=header, comments="")


if __name__ == "__main__":
    main()
