"""Gymnasium environments, alone and many at once."""

import os
import tracemalloc

import gymnasium
import minolab.envs
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

NAMES = ("Placement", "Keys", "Afterstate")
# The test command takes a tenth; the campaign all.
STEPS = int(os.environ.get("MINOLAB_STEPS", "10000"))

OPTIONS = [
    {},
    {"ruleset": "classic", "observation": "vector"},
    {"observation": "bitboards", "mask_in_observation": True, "reward": "score"},
    {"ruleset": "classic", "board": (8, 12), "max_steps": 40, "mode": "lines=3"},
]


def make_vec(name, number, **options):
    return gymnasium.make_vec(
        f"minolab/{name}-v0", num_envs=number, vectorization_mode="vector_entry_point", **options
    )


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("options", OPTIONS)
def test_the_checker_finds_nothing(name, options):
    env = gymnasium.make(f"minolab/{name}-v0", render_mode="ansi", **options)
    check_env(env.unwrapped, skip_render_check=True)
    assert "<State" in env.unwrapped.render()


def same(one, other):
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    return np.array_equal(one, other) and one.dtype == other.dtype


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_many_at_once_are_many_alone(name, mode):
    options = {"ruleset": "tetrio", "board": (10, 8), "max_steps": 60, "reward": {"lines": 1, "points": 0.1, "top_out": -5}}
    if name == "Keys":
        options |= {"ruleset": "guideline", "observation": "vector", "ticks": 40}
    number = 5
    envs = make_vec(name, number, autoreset_mode=mode, **options)
    single = {"Placement": minolab.envs.PlacementEnv, "Keys": minolab.envs.KeysEnv, "Afterstate": minolab.envs.AfterstateEnv}
    sync = SyncVectorEnv([lambda: single[name](**options)] * number, autoreset_mode=mode)
    assert envs.single_observation_space == sync.single_observation_space
    assert envs.observation_space == sync.observation_space
    assert envs.action_space == sync.action_space
    observation, infos = envs.reset(seed=11)
    expected, expected_infos = sync.reset(seed=11)
    ends = 0
    for step in range(STEPS // number):
        assert same(observation, expected), step
        assert infos.keys() == expected_infos.keys() - {"final_info", "_final_info"}
        for key in expected_infos.keys() & {"action_mask", "pieces", "lines", "score", "steps"}:
            # What has just ended and begun anew has the totals of the game that ended.
            begun = expected_infos.get("_final_info", np.zeros(number, bool))
            assert np.array_equal(infos[key][~begun], expected_infos[key][~begun]), (step, key)
            if key == "action_mask":
                assert np.array_equal(infos[key], expected_infos[key])
            elif begun.any():
                assert np.array_equal(infos[key][begun], expected_infos["final_info"][key][begun])
        for index in np.flatnonzero(expected_infos.get("_final_obs", [])):
            last = expected_infos["final_obs"][index]
            mine = infos["final_obs"]
            mine = {key: array[index] for key, array in mine.items()} if isinstance(mine, dict) else mine[index]
            assert same(mine, last) and infos["_final_obs"][index]
        actions = envs.sample_actions().copy()
        if step % 7 == 3:
            # Whatever an action is worth, legal or not.
            actions[step % number] = step % envs.single_action_space.n
        observation, rewards, terminated, truncated, infos = envs.step(actions)
        expected, *others, expected_infos = sync.step(actions)
        for mine, theirs in zip((rewards, terminated, truncated), others, strict=True):
            assert np.array_equal(mine, theirs) and mine.dtype == theirs.dtype
        over = terminated | truncated
        ends += over.sum()
        if mode == AutoresetMode.DISABLED and over.any():
            observation, infos = envs.reset(options={"reset_mask": over})
            expected, reset_infos = sync.reset(options={"reset_mask": over.copy()})
            # It says nothing of those that go on.
            for key in ("action_mask", "pieces", "lines", "score", "steps"):
                assert np.array_equal(infos[key][over], reset_infos[key][over])
            expected_infos = {key: infos[key] for key in infos}
    assert ends > STEPS // 200


@pytest.mark.parametrize("name", NAMES)
def test_seeds_fix_the_pieces(name):
    def pieces(number, threads, copy):
        envs = make_vec(name, number, ruleset="guideline", board=(10, 6), threads=threads, copy=copy)
        envs.reset(seed=40)
        seen = []
        for _ in range(300):
            envs.step(envs.sample_actions())
            seen.append(str(envs.state(0)))
        return seen

    assert pieces(1, 1, True) == pieces(9, 1, False) == pieces(64, 3, True)
    game = minolab.Game("guideline", 41)
    envs = make_vec(name, 2, ruleset="guideline")
    envs.reset(seed=40)
    assert (envs.state(1).current, envs.state(1).queue) == (game.state.current, game.state.queue)
    # Without a seed the next games follow from the first; another seed is another game.
    first = str(envs.state(0))
    envs.reset()
    assert str(envs.state(0)) != first
    envs.reset(seed=40)
    assert str(envs.state(0)) == first


def test_an_action_is_the_placement_it_says():
    env = minolab.envs.PlacementEnv(ruleset="classic")
    _, info = env.reset(seed=3)
    holds, rotations, columns, rows = env.action_shape
    assert (holds, rotations, columns, rows) == (1, 4, 10, 1)
    action = int(np.flatnonzero(info["action_mask"])[-1])
    before = env.state
    rotation, column = divmod(action, columns)
    found = [p for p in before.placements() if "NESW".index(p.rotation) == rotation and min(x for x, _ in p.cells) == column]
    env.step(action)
    assert len(found) == 1 and before.play(found[0]).board == env.state.board
    assert env.action_masks().dtype == np.bool_


def test_successors_are_those_of_the_position():
    env = minolab.envs.AfterstateEnv(ruleset="classic", features=["holes", "aggregate_height"], successors="both")
    observation, _ = env.reset(seed=5)
    for _ in range(30):
        state = env.state
        placements = state.placements()
        assert observation["action_mask"].sum() == len(placements)
        boards = [state.play(placement).board for placement in placements]
        names = ["holes", "aggregate_height"]
        expected = minolab.features(boards, names)
        assert np.array_equal(observation["successors"][: len(boards)], expected)
        assert not observation["successors"][len(boards) :].any()
        assert np.array_equal(minolab.features(observation["successor_boards"][: len(boards)], names), expected)
        best = int(np.argmin(expected @ [10.0, 1.0]))
        observation, _, over, _, _ = env.step(best)
        assert not over and env.state.board == boards[best]


def test_a_game_that_ended_must_be_reset():
    envs = make_vec("Placement", 3, ruleset="classic", max_steps=2, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=1)
    for _ in range(2):
        _, _, _, truncated, _ = envs.step(envs.sample_actions())
    assert truncated.all()
    with pytest.raises(ValueError, match="game 0 has ended"):
        envs.step(envs.sample_actions())
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": np.zeros(3, bool)})


@pytest.mark.parametrize("name", NAMES)
def test_a_step_allocates_nothing(name):
    envs = make_vec(name, 256, copy=False, ruleset="classic")
    envs.reset(seed=1)
    for _ in range(200):
        envs.step(envs.sample_actions())
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    tracemalloc.reset_peak()
    for _ in range(200):
        envs.step(envs.sample_actions())
    now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # A dictionary for the infos and what a call costs; not one array.
    assert now - before < 2048 and peak - before < 4096


def test_bad_options_are_named():
    for options, text in [
        ({"observation": "picture"}, "planes, bitboards"),
        ({"reward": "money"}, "lines, score, survival"),
        ({"reward": {"money": 1}}, "top_out"),
        ({"features": ["holes"]}, "for observation='features'"),
        ({"observation": "features", "features": ["hole"]}, "holes"),
        ({"mode": "blitz=60"}, "by the clock"),
    ]:
        with pytest.raises(ValueError, match=text):
            minolab.envs.PlacementEnv(**options)
    with pytest.raises(ValueError, match="give more room"):
        minolab.envs.AfterstateEnv(ruleset="guideline", most=3).reset(seed=1)
