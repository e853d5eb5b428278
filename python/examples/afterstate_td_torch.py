"""The same as afterstate_td.py with PyTorch: its gradients, its optimiser and its schedule.

    python afterstate_td_torch.py [--decisions 3000000] [--seed 1] [--curve curve.csv]

Where there is one linear layer here, there may be any other network.
"""

from __future__ import annotations

import afterstate_td
import numpy as np
import torch
from afterstate_td import SCALE

# The products are small: threads would only wait for each other.
torch.set_num_threads(1)


class Linear:
    """One linear layer from zero weights, learned by Adam."""

    def __init__(self) -> None:
        self.layer = torch.nn.Linear(len(SCALE) - 1, 1)
        for parameter in self.layer.parameters():
            torch.nn.init.zeros_(parameter)
        self.optimizer = torch.optim.Adam(self.layer.parameters(), eps=1e-6)
        self.scale = torch.from_numpy(SCALE[:-1])

    @property
    def weights(self) -> np.ndarray:
        """Of the features; the constant is the same for all successors."""
        return self.layer.weight.detach().numpy()[0] / SCALE[:-1]

    def forward(self, features: np.ndarray) -> torch.Tensor:
        return self.layer(torch.from_numpy(features) / self.scale)[:, 0]

    @torch.no_grad()
    def value(self, features: np.ndarray) -> np.ndarray:
        """Of successors by their features."""
        return self.forward(features).numpy()

    def learn(self, features: np.ndarray, target: np.ndarray, rate: float) -> None:
        """Moves the values of successors towards others."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        loss = torch.nn.functional.mse_loss(self.forward(features), torch.from_numpy(target))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


def learn(decisions: int, seed: int, **options):
    """The best weights and the curve."""
    torch.manual_seed(seed)
    return afterstate_td.learn(decisions, seed, model=Linear(), **options)


if __name__ == "__main__":
    afterstate_td.main(learn, __doc__)
