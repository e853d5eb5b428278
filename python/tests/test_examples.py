"""The learning examples learn."""

import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_afterstates_are_learned_from_zero():
    sys.path.insert(0, str(EXAMPLES))
    import afterstate_td

    # The longer one is in test_learning.py.
    weights, curve = afterstate_td.learn(400_000, seed=1, points=4)
    lines = afterstate_td.evaluate(weights, seed=2 * 10**6)
    print(f"{lines:.1f} lines per game after {curve[-1][0]:,} decisions, {curve[-1][1]:.1f} CPU s")
    assert curve[0][2] < 10
    assert lines > 100
