"""Values: positions, placements, agents and games."""

import doctest
import pickle

import minolab
import numpy as np
import pytest

SLOT = "xxxx6/xxx3xxxx/xxxx1xxxxx T - IO"


def test_examples_in_the_documentation():
    import minolab.envs

    for module in (minolab, minolab.envs):
        found = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
        assert found.attempted > 0 and found.failed == 0


def test_a_t_spin_double():
    state = minolab.State("guideline", SLOT)
    spin = minolab.Placement("T@4,1Sf")
    assert spin in state.placements()
    clear = state.clear(spin)
    assert (clear.lines, clear.spin, clear.points) == (2, "full", 1200)
    after = state.play(spin)
    assert (after.current, after.queue, after.back_to_back) == ("I", "O", True)
    assert str(after.board) == "XXXX......"
    with pytest.raises(ValueError, match="overlaps something or floats|cannot be reached"):
        state.play(minolab.Placement("T@4,9S"))


def test_values_are_equal_hashable_and_picklable():
    game = minolab.Game("guideline", 7, "moves=9")
    agent = minolab.Agent("sprint-free", {"search.nodes": 50})
    while not game.over:
        game.play(agent.choose(game.state))
    replay = game.replay()
    replay.verify()
    puzzle = minolab.State("guideline", "10", queue="TTTT")
    values = [game.state, puzzle, game.state.board, game.state.ruleset, agent, replay, replay.placements[3]]
    for value in values:
        again = pickle.loads(pickle.dumps(value))
        assert again == value and hash(again) == hash(value), value
        assert again is not value
        assert value != "something else"
    assert len(set(values)) == len(values)
    assert "XX" in repr(game.state) and "XX" in repr(replay)
    for drawn in (game.state, game.state.board, replay):
        assert drawn._repr_html_().startswith("<svg")
    assert len(replay.states()) == len(replay) + 1 == 10


def test_fumens_in_and_out():
    state = minolab.State("guideline", "https://fumen.zui.jp/?v115@vhBVPJAAA", page=2, queue="SZ")
    assert (state.current, state.queue) == ("S", "Z") and state.board[2, 1]
    assert minolab.State("guideline", state.to_fumen()).board == state.board
    with pytest.raises(ValueError, match="character 9: '!'"):
        minolab.State("guideline", "v115@vhA!")
    with pytest.raises(ValueError, match="only a fumen has pages"):
        minolab.State("guideline", "10", page=2)


def test_errors_say_what_is_expected():
    for make, text in [
        (lambda: minolab.Agent("bctz"), "bcts"),
        (lambda: minolab.Ruleset("guidelin"), "guideline"),
        (lambda: minolab.State("guideline", "x8 T"), "board is 9 wide"),
        (lambda: minolab.Agent("bcts", {"hole": 1}), "holes"),
        (lambda: minolab.features(np.zeros((1, 2, 10)), ["hole"]), "holes"),
        (lambda: minolab.run("bcts", mode="marathn"), "marathon"),
        (lambda: minolab.train({"agent": "bcts"}), "expected settings and out"),
    ]:
        with pytest.raises(ValueError, match=text):
            make()


def test_analysis_ranks_and_explains():
    state = minolab.State("classic", "x2x6/xx1xxxxxxx", queue="T")
    ranked = minolab.Agent("dellacherie").analyze(state, top=3)
    assert len(ranked) == 3 and ranked[0]["score"] >= ranked[1]["score"]
    assert ranked[0]["placement"] == minolab.Agent("dellacherie").choose(state)
    assert "holes" in dict(ranked[0]["reasons"])


def test_perfect_clears_clear():
    state = minolab.State("guideline", "......XXXX/....XXXXXX/....XXXXXX", queue="TZJOSI", hold="Z")
    solutions = minolab.perfect_clears(state)
    assert len(solutions) == 3
    for placements in solutions:
        played = state
        for placement in placements:
            played = played.play(placement)
        assert played.board == minolab.Board()


def test_features_of_many_boards():
    boards = [minolab.Board("X...XXXXXX/XX.XXXXXXX"), minolab.Board("xxxx6")]
    found = minolab.features(boards, ["holes", "aggregate_height", "row_transitions"])
    assert found.dtype == np.float32 and found.shape == (2, 3)
    assert found[:, 0].tolist() == [0, 0] and found[1, 1] == 4
    cells = np.zeros((2, 20, 10), np.uint8)
    for board, picture in zip(cells, boards, strict=True):
        for x in range(10):
            for y in range(20):
                board[19 - y, x] = picture[x, y]
    assert (minolab.features(cells, ["holes", "aggregate_height", "row_transitions"]) == found).all()
    with pytest.raises(ValueError, match="dimensions"):
        minolab.features(np.zeros((20, 10)), ["holes"])


def test_boards_are_aligned():
    # Python aligns less than the native side asks of what it keeps by itself.
    states = [minolab.State("classic", queue="T") for _ in range(200)]
    agent = minolab.Agent("lee")
    assert len({agent.choose(state) for state in states}) == 1
