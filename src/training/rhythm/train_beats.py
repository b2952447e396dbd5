"""Trains the nets of beat-network.ts and writes beat-network-weights.ts.

usage: train_beats.py [--steps 10000] [--nets 3] --real FOLDER... --rendered FOLDER...

Each FOLDER holds audio files and labels.json, a list of {"file", "beats", "downbeats"}, as compose_clips.py and
read_modules.py write them; a folder whose labels are out of line with its audio ends the program. A quarter of what the
nets learn from is real music, of which there is little. The clips of every fifth song (of composed clips: every fifth
clip) are held out, and the scores on those stand in the file written. Needs numpy, torch and ffmpeg. The same folders and
options give the same nets on one machine.
"""

import functools

import numpy as np
import torch
from torch.nn import functional

from networks.residual_net import ResidualNet
from networks.stored_networks import DSP
from networks.training import Program, Recipe, divided
from rhythm import rhythm_features as features
from rhythm.labelled_clips import HOLD_OUT, read_clips, remix

DILATIONS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
INPUTS, MAPS = features.REGISTERS + 1, 16
# Time from the frame in which an onset is detected to the onset; see ONSET_LEAD_SECONDS in beat-tracking.ts.
LEAD_SECONDS = 0.008
STEP_RATE = features.FRAME_RATE / 2
CROP_STEPS = 860

BATCH, REAL = 16, 4
# Loss weights of steps with a beat and with a downbeat, since these are few.
BEAT_WEIGHTS = (4.0, 8.0)
DOWNBEAT_SHARE = 0.5


class BeatNet(ResidualNet):
    """Log odds of beats and downbeats; with a receptive field of twelve seconds to either side."""

    def __init__(self):
        super().__init__(INPUTS, MAPS, 5, DILATIONS, outputs=2, dropout=0.1)

    def forward(self, steps):
        return self.outputs_of(functional.relu(self.first(steps)))


def net_steps(curves):
    """Input of the network: the maximum of each second frame and its neighbours, compressed."""
    padded = np.pad(curves, ((0, 0), (1, 2)))
    count = (curves.shape[1] + 1) // 2
    middle = [padded[:, offset : offset + 2 * count : 2][:, :count] for offset in range(3)]
    return np.log1p(np.maximum.reduce(middle)).astype(np.float32)


def varied(curves, rng):
    """An excerpt a little faster or slower, remixed, with noise, a register missing or a slow swell."""
    speed = 2 ** rng.uniform(-0.18, 0.18)
    length = int(2 * CROP_STEPS * speed) + 4
    start = int(rng.integers(0, max(1, curves.shape[1] - length)))
    excerpt = curves[:, start : start + length]
    places = np.arange(int((excerpt.shape[1] - 2) / speed)) * speed
    excerpt = features.read_between(excerpt, places)
    remix(excerpt, rng)
    excerpt[:-1] *= np.exp(rng.normal(0, 0.15, (features.REGISTERS, 1)))
    if rng.random() < 0.5:
        excerpt = np.maximum(0, excerpt + rng.uniform(0, 0.4) * np.abs(rng.normal(0, 1, excerpt.shape)))
    if rng.random() < 0.25:
        excerpt[rng.integers(0, features.REGISTERS)] *= rng.uniform(0, 0.3)
    if rng.random() < 0.3:
        swell = np.sin(np.arange(excerpt.shape[1]) * rng.uniform(0.002, 0.02) + rng.uniform(0, 6))
        excerpt = excerpt * (1 + rng.uniform(-0.5, 0.5) * swell)
    return excerpt, start, speed


def example(clip, rng):
    label, curves = clip
    excerpt, start, speed = varied(curves, rng)
    found = net_steps(excerpt)[:, :CROP_STEPS]
    count = found.shape[1]
    steps, targets = np.zeros((INPUTS, CROP_STEPS)), np.zeros((2, CROP_STEPS))
    steps[:, :count] = found
    for kind, marks in enumerate(("beats", "downbeats")):
        frames = ((np.array(label[marks]) - LEAD_SECONDS) * features.FRAME_RATE - start) / speed
        places = np.round(frames / 2).astype(int)
        for offset, value in ((-1, 0.4), (1, 0.4), (0, 1.0)):
            inside = places + offset
            inside = inside[(inside >= 0) & (inside < count)]
            targets[kind, inside] = np.maximum(targets[kind, inside], value)
    return steps, targets, np.arange(CROP_STEPS) < count


def loss(net, clips, rng):
    """Loss of a batch of rendered and real clips."""
    rendered, real = clips
    drawn = [rendered[i] for i in rng.choice(len(rendered), BATCH - REAL)] + [real[i] for i in rng.choice(len(real), REAL)]
    batch = [example(clip, rng) for clip in drawn]
    inputs, targets, heard = (torch.from_numpy(np.stack(part).astype(np.float32)) for part in zip(*batch))
    losses = functional.binary_cross_entropy_with_logits(net(inputs), targets, reduction="none")
    weights = torch.tensor(BEAT_WEIGHTS)[None, :, None]
    losses = losses * torch.where(targets > 0, weights, torch.tensor(1.0)) * heard[:, None]
    return losses[:, 0].mean() + DOWNBEAT_SHARE * losses[:, 1].mean()


def peak_score(nets, clips):
    """F-measure, percent, of the mean activation's maxima above one half against the beats, within 70 ms."""
    scores = []
    for label, curves in clips:
        with torch.no_grad():
            inputs = torch.from_numpy(net_steps(curves))[None]
            found = torch.sigmoid(torch.stack([net(inputs) for net in nets]).mean(0))[0, 0].numpy()
        inner = found[1:-1]
        peaks = 1 + np.flatnonzero((inner > 0.5) & (inner >= found[:-2]) & (inner > found[2:]))
        seconds = peaks / STEP_RATE + LEAD_SECONDS
        hits = sum(np.any(np.abs(seconds - beat) <= 0.07) for beat in label["beats"])
        scores.append(2 * hits / max(1, len(seconds) + len(label["beats"])))
    return 100 * float(np.mean(scores))


BEATS = Program(
    path="rhythm/train_beats.py",
    target=DSP / "rhythm" / "beats" / "beat-network-weights.ts",
    constant="storedBeatNets",
    recipe=Recipe(BeatNet, loss, learning_rate=4e-3, weight_decay=1e-3, max_norm=1.0),
    steps=10000,
    nets=3,
    sets={"--rendered": True, "--real": True},
    read=read_clips,
    divide=functools.partial(divided, every=HOLD_OUT),
    data_of=lambda rendered, real: (rendered, real),
    title="F-measure of the bare activation's maxima on clips held out:",
    scores_of=lambda nets, clips: [peak_score(nets, clips)],
)

if __name__ == "__main__":
    BEATS.main()
