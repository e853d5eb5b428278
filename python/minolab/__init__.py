"""Falling-block games: rules, strong players, training and Gymnasium environments.

>>> import minolab
>>> state = minolab.State("guideline", "xxxx2xxxx/xxxx2xxxx", queue="OT")
>>> best = minolab.Agent("sprint", {"search.nodes": 500}).choose(state)
>>> best
Placement('O@4,0N')
>>> state.clear(best).lines
2

The environments are ``minolab/Placement-v0``, ``minolab/Keys-v0`` and ``minolab/Afterstate-v0`` of
Gymnasium (``pip install minolab[gym]``); ``python -m minolab.cluster`` trains and plays on a Ray cluster.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from . import _core
from ._core import (
    Agent,
    Board,
    Clear,
    Dataset,
    Game,
    Placement,
    Replay,
    Ruleset,
    State,
    __version__,
    compare,
    dataset,
    feature_names,
    merge,
    perfect_clears,
    review,
    run,
    train,
)

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = [
    "Agent",
    "Board",
    "Clear",
    "Dataset",
    "Game",
    "Placement",
    "Replay",
    "Ruleset",
    "State",
    "__version__",
    "compare",
    "dataset",
    "feature_names",
    "features",
    "merge",
    "perfect_clears",
    "review",
    "run",
    "train",
]


def features(
    boards: npt.ArrayLike | Iterable[Board],
    names: Sequence[str],
    ruleset: Ruleset | str = "classic",
) -> npt.NDArray[np.float32]:
    """Measures many boards at once: one row per board, one column per feature.

    Boards are :class:`Board` objects, or an array of ones and zeros of the shape (boards, rows, columns) with
    the top row first. ``feature_names()`` lists what can be measured; a feature of a placement is 0 here.

    >>> board = Board("X.../X..X/XX.X".replace("/", " "))
    >>> features([board], ["holes", "bumpiness"], Ruleset("classic", board=(4, 20)))
    array([[0., 5.]], dtype=float32)
    """
    names = list(names)
    if not isinstance(boards, np.ndarray):
        boards = list(boards)  # type: ignore[arg-type]
    if isinstance(boards, list) and all(isinstance(board, Board) for board in boards):
        count = max((board.top for board in boards), default=0)
        bits = np.zeros((len(boards), max(count, 1)), np.uint16)
        for row, board in zip(bits, boards, strict=True):
            row[: board.top] = board.rows
    else:
        cells = np.asarray(boards)
        if cells.ndim != 3:
            raise ValueError(f"boards have {cells.ndim} dimensions, expected boards, rows and columns")
        columns = np.left_shift(np.uint16(1), np.arange(cells.shape[2], dtype=np.uint16))
        bits = ((cells[:, ::-1] != 0) * columns).sum(axis=2, dtype=np.uint16)
    out = np.empty((len(bits), len(names)), np.float32)
    _core.features(ruleset, np.ascontiguousarray(bits), bits.shape[1], names, out)
    return out
