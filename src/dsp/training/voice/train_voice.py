"""Trains the net of voice-network.ts and writes voice-network-weights.ts.

usage: train_voice.py [--steps 8000] [--predictions FILE] --judged SET SETS...

A set is a path without extension, as write-voice-steps.ts makes SET.json and SET.bin from a folder of recordings. First, nets
are trained without each quarter of the sources; their scores on those and on the recordings of --judged, from which no net
learns, stand in the file written, and the constants of the probability of a voice are fitted to their outputs for the quarters
that they do not know. Then the net is trained on all of SETS. Needs numpy and torch. The same data and options give the same net on one machine.
"""

import argparse
import json
import pathlib
import sys
import zlib

import numpy as np
import torch
from torch import nn
from torch.nn import functional

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "bars"))

from stored_networks import digest, restored, write_weights  # noqa: E402

INPUTS, MAPS, FIRST_WIDTH, DILATIONS = 12, 16, 5, (1, 2, 4, 8, 16)
DROPOUT = 0.15
FOLDS = 4
CROP, BATCH = 200, {"music": 13, "sung": 10, "spoken": 4}
LEARNING_RATE, WEIGHT_DECAY = 4e-3, 1e-4
SMOOTHING = 0.04
# Recordings of a source beyond this number do not make the source more frequent.
RECORDINGS_OF_SOURCE = 4
# Steps without a voice count only at least so many seconds from one.
MARGIN = 1.0
MIN_LOG_ODDS = -5

TARGET = pathlib.Path(__file__).parents[2] / "descriptors" / "voice" / "voice-network-weights.ts"
REFERENCE = pathlib.Path(__file__).parents[4] / "test" / "reference" / "voice.json"


class VoiceNet(nn.Module):
    """Residual dilated convolutions over steps; outputs the log odds of a voice at each."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv1d(INPUTS, MAPS, FIRST_WIDTH, padding=FIRST_WIDTH // 2)
        self.layers = nn.ModuleList([nn.Conv1d(MAPS, MAPS, 3, padding=d, dilation=d) for d in DILATIONS])
        self.output = nn.Conv1d(MAPS, 1, 1)
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, inputs):
        maps = functional.relu(self.first(inputs))
        for layer in self.layers:
            maps = maps + functional.relu(layer(self.dropout(maps)))
        return self.output(maps)[:, 0]


class Recording:
    def __init__(self, row, values):
        self.row, self.coefficients, self.times = row, values[:INPUTS], values[INPUTS]
        times, spans = self.times, row["voice"]
        self.sung, near = np.zeros(len(times), bool), np.zeros(len(times), bool)
        for start, end in spans:
            self.sung |= (times >= start) & (times < end)
            near |= (times >= start - MARGIN) & (times < end + MARGIN)
        self.known = self.sung | ~near
        if row["kind"] == "song":
            # What follows the last note may be sung without being written down.
            self.known &= times < spans[-1][1]


def read_set(path):
    rows = json.loads(pathlib.Path(f"{path}.json").read_text())
    values, start = np.memmap(f"{path}.bin", "<f4", "r"), 0
    for row in rows:
        size = (INPUTS + 1) * row["steps"]
        if row["steps"] >= 20:
            yield Recording(row, np.array(values[start : start + size]).reshape(INPUTS + 1, -1))
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
    pad = lambda x: np.pad(x, [(0, 0)] * (x.ndim - 1) + [(0, missing)])  # noqa: E731
    return pad(inputs), pad(recording.sung[part]), pad(recording.known[part].astype(float))


def groups_of(recordings):
    """The recordings of each kind by source, with the share of each source."""
    for kind in BATCH:
        sources = {}
        for recording in recordings:
            if recording.row["kind"] == kind:
                sources.setdefault(recording.row["source"], []).append(recording)
        counts = np.array([min(len(own), RECORDINGS_OF_SOURCE) for own in sources.values()], float)
        yield kind, list(sources.values()), counts / counts.sum()


def train(recordings, scale, steps, seed):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    groups, net = list(groups_of(recordings)), VoiceNet()
    optimiser = torch.optim.Adam(net.parameters(), lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, LEARNING_RATE, total_steps=steps)
    for _ in range(steps):
        parts = []
        for kind, sources, shares in groups:
            for index in rng.choice(len(sources), BATCH[kind], p=shares):
                own = sources[index]
                parts.append(cropped(own[rng.integers(len(own))], scale, rng))
        inputs, sung, weights = (torch.tensor(np.array(rows), dtype=torch.float32) for rows in zip(*parts))
        targets = sung * (1 - SMOOTHING) + SMOOTHING / 2
        losses = functional.binary_cross_entropy_with_logits(net(inputs), targets, reduction="none") * weights
        optimiser.zero_grad()
        (losses.sum() / weights.sum()).backward()
        optimiser.step()
        schedule.step()
    return net.eval()


def log_odds(nets, inputs):
    with torch.no_grad():
        values = torch.from_numpy(inputs[None].astype(np.float32))
        return np.mean([net(values)[0].numpy() for net in nets], 0)


def evidence(odds):
    """Root of the mean squared probability of a voice, as a logarithm; as in instrumentalness.ts."""
    return float(np.log(np.mean(1 / (1 + np.exp(-np.maximum(MIN_LOG_ODDS, odds))) ** 2)) / 2)


def area(positive, negative):
    """Area under the ROC curve."""
    ranks = np.argsort(np.argsort(np.concatenate([positive, negative]))) + 1
    count = len(positive)
    return float((ranks[:count].sum() - count * (count + 1) / 2) / (count * len(negative)))


def fit_probability(with_voice, without):
    """Slope and offset of the log odds of a voice in a recording, where half of the recordings have one."""
    x = np.concatenate([with_voice, without])
    y = np.concatenate([np.ones(len(with_voice)), np.zeros(len(without))])
    share = np.where(y > 0, 0.5 / len(with_voice), 0.5 / len(without))
    terms, weights = np.stack([x, np.ones(len(x))], 1), np.zeros(2)
    for _ in range(50):
        p = 1 / (1 + np.exp(-terms @ weights))
        hessian = (terms * (share * p * (1 - p))[:, None]).T @ terms
        weights += np.linalg.solve(hessian, terms.T @ (share * (y - p)))
    return weights


def scores_of(held):
    """Lines of scores of (recording, log odds of nets that were trained without its source)."""
    kinds = {kind: [(r, odds) for r, odds in held if r.row["kind"] == kind] for kind in ("song", *BATCH)}
    within = [area(odds[r.known & r.sung], odds[r.known & ~r.sung]) for r, odds in kinds["song"] if (r.known & ~r.sung).sum() > 20]
    music = [evidence(odds) for _, odds in kinds["music"]]
    yield f"Steps of {len(within)} songs held out, sung against not, mean area: {np.mean(within):.3f}."
    for kind in ("song", "sung", "spoken"):
        values = [evidence(odds) for _, odds in kinds[kind]]
        yield f"{kind} ({len(values)}) against {len(music)} excerpts of music, area: {area(values, music):.3f}."


def write_constants(scale, constants):
    """Adds the scale of the inputs and the constants of the probability to the file of weights."""
    means, deviations = (json.dumps([float(x) for x in part]) for part in scale)
    slope, offset = (float(f"{x:.4g}") for x in constants)
    TARGET.write_text(
        'import type { FeatureScale } from "../mood/linear-model.js";\n'
        + TARGET.read_text()
        + "\n/** Mean and standard deviation of each coefficient over the training data, dB. */\n"
        + f"export const voiceScale: FeatureScale = {{ means: {means}, deviations: {deviations} }};\n\n"
        + "/** Slope and offset of the log odds of a voice in a recording. */\n"
        + f"export const voiceInRecording = {{ slope: {slope}, offset: {offset} }};\n"
    )


def write_reference():
    """Writes what the stored net says to inputs of a simple formula, for a test of the TypeScript."""
    coefficient, step = np.arange(INPUTS)[:, None], np.arange(60)[None]
    inputs = np.sin(0.37 * coefficient + 0.9 * step + 0.01 * coefficient * step)
    odds = log_odds(restored(VoiceNet, TARGET), inputs)
    recipe = f"train_voice.py: log odds at 60 steps whose standardised coefficient c at step s is sin(0.37 c + 0.9 s + 0.01 c s); torch {torch.__version__}"
    REFERENCE.write_text(json.dumps({"recipe": recipe, "weightsSha256": digest(TARGET), "odds": odds.round(4).tolist()}, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--predictions", type=pathlib.Path, help="writes the log odds of the nets of the folds")
    parser.add_argument("--judged", type=pathlib.Path, required=True)
    parser.add_argument("sets", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    torch.set_num_threads(1)

    taught = [recording for path in options.sets for recording in read_set(path)]
    scale = scale_of(taught)
    nets = [train([r for r in taught if fold_of(r) != fold], scale, options.steps, fold) for fold in range(FOLDS)]
    held = [(r, log_odds([nets[fold_of(r)]], standardized(r, scale))) for r in taught]
    judged = [(r, log_odds(nets, standardized(r, scale))) for r in read_set(options.judged)]
    lines = list(scores_of(held + judged))
    if options.predictions:
        rows = [{**r.row, "times": r.times.round(2).tolist(), "odds": odds.round(3).tolist()} for r, odds in held + judged]
        options.predictions.write_text(json.dumps(rows))
    with_voice = [evidence(odds) for r, odds in held if r.row["kind"] != "music"]
    without = [evidence(odds) for r, odds in held if r.row["kind"] == "music"]
    constants = fit_probability(with_voice, without)
    names = " ".join(path.name for path in options.sets)
    command = f"voice/train_voice.py --steps {options.steps} --judged {options.judged.name} {names}"
    net = train(taught, scale, options.steps, FOLDS)
    write_weights(TARGET, "storedVoiceNet", command, ["Scores of sources held out:", *lines], net)
    write_constants(scale, constants)
    write_reference()


if __name__ == "__main__":
    main()
