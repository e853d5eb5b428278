"""What needs PyTorch, which the test command does without: the campaign runs it.

Curves are drawn and kept beside the test's other files; those in python/examples/curves are such curves.
"""

import sys
from pathlib import Path

import gymnasium
import minolab
import minolab.envs  # noqa: F401
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

EXAMPLES = Path(__file__).parents[1] / "examples"
sys.path.insert(0, str(EXAMPLES))
CURVES = Path("curves")


@pytest.fixture(autouse=True, scope="module")
def drawn_curves():
    CURVES.mkdir(exist_ok=True)
    yield
    import draw_curves

    draw_curves.draw(CURVES)


@pytest.mark.parametrize("name", ["Placement", "Keys", "Afterstate"])
@pytest.mark.parametrize("options", [{}, {"ruleset": "classic", "observation": "vector"}, {"mask_in_observation": True}])
# It would have what has rows and columns be a picture or a flat array, which observation="vector" is.
@pytest.mark.filterwarnings("error", "ignore:.*(unconventional shape|resolution for an image|is an image but)")
def test_stable_baselines_checker_finds_nothing(name, options):
    from stable_baselines3.common.env_checker import check_env

    env = gymnasium.make(f"minolab/{name}-v0", **options)
    check_env(env.unwrapped, warn=True)


def kept(name, curve, header):
    import afterstate_td

    afterstate_td.write_curve(CURVES / f"{name}.csv", curve, header)


@pytest.mark.parametrize("name", ["afterstate_td", "afterstate_td_torch"])
def test_afterstates_are_learned_in_five_minutes(name):
    import afterstate_td

    example = __import__(name)
    weights, curve = example.learn(3_000_000, seed=1)
    kept(name, curve, "decisions,cpu_seconds,lines_per_game")
    lines = afterstate_td.evaluate(weights, seed=2 * 10**6)
    print(f"{name}: {lines:.1f} lines per game on 200 others after {curve[-1][1]:.0f} CPU s")
    assert curve[0][2] < 10 and curve[-1][1] < 300
    assert lines > 500


def test_masked_actions_are_learned():
    import maskable_ppo

    _, curve = maskable_ppo.learn(600_000, seed=1)
    kept("maskable_ppo", curve, "steps,cpu_seconds,lines_per_game")
    lines = [point[2] for point in curve]
    print(f"MaskablePPO: {lines[0]:.1f} lines per game before, {lines[-1]:.1f} after")
    assert lines[-1] > 5 * lines[0] and sorted(lines)[-1] in lines[-4:]


def test_the_notebook_works():
    import nbclient
    import nbformat

    notebook = nbformat.read(EXAMPLES / "first_steps.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(CURVES)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"text/html", "image/png", "image/gif"} <= kinds
    assert not any(output.output_type == "error" for output in outputs)
    # What it learned, as its last words say.
    last = [output for output in outputs if output.output_type == "stream"][-1].text
    assert "lines per game" in last and float(last.split()[0]) > 300, last
