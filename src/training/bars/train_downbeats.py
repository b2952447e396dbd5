"""Trains the net of downbeat-network.ts and writes downbeat-network-weights.ts.

usage: train_downbeats.py [--steps 2500] [--nets 3] CUES... [--real CUES...]

CUES is a path without extension, as write-beat-cues.ts makes CUES.json and CUES.bin from a folder of clips. Clips of
--real are real music, of which there is little, and are drawn four times as often. The clips of every sixth song (of
composed clips: every sixth clip) are held out, and the scores on those stand in the file written. Needs numpy and torch.
The same cues and options give the same nets on one machine.
"""

import functools
import json
import pathlib

import numpy as np
import torch
from torch.nn import functional

from networks.residual_net import ResidualNet
from networks.stored_networks import DSP, restored, waves, write_reference
from networks.training import Program, Recipe, divided

CUES, MAPS, DILATIONS = 56, 20, (1, 2, 4, 8)
DROPOUT = 0.25
HOLD_OUT = 6
BATCH, CROP = 32, 44
REAL_WEIGHT = 4
# Share of the loss of the second output, and what it tells: bars of two beats in three parts.
SIX_SHARE, SIX = 0.3, 6
# Groups of cues that recordings may lack: strokes of each register, harmony, timbre and levels.
STROKES, REGISTERS, SPANS = 6, 5, 3

TARGET = DSP / "rhythm" / "bars" / "downbeat-network-weights.ts"


class DownbeatNet(ResidualNet):
    """Log odds at each beat: here of a downbeat, and of six."""

    def __init__(self, outputs=2):
        super().__init__(CUES, MAPS, 3, DILATIONS, outputs, DROPOUT)

    def forward(self, cues):
        return self.outputs_of(functional.relu(self.first(self.dropout(cues))))


def read_cues(path):
    """Clips as (label, cues x beats, whether each beat is a downbeat) at the labelled beats."""
    labels = json.loads(pathlib.Path(f"{path}.json").read_text())
    rows = np.fromfile(f"{path}.bin", "<f4").reshape(-1, CUES)
    clips, start = [], 0
    for label in labels:
        beats = np.array(label["beats"])
        count = len(beats)
        is_first = np.isin(beats, label["downbeats"]).astype(np.float32)
        clips.append((label, rows[start : start + count].T.copy(), is_first))
        start += count
    return clips


def varied(cues, rng):
    """Cues with noise, scaled, and with a group missing."""
    cues = cues * np.exp(rng.normal(0, 0.15, (CUES, 1))) + rng.normal(0, 0.25, cues.shape)
    end = STROKES * REGISTERS
    if rng.random() < 0.3:
        register = rng.integers(REGISTERS)
        cues[STROKES * register : STROKES * (register + 1)] *= rng.uniform(0, 0.3)
    if rng.random() < 0.15:
        cues[:end] = 0
    if rng.random() < 0.3:
        cues[end + rng.integers(3) : end + 3 * SPANS : 3] = 0
    if rng.random() < 0.3:
        cues[end + 3 * SPANS + 3 :] = 0
    return cues


def batch_of(clips, rng, metres):
    """Inputs; targets of downbeats and of clips in some of the metres; and whether each step is of a clip."""
    inputs = np.zeros((BATCH, CUES, CROP), np.float32)
    targets, heard = np.zeros((BATCH, 2, CROP), np.float32), np.zeros((BATCH, CROP), np.float32)
    for place, index in enumerate(rng.choice(len(clips), BATCH)):
        label, cues, is_first = clips[index]
        length = int(rng.integers(12, CROP + 1))
        start = int(rng.integers(0, max(1, cues.shape[1] - length + 1)))
        part = slice(start, start + length)
        count = cues[:, part].shape[1]
        inputs[place, :, :count] = varied(cues[:, part], rng)
        targets[place, 0, :count], heard[place, :count] = is_first[part], 1
        targets[place, 1, :count] = label["metre"] in metres
    return map(torch.from_numpy, (inputs, targets, heard))


def downbeat_losses(outputs, targets):
    losses = functional.binary_cross_entropy_with_logits(outputs, targets, reduction="none")
    return losses[:, 0] + SIX_SHARE * losses[:, 1]


def loss(net, clips, rng, losses_of, metres):
    """Loss of a batch, by the losses of a net's outputs and targets at each beat; see `batch_of`."""
    inputs, targets, heard = batch_of(clips, rng, metres)
    return (losses_of(net(inputs), targets) * heard).sum() / heard.sum()


def recipe_of(new_net, losses_of, metres):
    return Recipe(new_net, functools.partial(loss, losses_of=losses_of, metres=metres), learning_rate=4e-3, weight_decay=3e-2, max_norm=1.0)


def log_odds(nets, cues):
    with torch.no_grad():
        inputs = torch.from_numpy(cues[None].astype(np.float32))
        return np.mean([net(inputs)[0].numpy() for net in nets], 0)


def phase_score(nets, clips):
    """Percent of clips whose bars begin where the odds, folded by the bar's true length, are highest."""
    right = []
    for label, cues, is_first in clips:
        each = label["beats_each"]
        odds = log_odds(nets, cues)[0]
        marks = [odds[phase::each].sum() for phase in range(each)]
        right.append(is_first[int(np.argmax(marks)) :: each].mean() > 0.9)
    return 100 * float(np.mean(right))


def six_score(nets, clips):
    """Percent of clips for which the mean log odds of six are right."""
    right = [(log_odds(nets, cues)[1].mean() > 0) == (label["metre"] == SIX) for label, cues, _ in clips]
    return 100 * float(np.mean(right))


def write_downbeats():
    """Writes downbeats.json, by which a test judges the TypeScript."""
    odds = log_odds(restored(DownbeatNet, TARGET), waves(CUES, 40))[0]
    recipe = "train_downbeats.py: log odds of 40 beats whose cue c at beat b is sin(0.37 c + 0.9 b + 0.01 c b)"
    write_reference("downbeats", TARGET, recipe, {"downbeats": odds.round(4).tolist()})


DOWNBEATS = Program(
    path="bars/train_downbeats.py",
    target=TARGET,
    constant="storedDownbeatNets",
    recipe=recipe_of(DownbeatNet, downbeat_losses, (SIX,)),
    steps=2500,
    nets=3,
    sets={"cues": True, "--real": False},
    read=read_cues,
    divide=functools.partial(divided, every=HOLD_OUT),
    data_of=lambda clips, real: clips + REAL_WEIGHT * real,
    title="Bars that begin right, and clips rightly in six or not, of clips held out:",
    scores_of=lambda nets, clips: [phase_score(nets, clips), six_score(nets, clips)],
    write_reference=write_downbeats,
)

if __name__ == "__main__":
    DOWNBEATS.main()
