"""The networks that hear voices, audiences and acoustic instruments in cepstra over time: their data, training, calibration and weights.

A set is a path without extension, as write-cepstral-steps.ts makes SET.json and SET.bin from a folder of recordings. Nets
are trained without each quarter of the sources first: their scores on those, and on recordings that are only judged, stand in the
file of weights, and the constants of the probability are fitted to their outputs for the quarters that they do not know. Then the
net is trained on all. Needs numpy and torch. The same data and options give the same net on one machine.
"""

import argparse
import dataclasses
import json
import pathlib
import zlib
from collections.abc import Callable

import numpy as np
import torch
from torch.nn import functional

from networks.residual_net import ResidualNet
from networks.stored_networks import DSP, restored, waves, write_reference, write_weights
from networks.training import Recipe

INPUTS, MAPS, FIRST_WIDTH, DILATIONS = 12, 16, 5, (1, 2, 4, 8, 16)
DROPOUT = 0.15
FOLDS = 4
CROP = 200
SMOOTHING = 0.04
# Recordings of a source beyond this number do not make the source more frequent.
RECORDINGS_OF_SOURCE = 4
# Steps in which nothing is heard count only at least so many seconds from one in which it is.
MARGIN = 1.0
MIN_LOG_ODDS = -5


@dataclasses.dataclass(frozen=True)
class Heard:
    """What a network hears."""

    # Name of the spans in the labels, and in the names of the files and exports.
    name: str
    # Recordings of each kind in a batch.
    batch: dict
    # The kinds of recordings in which it is heard.
    kinds: tuple
    # Share of all recordings in which it is heard, for which the probability holds.
    share: float
    program: str
    # Adds kind, source and spans to a row of the labels that lacks them; None leaves the recording out.
    described: Callable = lambda row: row

    @property
    def target(self):
        return DSP / "descriptors" / "cepstra" / f"{self.name}-network-weights.ts"


class CepstralNet(ResidualNet):
    """Log odds at each step. Unlike in the nets over beats, values are dropped before the layers, not after them."""

    def __init__(self):
        super().__init__(INPUTS, MAPS, FIRST_WIDTH, DILATIONS, outputs=1, dropout=DROPOUT)

    def forward(self, inputs):
        maps = functional.relu(self.first(inputs))
        for layer in self.layers:
            maps = maps + functional.relu(layer(self.dropout(maps)))
        return self.output(maps)[:, 0]


class Recording:
    def __init__(self, row, values, spans):
        self.row, self.coefficients, self.times = row, values[:INPUTS], values[INPUTS]
        times = self.times
        self.heard, near = np.zeros(len(times), bool), np.zeros(len(times), bool)
        for start, end in spans:
            self.heard |= (times >= start) & (times < end)
            near |= (times >= start - MARGIN) & (times < end + MARGIN)
        self.known = self.heard | ~near
        if spans and row["kind"] == "song":
            # What follows the last note may be sung without being written down.
            self.known &= times < spans[-1][1]


def read_set(path, heard):
    rows = json.loads(pathlib.Path(f"{path}.json").read_text())
    values, start = np.memmap(f"{path}.bin", "<f4", "r"), 0
    for row in rows:
        size = (INPUTS + 1) * row["steps"]
        described = heard.described(row)
        if described and row["steps"] >= 20:
            yield Recording(described, np.array(values[start : start + size]).reshape(INPUTS + 1, -1), described.get(heard.name, []))
        start += size


def fold_of(recording):
    return zlib.crc32(recording.row["source"].encode()) % FOLDS


def scale_of(recordings):
    values = np.concatenate([recording.coefficients for recording in recordings], 1)
    return np.array([float(f"{x:.4g}") for x in values.mean(1)]), np.array([float(f"{x:.4g}") for x in values.std(1)])


def standardized(recording, scale):
    means, deviations = scale
    return np.clip((recording.coefficients - means[:, None]) / deviations[:, None], -3, 3)


def cropped(recording, scale, rng):
    """A part with noise, another depth of the spectrum and another equaliser, and with zeros where it is short."""
    start = int(rng.integers(0, max(1, recording.known.size - CROP + 1)))
    part = slice(start, start + CROP)
    inputs = standardized(recording, scale)[:, part]
    inputs = inputs * np.exp(rng.normal(0, 0.08)) + rng.normal(0, 0.35, (INPUTS, 1)) + rng.normal(0, 0.1, inputs.shape)
    missing = CROP - inputs.shape[1]

    def pad(x):
        return np.pad(x, [(0, 0)] * (x.ndim - 1) + [(0, missing)])

    return pad(inputs), pad(recording.heard[part]), pad(recording.known[part].astype(float))


def groups_of(recordings, batch):
    """The recordings of each kind by source, with the share of each source."""
    for kind in batch:
        sources = {}
        for recording in recordings:
            if recording.row["kind"] == kind:
                sources.setdefault(recording.row["source"], []).append(recording)
        counts = np.array([min(len(own), RECORDINGS_OF_SOURCE) for own in sources.values()], float)
        yield kind, list(sources.values()), counts / counts.sum()


def loss(net, data, rng):
    """Loss of a batch with parts of recordings of all kinds."""
    heard, groups, scale = data
    parts = []
    for kind, sources, shares in groups:
        for index in rng.choice(len(sources), heard.batch[kind], p=shares):
            own = sources[index]
            parts.append(cropped(own[rng.integers(len(own))], scale, rng))
    inputs, present, weights = (torch.tensor(np.array(rows), dtype=torch.float32) for rows in zip(*parts))
    targets = present * (1 - SMOOTHING) + SMOOTHING / 2
    losses = functional.binary_cross_entropy_with_logits(net(inputs), targets, reduction="none") * weights
    return losses.sum() / weights.sum()


RECIPE = Recipe(CepstralNet, loss, learning_rate=4e-3, weight_decay=1e-4, optimiser=torch.optim.Adam)


def train(heard, recordings, scale, steps, seed):
    groups = list(groups_of(recordings, heard.batch))
    return RECIPE.train((heard, groups, scale), steps, seed)


def log_odds(nets, inputs):
    with torch.no_grad():
        values = torch.from_numpy(inputs[None].astype(np.float32))
        return np.mean([net(values)[0].numpy() for net in nets], 0)


def evidence(odds):
    """Root of the mean squared probability of steps, as a logarithm; as in cepstral-network.ts."""
    return float(np.log(np.mean(1 / (1 + np.exp(-np.maximum(MIN_LOG_ODDS, odds))) ** 2)) / 2)


def area(positive, negative):
    """Area under the ROC curve."""
    ranks = np.argsort(np.argsort(np.concatenate([positive, negative]))) + 1
    count = len(positive)
    return float((ranks[:count].sum() - count * (count + 1) / 2) / (count * len(negative)))


def fit_probability(present, absent, share):
    """Slope and offset of the log odds that a recording has it, where it is heard in such a share of all recordings."""
    x = np.concatenate([present, absent])
    y = np.concatenate([np.ones(len(present)), np.zeros(len(absent))])
    shares = np.where(y > 0, share / len(present), (1 - share) / len(absent))
    terms, weights = np.stack([x, np.ones(len(x))], 1), np.zeros(2)
    for _ in range(50):
        p = 1 / (1 + np.exp(-terms @ weights))
        hessian = (terms * (shares * p * (1 - p))[:, None]).T @ terms
        weights += np.linalg.solve(hessian, terms.T @ (shares * (y - p)))
    return weights


def write_constants(heard, scale, constants):
    """Adds the scale of the inputs and the constants of the probability to the file of weights."""
    means, deviations = (json.dumps([float(x) for x in part]) for part in scale)
    slope, offset = (float(f"{x:.4g}") for x in constants)
    heard.target.write_text(
        'import type { FeatureScale } from "../mood/linear-model.js";\n'
        + heard.target.read_text()
        + "\n/** Mean and standard deviation of each coefficient over the training data, dB. */\n"
        + f"export const {heard.name}Scale: FeatureScale = {{ means: {means}, deviations: {deviations} }};\n\n"
        + "/** Slope and offset of the log odds of its presence in a recording. */\n"
        + f"export const {heard.name}InRecording = {{ slope: {slope}, offset: {offset} }};\n"
    )


def write_odds(heard):
    """Writes the reference of the network, by which a test judges the TypeScript."""
    odds = log_odds(restored(CepstralNet, heard.target), waves(INPUTS, 60))
    recipe = f"{heard.program}: log odds at 60 steps whose standardised coefficient c at step s is sin(0.37 c + 0.9 s + 0.01 c s)"
    write_reference(heard.name, heard.target, recipe, {"odds": odds.round(4).tolist()})


def run(heard, scores_of):
    """Trains by the command line's sets and options, and writes the weights.

    `scores_of` makes lines of scores of a list of (recording, log odds of nets that were trained without its source).
    """
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--predictions", type=pathlib.Path, help="writes the log odds of the nets of the folds")
    parser.add_argument("--judged", type=pathlib.Path, help="a set from which no net learns")
    parser.add_argument("sets", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    torch.set_num_threads(1)

    taught = [recording for path in options.sets for recording in read_set(path, heard)]
    scale = scale_of(taught)
    folds = [[r for r in taught if fold_of(r) != fold] for fold in range(FOLDS)]
    nets = [train(heard, rest, scale, options.steps, fold) for fold, rest in enumerate(folds)]
    held = [(r, log_odds([nets[fold_of(r)]], standardized(r, scale))) for r in taught]
    others = read_set(options.judged, heard) if options.judged else []
    judged = [(r, log_odds(nets, standardized(r, scale))) for r in others]
    lines = list(scores_of(held + judged))
    if options.predictions:
        rows = [{**r.row, "times": r.times.round(2).tolist(), "odds": odds.round(3).tolist()} for r, odds in held + judged]
        options.predictions.write_text(json.dumps(rows))
    present = [evidence(odds) for r, odds in held if r.row["kind"] in heard.kinds]
    absent = [evidence(odds) for r, odds in held if r.row["kind"] not in heard.kinds]
    constants = fit_probability(present, absent, heard.share)
    names = " ".join([*(["--judged", options.judged.name] if options.judged else []), *(path.name for path in options.sets)])
    command = f"cepstra/{heard.program} --steps {options.steps} {names}"
    net = train(heard, taught, scale, options.steps, FOLDS)
    title = heard.name[0].upper() + heard.name[1:]
    write_weights(heard.target, f"stored{title}Net", command, ["Scores of sources held out:", *lines], net)
    write_constants(heard, scale, constants)
    write_odds(heard)
