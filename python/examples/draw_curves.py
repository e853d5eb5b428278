"""Draws the learning curves of a folder: curves.svg from its CSV files.

    python draw_curves.py [FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np

#: What each curve is called, by its file.
NAMES = {
    "afterstate_td": "afterstate TD in NumPy, 10×10",
    "afterstate_td_torch": "afterstate TD in PyTorch, 10×10",
    "maskable_ppo": "MaskablePPO on cells, 6×10",
}


def draw(folder: Path) -> None:
    # The same picture from the same numbers.
    plt.rcParams["svg.hashsalt"] = "minolab"
    curves = sorted(folder.glob("*.csv"))
    figure, axes = plt.subplots(1, len(curves), figsize=(4 * len(curves), 3), squeeze=False, layout="constrained")
    for axis, path in zip(axes[0], curves):
        header = path.read_text().split("\n", 1)[0].split(",")
        count, _, lines = np.loadtxt(path, delimiter=",", skiprows=1, unpack=True)
        axis.plot(count / 1e6, lines, marker="o", markersize=3)
        axis.set(title=NAMES.get(path.stem, path.stem), xlabel=f"million {header[0]}", ylabel="lines per game", ylim=(0, None))
        axis.grid(alpha=0.3)
    figure.savefig(folder / "curves.svg", metadata={"Date": None})
    plt.close(figure)


if __name__ == "__main__":
    draw(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("curves"))
