"""Gymnasium environments: single ones, and native ones that step thousands of games per call.

>>> import gymnasium, minolab.envs
>>> env = gymnasium.make("minolab/Placement-v0", ruleset="classic")
>>> observation, info = env.reset(seed=1)
>>> observation["board"].shape, int(info["action_mask"].sum())
((20, 10), 17)
>>> envs = gymnasium.make_vec("minolab/Placement-v0", num_envs=1024, vectorization_mode="vector_entry_point")
>>> observations, infos = envs.reset(seed=1)
>>> observations["board"].shape
(1024, 20, 10)

What all of them take, by keyword:

``ruleset``
    A name, a file or a :class:`minolab.Ruleset`; ``board=(10, 20)`` changes its size.
``mode``
    ``marathon``, ``sprint``, ``lines=N``, ``moves=N``; with keys also ``blitz``.
``observation``
    ``planes`` (a byte per cell), ``bitboards`` (16 bits per row), ``features`` or ``vector`` (one flat array of
    bytes, pieces one-hot).
``features``
    Names of features, for ``observation="features"`` and for successors.
``reward``
    ``lines``, ``score``, ``survival``, or a dictionary of weights: ``lines`` (a number, or four for 1 to 4 lines),
    ``points``, ``piece``, ``step``, ``top_out``, ``goal``, ``illegal``.
``max_steps``
    Steps after which an episode is truncated; 0 for never.
``mask_in_observation``
    Whether the observation has the ``action_mask`` too.

The pieces of a game follow from its seed: environment *i* of ``reset(seed=s)`` plays seed *s + i*, then games whose
seeds follow from that one, whatever the number of environments or threads.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import _core
from ._core import Ruleset, State
from ._register import register

Task = Literal["placement", "keys", "afterstate"]

#: What Dellacherie's player measures, for successors when nothing else is asked for.
USUAL_FEATURES = (
    "landing_height",
    "eroded_cells",
    "row_transitions",
    "column_transitions",
    "holes",
    "wells",
    "hole_depth",
    "rows_with_holes",
)

#: The actions of ``minolab/Keys-v0``, by their numbers.
KEYS = ("none", "left", "right", "soft-drop", "hard-drop", "sonic-drop", "cw", "ccw", "flip", "hold")

_AUTORESET = {
    AutoresetMode.NEXT_STEP: "next",
    AutoresetMode.SAME_STEP: "same",
    AutoresetMode.DISABLED: "disabled",
}


class _Games:
    """A native batch with the arrays that it writes."""

    def __init__(
        self,
        task: Task,
        games: int,
        *,
        ruleset: Ruleset | str = "guideline",
        board: tuple[int, int] | None = None,
        mode: str = "marathon",
        observation: str = "planes",
        features: tuple[str, ...] | list[str] | None = None,
        successors: str = "features",
        reward: str | dict[str, Any] = "lines",
        max_steps: int = 0,
        mask_in_observation: bool = False,
        most: int | None = None,
        ticks: int = 16,
        threads: int = 1,
        autoreset: AutoresetMode = AutoresetMode.DISABLED,
    ) -> None:
        if board is not None:
            ruleset = (ruleset if isinstance(ruleset, Ruleset) else Ruleset(ruleset)).with_board(*board)
        known = ("planes", "bitboards", "features", "vector")
        if observation not in known:
            raise ValueError(f"observation {observation!r}, expected one of {', '.join(known)}")
        is_afterstate = task == "afterstate"
        if is_afterstate and observation == "features":
            raise ValueError("of afterstates the successors have features: pass observation='planes' or 'vector'")
        wants_features = observation == "features" or (is_afterstate and successors in ("features", "both"))
        if successors not in ("features", "boards", "both"):
            raise ValueError(f"successors {successors!r}, expected features, boards or both")
        if features is not None and not wants_features:
            raise ValueError("features are for observation='features' and for successors with features")
        names = list(features if features is not None else USUAL_FEATURES) if wants_features else []
        self.native = _core.Environment(
            ruleset,
            task,
            games,
            mode=mode,
            features=names,
            reward=reward,
            max_steps=max_steps,
            autoreset=_AUTORESET[autoreset],
            most=most,
            ticks=ticks,
            threads=threads,
        )
        self.games = games
        self.feature_names = tuple(names)
        planes, rows, columns, pieces, vector = self.native.layout
        count = self.native.num_actions
        cells: dict[str, spaces.Space[Any]] = {}
        # What each part of the observation is called natively, and how it lies there.
        parts: dict[str, str] = {}

        def part(name: str, native: str, space: spaces.Space[Any]) -> None:
            cells[name] = space
            parts[name] = native

        def board_shape(*more: int) -> tuple[int, ...]:
            return (planes, *more) if planes > 1 else more

        if observation == "vector" and not is_afterstate and not mask_in_observation:
            self.space: spaces.Space[Any] = spaces.Box(0, 255, (vector,), np.uint8)
            self.parts: dict[str, str] | str = "vector"
        else:
            if observation == "vector":
                part("vector", "vector", spaces.Box(0, 255, (vector,), np.uint8))
            else:
                if observation == "planes":
                    part("board", "planes", spaces.Box(0, 1, board_shape(rows, columns), np.uint8))
                elif observation == "bitboards":
                    part("board", "rows", spaces.Box(0, 2**columns - 1, board_shape(rows), np.uint16))
                elif observation == "features":
                    shape = (len(names),)
                    part("features", "features", spaces.Box(-1e6, 1e6, shape, np.float32))
                part("pieces", "pieces", spaces.Box(0, 7, (pieces,), np.uint8))
                part("status", "status", spaces.Box(0, 255, (3,), np.uint8))
            if is_afterstate and successors in ("features", "both"):
                shape = (count, len(names))
                part("successors", "features", spaces.Box(-1e6, 1e6, shape, np.float32))
            if is_afterstate and successors in ("boards", "both"):
                part("successor_boards", "boards", spaces.Box(0, 1, (count, rows, columns), np.uint8))
            if mask_in_observation or is_afterstate:
                part("action_mask", "mask", spaces.Box(0, 1, (count,), np.int8))
            self.space = spaces.Dict(cells)
            self.parts = parts
        self.action_space = spaces.Discrete(count)
        self.observation = self._empty()
        self.finals = self._empty()
        self.actions = np.zeros(games, np.int64)
        self.mask = np.zeros((games, count), np.int8)
        if isinstance(self.observation, dict) and "action_mask" in self.observation:
            self.mask = self.observation["action_mask"]
        self.rewards = np.zeros(games, np.float64)
        self.terminated = np.zeros(games, np.bool_)
        self.truncated = np.zeros(games, np.bool_)
        self.totals = np.zeros((games, 4), np.int64)
        arrays = {
            **self._native(self.observation),
            "mask": self.mask.view(np.uint8),
            "reward": self.rewards,
            "terminated": self.terminated.view(np.uint8),
            "truncated": self.truncated.view(np.uint8),
            "totals": self.totals,
        }
        self.native.bind(self.actions, arrays, self._native(self.finals))

    def _empty(self) -> Any:
        """Arrays of one observation per game."""
        space = batch_space(self.space, self.games)
        if isinstance(space, spaces.Dict):
            return {name: np.zeros(part.shape, part.dtype) for name, part in space.spaces.items()}
        return np.zeros(space.shape, space.dtype)

    def _native(self, observation: Any) -> dict[str, Any]:
        """An observation's arrays by their native names."""
        if isinstance(self.parts, str):
            return {self.parts: observation}
        native = {self.parts[name]: array for name, array in observation.items()}
        if "mask" in native:
            native["mask"] = native["mask"].view(np.uint8)
        return native

    def one(self, observation: Any, index: int) -> Any:
        """A copy of one game's observation."""
        if isinstance(observation, dict):
            return {name: array[index].copy() for name, array in observation.items()}
        return observation[index].copy()


class _Single(gymnasium.Env[Any, Any]):
    """One game as a Gymnasium environment."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "html"]}
    task: ClassVar[Task]

    def __init__(self, *, render_mode: str | None = None, **options: Any) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode {render_mode!r}, expected ansi or html")
        self.render_mode = render_mode
        self._games = _Games(self.task, 1, **options)
        self.observation_space = self._games.space
        self.action_space = self._games.action_space
        self._is_seeded = False

    @property
    def state(self) -> State:
        """The position."""
        return self._games.native.state(0)

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The features that are measured, in order."""
        return self._games.feature_names

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which actions the position allows, as MaskablePPO asks for it."""
        return self._games.mask[0].astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins the game of the seed, or without one the next game."""
        super().reset(seed=seed)
        if seed is None and not self._is_seeded:
            seed = int(self.np_random.integers(2**63))
        self._is_seeded = True
        self._games.native.reset([seed])
        return self._games.one(self._games.observation, 0), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Acts."""
        games = self._games
        games.actions[0] = action
        games.native.step()
        observation = games.one(games.observation, 0)
        ends = bool(games.terminated[0]), bool(games.truncated[0])
        return observation, float(games.rewards[0]), *ends, self._info()

    def render(self) -> Any:
        """The board as text, or as a drawing."""
        if self.render_mode == "ansi":
            return repr(self.state)
        return self.state._repr_html_() if self.render_mode == "html" else None

    def _info(self) -> dict[str, Any]:
        pieces, lines, score, steps = (int(total) for total in self._games.totals[0])
        mask = self._games.mask[0].copy()
        return {"action_mask": mask, "pieces": pieces, "lines": lines, "score": score, "steps": steps}


class _Vector(VectorEnv[Any, Any, Any]):
    """Many games as a Gymnasium vector environment, stepped natively.

    With ``copy=False`` observations, rewards and the arrays of ``infos`` are the environment's own and are written
    again by the next step: then nothing is allocated. With ``threads`` the games are shared out; the results are the
    same.
    """

    task: ClassVar[Task]

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode is not None:
            raise ValueError("vector environments do not render; envs.state(i) is a game's position")
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.copy = copy
        self._games = _Games(self.task, num_envs, autoreset=self.autoreset_mode, **options)
        self.single_observation_space = self._games.space
        self.single_action_space = self._games.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._is_seeded = False
        self._everyone = np.ones(num_envs, np.bool_)
        names = ("pieces", "lines", "score", "steps")
        totals = {name: self._games.totals[:, place] for place, name in enumerate(names)}
        self._infos: dict[str, Any] = {"action_mask": self._games.mask, **totals}
        self._infos |= {f"_{name}": self._everyone for name in list(self._infos)}
        self._ended = np.zeros(num_envs, np.bool_)

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The features that are measured, in order."""
        return self._games.feature_names

    def state(self, index: int) -> State:
        """A game's position."""
        return self._games.native.state(index)

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which actions each position allows."""
        return self._games.mask.astype(np.bool_)

    def sample_actions(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """An allowed action of each game, drawn evenly; the same for the same seeds and steps."""
        self._games.native.sample()
        return self._games.actions

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins the games of the seeds, or without them the next games; with a ``reset_mask`` in the options
        only those of the mask."""
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            mask = np.asarray(mask)
            if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
                raise ValueError(f"reset_mask: expected {self.num_envs} booleans of which one is True, found {mask!r}")
        if seed is None and not self._is_seeded:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> 1)
        if isinstance(seed, (int, np.integer)):
            seeds: list[int | None] = [int(seed) + index for index in range(self.num_envs)]
        else:
            seeds = list(seed) if seed is not None else [None] * self.num_envs
        self._is_seeded = True
        self._games.native.reset(seeds, None if mask is None else mask.tolist())
        return self._result(self._games.observation), dict(self._infos)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One step of every game."""
        games = self._games
        if actions is not games.actions:
            np.copyto(games.actions, actions)
        games.native.step()
        infos = dict(self._infos)
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            np.logical_or(games.terminated, games.truncated, out=self._ended)
            if self._ended.any():
                infos["final_obs"] = self._result(games.finals)
                infos["_final_obs"] = self._ended
        results = (games.rewards, games.terminated, games.truncated)
        if self.copy:
            results = tuple(array.copy() for array in results)  # type: ignore[assignment]
            infos = {name: array if array is self._everyone else _copied(array) for name, array in infos.items()}
        return self._result(games.observation), *results, infos

    def _result(self, observation: Any) -> Any:
        return _copied(observation) if self.copy else observation


def _copied(arrays: Any) -> Any:
    if isinstance(arrays, dict):
        return {name: array.copy() for name, array in arrays.items()}
    return arrays.copy()


class PlacementEnv(_Single):
    """``minolab/Placement-v0``: an action is a placement.

    Actions are numbered (hold, rotation, column, row) where pieces slide and spin, and (hold, rotation, column) where
    they only drop; ``action_shape`` has the sizes. ``info["action_mask"]`` and ``action_masks()`` say which there are.
    """

    task = "placement"

    @property
    def action_shape(self) -> tuple[int, ...]:
        """Hold or not, rotations, columns and rows."""
        return tuple(self._games.native.action_shape)


class KeysEnv(_Single):
    """``minolab/Keys-v0``: an action is a key, pressed and released, and then ``ticks`` milliseconds pass."""

    task = "keys"


class AfterstateEnv(_Single):
    """``minolab/Afterstate-v0``: an action is one of the successors of the position, all of which are observed."""

    task = "afterstate"


class PlacementVectorEnv(_Vector):
    """Many games of :class:`PlacementEnv`."""

    task = "placement"

    @property
    def action_shape(self) -> tuple[int, ...]:
        """Hold or not, rotations, columns and rows."""
        return tuple(self._games.native.action_shape)


class KeysVectorEnv(_Vector):
    """Many games of :class:`KeysEnv`."""

    task = "keys"


class AfterstateVectorEnv(_Vector):
    """Many games of :class:`AfterstateEnv`."""

    task = "afterstate"


if "minolab/Placement-v0" not in gymnasium.registry:
    register()
