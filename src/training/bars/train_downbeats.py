"""Trains the net of downbeat-network.ts and writes downbeat-network-weights.ts.

usage: train_downbeats.py [--steps 2500] [--nets 3] CUES... [--real CUES...]

CUES is a path without extension, as write-beat-cues.ts makes CUES.json and CUES.bin from a folder of clips. Clips of
--real are real music, of which there is little, and are drawn four times as often. The clips of every sixth song (of
composed clips: every sixth clip) are held out, and the scores on those stand in the file written. Needs numpy and torch.
The same cues and options give the same nets on one machine.
"""

import argparse
import json
import pathlib

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from networks.stored_networks import digest, restored, write_weights

CUES, MAPS, DILATIONS = 56, 20, (1, 2, 4, 8)
DROPOUT = 0.25
HOLD_OUT = 6
BATCH, CROP = 32, 44
REAL_WEIGHT = 4
LEARNING_RATE, WEIGHT_DECAY = 4e-3, 3e-2
# Share of the loss of the second output, and what it tells: bars of two beats in three parts.
SIX_SHARE, SIX = 0.3, 6
# Groups of cues that recordings may lack: strokes of each register, harmony, timbre and levels.
STROKES, REGISTERS, SPANS = 6, 5, 3

TARGET = pathlib.Path(__file__).parents[2] / "dsp" / "rhythm" / "bars" / "downbeat-network-weights.ts"
REFERENCE = pathlib.Path(__file__).parents[3] / "test" / "reference" / "downbeats.json"


class DownbeatNet(nn.Module):
    """Residual dilated convolutions over beats; outputs log odds at each: here of a downbeat, and of six."""

    def __init__(self, outputs=2):
        super().__init__()
        self.first = nn.Conv1d(CUES, MAPS, 3, padding=1)
        self.layers = nn.ModuleList([nn.Conv1d(MAPS, MAPS, 3, padding=d, dilation=d) for d in DILATIONS])
        self.output = nn.Conv1d(MAPS, outputs, 1)
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, cues):
        maps = functional.relu(self.first(self.dropout(cues)))
        for layer in self.layers:
            maps = maps + self.dropout(functional.relu(layer(maps)))
        return self.output(maps)


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


def divided(paths):
    """Clips to learn from, and the clips held out of each set."""
    taught, held = [], {}
    for path in paths:
        clips = read_cues(path)
        held[path.name] = [clip for i, clip in enumerate(clips) if clip[0].get("song", i) % HOLD_OUT == 0]
        taught += [clip for i, clip in enumerate(clips) if clip[0].get("song", i) % HOLD_OUT]
    return taught, held


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


def train(net_of, losses_of, metres, clips, steps, seed):
    """Trains a new net on clips, by the losses of its outputs and the targets of `batch_of`."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = net_of()
    optimiser = torch.optim.AdamW(net.parameters(), lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, LEARNING_RATE, total_steps=steps)
    for _ in range(steps):
        inputs, targets, heard = batch_of(clips, rng, metres)
        loss = (losses_of(net(inputs), targets) * heard).sum() / heard.sum()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        schedule.step()
    return net.eval()


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


def write_reference():
    """Writes what the stored nets say to cues of a simple formula, for a test of the TypeScript."""
    cue, beat = np.arange(CUES)[:, None], np.arange(40)[None]
    odds = log_odds(restored(DownbeatNet, TARGET), np.sin(0.37 * cue + 0.9 * beat + 0.01 * cue * beat))
    recipe = f"train_downbeats.py: log odds of 40 beats whose cue c at beat b is sin(0.37 c + 0.9 b + 0.01 c b); torch {torch.__version__}"
    reference = {"recipe": recipe, "weightsSha256": digest(TARGET), "downbeats": odds[0].round(4).tolist()}
    REFERENCE.write_text(json.dumps(reference, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=2500)
    parser.add_argument("--nets", type=int, default=3)
    parser.add_argument("cues", nargs="+", type=pathlib.Path)
    parser.add_argument("--real", nargs="+", type=pathlib.Path, default=[])
    options = parser.parse_args()
    torch.set_num_threads(1)

    (taught, held), (real, held_real) = divided(options.cues), divided(options.real)
    command = f"bars/train_downbeats.py --steps {options.steps} --nets {options.nets} {' '.join(held)}"
    command += f" --real {' '.join(held_real)}" if held_real else ""
    taught, held = taught + REAL_WEIGHT * real, held | held_real
    nets = [train(DownbeatNet, downbeat_losses, (SIX,), taught, options.steps, seed) for seed in range(options.nets)]
    scores = ["Bars that begin right, and clips rightly in six or not, of clips held out:"]
    scores += [f"{name} ({len(clips)} clips) {phase_score(nets, clips):.1f} %, {six_score(nets, clips):.1f} %." for name, clips in held.items()]
    write_weights(TARGET, "storedDownbeatNets", command, scores, nets)
    write_reference()


if __name__ == "__main__":
    main()
