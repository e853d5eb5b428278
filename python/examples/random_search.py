"""Random search in thirty lines: whoever learns should do better than this.

    python random_search.py [SECONDS]
"""

import sys
import time

import afterstate_td
import numpy as np


def search(seconds: float, seed: int = 1):
    """The best of as many random weights as there is time for, by twenty games each."""
    random = np.random.default_rng(seed)
    best, most, tried = None, -1.0, 0
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        weights = random.normal(size=len(afterstate_td.FEATURES)).astype(np.float32)
        lines = afterstate_td.evaluate(weights, games=20)
        tried += 1
        if lines > most:
            best, most = weights, lines
    return best, tried


if __name__ == "__main__":
    weights, tried = search(float(sys.argv[1]) if len(sys.argv) > 1 else 60)
    lines = afterstate_td.evaluate(weights, seed=2 * 10**6)
    print(f"{tried} tried; the best has {lines:.1f} lines per game on 200 others")
