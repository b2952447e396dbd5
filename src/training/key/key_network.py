"""The key network of key-network.ts for training, and how its weights are written. Needs numpy and torch."""

import base64

import numpy as np
import torch
from torch import nn
from torch.nn import functional

PITCHES = 72


class KeyNetwork(nn.Module):
    def __init__(self, first=8, maps=20, hidden=32):
        super().__init__()
        self.maps = maps
        self.layers = nn.ModuleList([
            nn.Conv2d(1, first, (5, 3), padding=(2, 1)),
            nn.Conv2d(first, first, (3, 3), padding=1),
            nn.Conv2d(first, maps, (13, 1), padding=(6, 0)),
            nn.Conv2d(maps, maps, (1, 5), padding=(0, 2)),
        ])
        self.norms = nn.ModuleList([nn.BatchNorm2d(layer.out_channels) for layer in self.layers])
        self.hidden = nn.Linear(2 * maps * 12, hidden)
        self.output = nn.Linear(hidden, 2)
        self.drop_maps = nn.Dropout2d(0.1)
        self.drop = nn.Dropout(0.3)

    def forward(self, x):
        """x: batch x 1 x 72 x steps. Returns batch x 24: major, then minor, tonics from E up."""
        for i, (layer, norm) in enumerate(zip(self.layers, self.norms)):
            x = functional.relu(norm(layer(x)))
            if i % 2 == 1:
                x = self.drop_maps(x)
        octaves = x.mean(3).view(x.shape[0], self.maps, PITCHES // 12, 12)
        folded = torch.cat([octaves.mean(2), octaves[:, :, :3].mean(2)], 1)
        views = torch.stack([torch.roll(folded, -k, 2).flatten(1) for k in range(12)], 1)
        z = self.output(functional.relu(self.hidden(self.drop(views))))
        return torch.cat([z[:, :, 0], z[:, :, 1]], 1)


def folded_weights(net):
    """All weights in the order KeyNetwork reads them, normalisation folded into the convolutions."""
    parts = []
    for layer, norm in zip(net.layers, net.norms):
        gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        parts.append((layer.weight * gain[:, None, None, None]).flatten())
        parts.append((layer.bias - norm.running_mean) * gain + norm.bias)
    for layer in (net.hidden, net.output):
        parts += [layer.weight.flatten(), layer.bias]
    return torch.cat(parts).detach().numpy()


def write(path, nets, date):
    """Writes the networks as a source file: of each, 16-bit integers and the value of one."""
    parts = []
    for net in nets:
        values = folded_weights(net)
        scale = float(np.abs(values).max() / 32767)
        text = base64.b64encode(np.round(values / scale).astype("<i2").tobytes()).decode()
        digits = f"{scale:.6g}".replace("e-0", "e-")
        parts.append(f'  {{\n    scale: {digits},\n    values:\n      "{text}",\n  }},\n')
    open(path, "w").write(f'''import type {{ StoredWeights }} from "../network/stored-weights.js";

/**
 * The trained weights of the nets of `KeyNetwork`, each in the order in which it reads them.
 *
 * Written on {date} by `src/training/key/train_key_network.py`; the data and the scores: see
 * `key-network-weights.json`.
 */
export const storedKeyNets: readonly StoredWeights[] = [
{"".join(parts)}];
''')
