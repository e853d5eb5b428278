"""MaskablePPO of sb3-contrib learns to place pieces, from the cells of the board alone.

    python maskable_ppo.py [--steps 600000] [--seed 1] [--curve curve.csv]

The board is 6 wide and 10 high: a network that sees cells takes long to learn what a hole is. Each step is a
placement; actions that the position does not allow are masked. The curve has the mean lines per game of the policy on
games not learned from, whose moves are drawn as while learning.
"""

from __future__ import annotations

import argparse
import time

import gymnasium
import minolab.envs  # noqa: F401
import numpy as np
import torch
from afterstate_td import write_curve
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

# The networks are small: threads would only wait for each other.
torch.set_num_threads(1)

#: How often a curve is measured, besides at its beginning.
POINTS = 10

OPTIONS = {"ruleset": "classic", "board": (6, 10), "observation": "vector"}


def make() -> gymnasium.Env:
    """For learning: a line is worth one, a placement survived a little."""
    return gymnasium.make("minolab/Placement-v0", reward={"lines": 1, "piece": 0.02, "top_out": -1}, **OPTIONS)


def evaluate(model: MaskablePPO, games: int = 100, seed: int = 10**6) -> float:
    """Mean lines per game, one game on each of so many seeds, each cut off after 1 000 pieces."""
    envs = gymnasium.make_vec(
        "minolab/Placement-v0",
        num_envs=games,
        vectorization_mode="vector_entry_point",
        autoreset_mode="SameStep",
        max_steps=1_000,
        **OPTIONS,
    )
    observation, infos = envs.reset(seed=seed)
    lines = np.full(games, -1)
    torch.manual_seed(seed)
    while (lines < 0).any():
        actions, _ = model.predict(observation, action_masks=infos["action_mask"].astype(bool))
        observation, _, terminated, truncated, infos = envs.step(actions)
        ended = (terminated | truncated) & (lines < 0)
        lines[ended] = infos["lines"][ended]
    return float(lines.mean())


class Curve(BaseCallback):
    """Evaluates now and then."""

    def __init__(self, steps: int) -> None:
        super().__init__()
        self.each, self.due = steps // POINTS, 0
        self.began, self.curve = time.process_time(), []

    def _on_step(self) -> bool:
        if self.num_timesteps >= self.due:
            self.measure()
            self.due += self.each
        return True

    def measure(self) -> None:
        # What is drawn for it must not change what is learned.
        state = torch.get_rng_state()
        lines = evaluate(self.model)
        torch.set_rng_state(state)
        seconds = time.process_time() - self.began
        self.curve.append((self.num_timesteps, seconds, lines))
        print(f"{self.num_timesteps:10,} steps {seconds:6.1f} CPU s {lines:8.1f} lines per game", flush=True)


def learn(steps: int, seed: int):
    """The policy and its curve: steps, CPU seconds and mean lines per game."""
    envs = make_vec_env(make, n_envs=32, seed=seed)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=128,
        batch_size=1024,
        n_epochs=6,
        gamma=0.99,
        ent_coef=0.003,
        learning_rate=lambda left: 1e-3 * left,
        policy_kwargs={"net_arch": [256, 256]},
        seed=seed,
        device="cpu",
    )
    curve = Curve(steps)
    model.learn(steps, callback=curve)
    curve.measure()
    return model, curve.curve


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--steps", type=int, default=600_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", help="where to write the curve")
    options = parser.parse_args()
    _, curve = learn(options.steps, options.seed)
    if options.curve:
        write_curve(options.curve, curve, "steps,cpu_seconds,lines_per_game")


if __name__ == "__main__":
    main()
