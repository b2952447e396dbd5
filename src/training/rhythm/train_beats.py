"""Trains the nets of beat-network.ts and writes beat-network-weights.ts.

usage: train_beats.py [--steps 10000] [--nets 3] --real FOLDER... --rendered FOLDER...

Each FOLDER holds audio files and labels.json, a list of {"file", "beats", "downbeats"}, as compose_clips.py and
read_modules.py write them; a folder whose labels are out of line with its audio ends the program. A quarter of what the
nets learn from is real music, of which there is little. The clips of every fifth song (of composed clips: every fifth
clip) are held out, and the scores on those stand in the file written. Needs numpy, torch and ffmpeg. The same folders and
options give the same nets on one machine.
"""

import argparse
import pathlib

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from rhythm import rhythm_features as features
from rhythm.labelled_clips import divided, read_clips

from networks.stored_networks import write_weights

DILATIONS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
INPUTS, MAPS = features.REGISTERS + 1, 16
# Time from the frame in which an onset is detected to the onset; see ONSET_LEAD_SECONDS in beat-tracking.ts.
LEAD_SECONDS = 0.008
STEP_RATE = features.FRAME_RATE / 2
CROP_STEPS = 860

BATCH, REAL = 16, 4
LEARNING_RATE, WEIGHT_DECAY = 4e-3, 1e-3
# Loss weights of steps with a beat and with a downbeat, since these are few.
BEAT_WEIGHTS = (4.0, 8.0)
DOWNBEAT_SHARE = 0.5

TARGET = pathlib.Path(__file__).parents[2] / "dsp" / "rhythm" / "beats" / "beat-network-weights.ts"


class BeatNet(nn.Module):
    """Residual dilated convolutions with a receptive field of twelve seconds to either side."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv1d(INPUTS, MAPS, 5, padding=2)
        self.layers = nn.ModuleList([nn.Conv1d(MAPS, MAPS, 3, padding=d, dilation=d) for d in DILATIONS])
        self.output = nn.Conv1d(MAPS, 2, 1)
        self.dropout = nn.Dropout(0.1)

    def forward(self, steps):
        maps = functional.relu(self.first(steps))
        for layer in self.layers:
            maps = maps + self.dropout(functional.relu(layer(maps)))
        return self.output(maps)


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
    gains = np.exp(rng.normal(0, 0.35, features.REGISTERS))
    mix = gains @ excerpt[:-1]
    mix /= np.sqrt((mix**2).mean() + 1e-9)
    share = rng.uniform(0, 0.6)
    excerpt[-1] = excerpt[-1] * (1 - share) + mix * share
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


def train(rendered, real, steps, seed):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = BeatNet()
    optimiser = torch.optim.AdamW(net.parameters(), lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, LEARNING_RATE, total_steps=steps)
    weights = torch.tensor(BEAT_WEIGHTS)[None, :, None]
    for _ in range(steps):
        drawn = [rendered[i] for i in rng.choice(len(rendered), BATCH - REAL)] + [real[i] for i in rng.choice(len(real), REAL)]
        batch = [example(clip, rng) for clip in drawn]
        inputs, targets, heard = (torch.from_numpy(np.stack(part).astype(np.float32)) for part in zip(*batch))
        losses = functional.binary_cross_entropy_with_logits(net(inputs), targets, reduction="none")
        losses = losses * torch.where(targets > 0, weights, torch.tensor(1.0)) * heard[:, None]
        loss = losses[:, 0].mean() + DOWNBEAT_SHARE * losses[:, 1].mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        schedule.step()
    return net.eval()


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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=10000)
    parser.add_argument("--nets", type=int, default=3)
    for name in ("--real", "--rendered"):
        parser.add_argument(name, nargs="+", type=pathlib.Path, required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)

    sets = {folder.name: divided(read_clips(folder)) for folder in options.rendered + options.real}
    rendered, real = ([clip for folder in folders for clip in sets[folder.name][0]] for folders in (options.rendered, options.real))
    nets = [train(rendered, real, options.steps, seed) for seed in range(options.nets)]
    names = [" ".join(folder.name for folder in folders) for folders in (options.real, options.rendered)]
    command = f"rhythm/train_beats.py --steps {options.steps} --nets {options.nets} --real {names[0]} --rendered {names[1]}"
    scores = ["F-measure of the bare activation's maxima on clips held out:"]
    scores += [f"{name} ({len(held)} clips) {peak_score(nets, held):.1f} %." for name, (_, held) in sets.items()]
    write_weights(TARGET, "storedBeatNets", command, scores, nets)


if __name__ == "__main__":
    main()
