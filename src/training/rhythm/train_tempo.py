"""Trains the nets of tempo-network.ts and writes tempo-network-weights.ts.

usage: train_tempo.py [--steps 4000] [--nets 3] FOLDER...

Each FOLDER holds audio files and labels.json, a list of {"file": name, "tempo": beats per minute,
"beats": seconds}; a folder whose labels are out of line with its audio ends the program.
The clips of every fifth song (of composed clips: every fifth clip) are held out, and the scores on those stand in the
file written. Needs numpy, torch and ffmpeg. The same folders and options give the same nets on one machine.
"""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from networks.stored_networks import DSP
from networks.training import Program, Recipe, divided
from rhythm import rhythm_features as features
from rhythm.labelled_clips import HOLD_OUT, read_clips, remix

FIRST = round(features.bpm_to_bin(38))
END = round(features.bpm_to_bin(230))
RATIOS = (1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1, 4 / 3, 3 / 2, 2, 3, 4)
OFFSETS = [round(features.BINS_PER_OCTAVE * np.log2(ratio)) for ratio in RATIOS]
PADDING = 80
INPUTS, PATTERNS, HIDDEN, PREFERENCES = 15, 12, 24, 16

VARIANTS = 8
BATCH = 64
# Log-normal distribution of tapped tempi over all music; clips are drawn from that distribution.
USUAL_BPM, USUAL_OCTAVES = 110, 0.42


class TempoNet(nn.Module):
    """Patterns along the tempo axis, read at eleven multiples of each candidate."""

    def __init__(self):
        super().__init__()
        self.pattern = nn.Conv1d(INPUTS, PATTERNS, 5, padding=2)
        self.relation = nn.Conv1d(PATTERNS * len(OFFSETS), HIDDEN, 1)
        self.smoothing = nn.Conv1d(HIDDEN, HIDDEN, 3, padding=1)
        self.output = nn.Conv1d(HIDDEN, 1, 1)
        self.preference = nn.Parameter(torch.zeros(1, 1, PREFERENCES))
        self.dropout = nn.Dropout(0.15)

    def forward(self, images):
        patterns = functional.pad(functional.relu(self.pattern(images)), (PADDING, PADDING))
        count = END - FIRST + 2
        start = PADDING + FIRST - 1
        views = [patterns[:, :, start + o : start + o + count] for o in OFFSETS]
        hidden = functional.relu(self.relation(self.dropout(torch.cat(views, 1))))
        hidden = functional.relu(self.smoothing(hidden))
        scores = self.output(hidden)[:, 0, 1:-1]
        preference = functional.interpolate(
            self.preference, size=END - FIRST, mode="linear", align_corners=True
        )
        return scores + preference[:, 0]


def varied(curves, rng):
    """An excerpt of a clip, a little faster or slower, remixed and with noise; and its speed."""
    length = int(rng.uniform(11, min(24, curves.shape[1] / features.FRAME_RATE)) * features.FRAME_RATE)
    start = rng.integers(0, max(1, curves.shape[1] - length))
    speed = 2 ** rng.uniform(-0.2, 0.2)
    excerpt = curves[:, start : start + length]
    places = np.arange(int(excerpt.shape[1] / speed)) * speed
    excerpt = features.read_between(excerpt, np.minimum(places, excerpt.shape[1] - 2))
    remix(excerpt, rng)
    noise = rng.uniform(0, 0.5) * (rng.random() < 0.5)
    return np.maximum(0, excerpt + 0.7 * noise * np.abs(rng.normal(0, 1, excerpt.shape))), speed


def standardised(image):
    deviation = image.std(1, keepdims=True) + 1e-4
    return ((image - image.mean(1, keepdims=True)) / deviation).astype(np.float32)


def is_candidate(tempo):
    """Whether a tempo bin is within the candidates."""
    return FIRST < tempo < END - 1


def images_of(clips, variants, rng):
    """Images and tempo bins of clips within the candidates: of each clip unchanged, and of variants of it."""
    images, bins = [], []
    for label, curves in clips:
        for variant in range(variants + 1):
            played, speed = varied(curves, rng) if variant else (curves, 1)
            tempo = features.bpm_to_bin(label["tempo"] * speed)
            if is_candidate(tempo):
                images.append(standardised(features.tempogram(played)))
                bins.append(tempo)
    return np.array(images), np.array(bins)


def usual_weights(bins):
    """Sampling weight of each image, with which tempi are distributed as in music at large."""
    octaves = np.log2(features.LOWEST_BPM * 2 ** (bins / features.BINS_PER_OCTAVE) / USUAL_BPM)
    counts, edges = np.histogram(octaves, np.arange(-2, 2, 0.1))
    density = np.convolve(counts, [0.25, 0.5, 0.25], "same") + 5
    weights = np.exp(-0.5 * (octaves / USUAL_OCTAVES) ** 2)
    weights /= np.interp(octaves, (edges[1:] + edges[:-1]) / 2, density)
    weights = np.minimum(weights, np.quantile(weights, 0.98))
    return weights / weights.sum()


def soft_targets(bins):
    candidates = np.arange(FIRST, END)
    targets = np.exp(-0.5 * ((candidates - bins[:, None]) / 0.8) ** 2)
    return torch.from_numpy((targets / targets.sum(1, keepdims=True)).astype(np.float32))


def divided_clips(clips):
    """Clips to learn from and those held out, of these those whose tempo is within the candidates."""
    taught, held = divided(clips, HOLD_OUT)
    return taught, [clip for clip in held if is_candidate(features.bpm_to_bin(clip[0]["tempo"]))]


def data_of(clips):
    """Images, tempo bins and sampling weights."""
    images, bins = images_of(clips, VARIANTS, np.random.default_rng(5))
    return images, bins, usual_weights(bins)


def loss(net, data, rng):
    """Loss of a batch of images with noise, and with some of the inputs missing."""
    images, bins, weights = data
    drawn = rng.choice(len(images), BATCH, p=weights)
    batch = images[drawn] + rng.normal(0, 0.15, (BATCH, *images.shape[1:]))
    batch *= rng.random((BATCH, INPUTS, 1)) > 0.08
    scores = net(torch.from_numpy(batch.astype(np.float32)))
    return -(soft_targets(bins[drawn]) * functional.log_softmax(scores, 1)).sum(1).mean()


def accuracy(nets, clips):
    """Percent of clips within 4 % of their tempo, and percent also counting octaves and thirds."""
    images, bins = images_of(clips, 0, None)
    with torch.no_grad():
        scores = sum(net(torch.from_numpy(images)) for net in nets)
    found = features.LOWEST_BPM * 2 ** ((scores.argmax(1).numpy() + FIRST) / features.BINS_PER_OCTAVE)
    wanted = features.LOWEST_BPM * 2 ** (bins / features.BINS_PER_OCTAVE)
    right = [np.abs(found - wanted * f) <= 0.04 * wanted * f for f in (1, 2, 3, 1 / 2, 1 / 3)]
    return 100 * right[0].mean(), 100 * np.any(right, 0).mean()


def parameters(net):
    layers = (net.pattern, net.relation, net.smoothing)
    return [*(part for layer in layers for part in (layer.weight, layer.bias)), net.output.weight, net.preference]


TEMPO = Program(
    path="rhythm/train_tempo.py",
    target=DSP / "rhythm" / "tempo" / "tempo-network-weights.ts",
    constant="storedTempoNets",
    recipe=Recipe(TempoNet, loss, learning_rate=3e-3, weight_decay=1e-3),
    steps=4000,
    nets=3,
    sets={"folders": True},
    read=read_clips,
    divide=divided_clips,
    data_of=data_of,
    title="Tempi within 4 % of clips held out, and those that are so or an octave or a third off:",
    scores_of=accuracy,
    parts_of=parameters,
)

if __name__ == "__main__":
    TEMPO.main()
