"""The learning examples learn."""

import os
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
IS_LONG = "MINOLAB_LONG" in os.environ


def test_afterstates_are_learned_from_zero():
    sys.path.insert(0, str(EXAMPLES))
    import afterstate_td

    weights, curve = afterstate_td.learn(300 if IS_LONG else 15, seed=1)
    lines = afterstate_td.evaluate(weights, 200, 2 * 10**6)
    print(f"{lines:.1f} lines per game after {curve[-1][1]:,} decisions")
    assert curve[0][2] < 10
    assert lines > (500 if IS_LONG else 100)
