"""The student of sounds: a small net over the mel bands of the engine, which hears a second at once. Needs torch."""

import torch
from torch import nn
from torch.nn import functional

MAPS = (16, 32, 64, 128)
OUTPUTS = 64
# Magnitude, relative to the mean of the patch, below which differences hardly count.
FLOOR = 0.003


class StudentNet(nn.Module):
    """Convolutions of 3 x 3 that halve steps and bands, and a linear combination of the means of their maps."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Conv2d(i, o, 3, 2, 1, bias=False) for i, o in zip((1, *MAPS), MAPS))
        self.norms = nn.ModuleList(nn.BatchNorm2d(maps) for maps in MAPS)
        self.output = nn.Linear(MAPS[-1], OUTPUTS)

    def heard(self, inputs):
        """Means of the last maps, patches x maps, of logarithmic bands, patches x steps x bands."""
        maps = inputs[:, None]
        for layer, norm in zip(self.layers, self.norms):
            maps = functional.relu(norm(layer(maps)))
        return maps.mean((2, 3))

    def forward(self, inputs):
        return self.output(self.heard(inputs))


def inputs_of(bands):
    """Logarithms of relative magnitudes, patches x steps x bands, as the net reads them."""
    return torch.log(bands + FLOOR)
