"""The kind of net that most trainings train, as residual-network.ts computes it. Needs torch."""

from torch import nn
from torch.nn import functional


class ResidualNet(nn.Module):
    """Layers of residual dilated convolutions over steps; `width` is that of the first convolution, which has no residual."""

    def __init__(self, inputs, maps, width, dilations, outputs, dropout):
        super().__init__()
        self.first = nn.Conv1d(inputs, maps, width, padding=width // 2)
        self.layers = nn.ModuleList([nn.Conv1d(maps, maps, 3, padding=d, dilation=d) for d in dilations])
        self.output = nn.Conv1d(maps, outputs, 1)
        self.dropout = nn.Dropout(dropout)

    def outputs_of(self, maps):
        """Outputs at each step, of the maps after the first convolution; batch x outputs x steps."""
        for layer in self.layers:
            maps = maps + self.dropout(functional.relu(layer(maps)))
        return self.output(maps)
