"""Trains the nets of beat-relation-network.ts and writes beat-relation-network-weights.ts.

usage: train_beat_relations.py [--steps 20000] [--nets 2] BEATS...

BEATS is a path without extension, as write-beat-relations.ts makes BEATS.json and BEATS.bin from a folder of
clips. The sequences of every fifth song (of composed clips: of every fifth clip) are held out, and the scores on those
stand in the file written. Needs numpy and torch. The same data and options give the same nets on one machine.
"""

import functools
import json
import pathlib

import numpy as np
import torch
from torch.nn import functional

from bars.train_downbeats import CUES, REGISTERS, SPANS, STROKES
from networks.residual_net import ResidualNet
from networks.stored_networks import DSP, restored, waves, write_reference
from networks.training import Program, Recipe, divided

RELATIONS = ("same", "tooSlow", "tooFast", "offBeat")
MAPS, DILATIONS = 24, (1, 2, 4)
DROPOUT = 0.15
HOLD_OUT = 5
BATCH, CROP, SHORTEST = 48, 48, 8
SMOOTHING = 0.03
REFERENCE_BPM = 112
# How often a sequence is drawn: beats of the right level more often than of each other one, tracked ones twice.
SHARES = {"same": 1.0, "tooSlow": 0.7, "tooFast": 0.7, "offBeat": 0.7}
TRACKED_SHARE = 2
# Sequences slower or faster than tempi that the engine considers.
SLOWEST_BPM, FASTEST_BPM = 36, 260

TARGET = DSP / "rhythm" / "levels" / "beat-relation-network-weights.ts"


class BeatRelationNet(ResidualNet):
    """A score of each relation, which is the mean of those at the beats."""

    def __init__(self):
        super().__init__(CUES + 1, MAPS, 3, DILATIONS, len(RELATIONS), DROPOUT)

    def forward(self, inputs, heard):
        outputs = self.outputs_of(self.dropout(functional.relu(self.first(inputs))))
        return (outputs * heard[:, None]).sum(2) / heard.sum(1, keepdim=True)


def read_sequences(path):
    """Sequences of beats as (row of the JSON file, inputs x beats)."""
    rows = json.loads(pathlib.Path(f"{path}.json").read_text())
    values, start, sequences = np.memmap(f"{path}.bin", "<f4", "r"), 0, []
    for row in rows:
        cues = np.array(values[start : start + CUES * row["beats"]]).reshape(CUES, -1)
        start += CUES * row["beats"]
        if SLOWEST_BPM <= row["bpm"] <= FASTEST_BPM:
            tempo = np.full((1, cues.shape[1]), np.log2(row["bpm"] / REFERENCE_BPM), np.float32)
            sequences.append((row, np.vstack([cues, tempo])))
    return sequences


def varied(inputs, rng):
    """Inputs with noise, strokes scaled, the tempo a little different, and a group of cues missing."""
    inputs, strokes, count = inputs.copy(), STROKES * REGISTERS, inputs.shape[1]
    inputs[:strokes] *= rng.uniform(0.85, 1.15, (strokes, 1))
    inputs[:strokes] += rng.normal(0, rng.uniform(0, 0.4), (strokes, count))
    inputs[strokes:CUES] += rng.normal(0, 0.2, (CUES - strokes, count))
    if rng.random() < 0.25:
        register = rng.integers(REGISTERS)
        inputs[STROKES * register : STROKES * (register + 1)] *= rng.uniform(0, 0.3)
    if rng.random() < 0.15:
        inputs[strokes : strokes + 3 * SPANS] = 0
    inputs[CUES] += rng.normal(0, 0.12)
    return inputs


def batch_of(sequences, shares, rng):
    inputs = np.zeros((BATCH, CUES + 1, CROP), np.float32)
    heard, targets = np.zeros((BATCH, CROP), np.float32), np.zeros(BATCH, np.int64)
    for place, index in enumerate(rng.choice(len(sequences), BATCH, p=shares)):
        row, whole = sequences[index]
        count = min(whole.shape[1], int(rng.integers(SHORTEST, CROP + 1)))
        start = int(rng.integers(0, whole.shape[1] - count + 1))
        inputs[place, :, :count] = varied(whole[:, start : start + count], rng)
        heard[place, :count], targets[place] = 1, RELATIONS.index(row["to"])
    return map(torch.from_numpy, (inputs, heard, targets))


def data_of(sequences):
    """Sequences and how often each is drawn."""
    shares = np.array([SHARES[row["to"]] * (TRACKED_SHARE if row["isTracked"] else 1) for row, _ in sequences])
    return sequences, shares / shares.sum()


def loss(net, data, rng):
    inputs, heard, targets = batch_of(*data, rng)
    return functional.cross_entropy(net(inputs, heard), targets, label_smoothing=SMOOTHING)


def log_probabilities(nets, inputs):
    with torch.no_grad():
        values = torch.from_numpy(inputs[None].astype(np.float32))
        scores = np.mean([net(values, torch.ones(1, values.shape[2]))[0].numpy() for net in nets], 0)
    return scores - np.log(np.exp(scores).sum())


def score(nets, sequences, relation):
    """Percent of tracked sequences of a relation that are recognised."""
    own = [inputs for row, inputs in sequences if row["isTracked"] and row["to"] == relation]
    right = [RELATIONS[int(np.argmax(log_probabilities(nets, inputs)))] == relation for inputs in own]
    return 100 * float(np.mean(right)) if right else float("nan")


def write_relations():
    """Writes beat-relations.json, by which a test judges the TypeScript."""
    inputs = np.vstack([waves(CUES, 40), np.full((1, 40), np.log2(140 / REFERENCE_BPM))])
    found = log_probabilities(restored(BeatRelationNet, TARGET), inputs).round(4).tolist()
    recipe = "train_beat_relations.py: log probabilities at 140 BPM of 40 beats whose cue c at beat b is sin(0.37 c + 0.9 b + 0.01 c b)"
    write_reference("beat-relations", TARGET, recipe, dict(zip(RELATIONS, found)))


BEAT_RELATIONS = Program(
    path="bars/train_beat_relations.py",
    target=TARGET,
    constant="storedBeatRelationNets",
    recipe=Recipe(BeatRelationNet, loss, learning_rate=3e-3, weight_decay=3e-3, rise=0.1),
    steps=20000,
    nets=2,
    sets={"beats": True},
    read=read_sequences,
    divide=functools.partial(divided, every=HOLD_OUT),
    data_of=data_of,
    title=f"Tracked beats held out that are recognised as {', '.join(RELATIONS)}:",
    scores_of=lambda nets, sequences: [score(nets, sequences, relation) for relation in RELATIONS],
    noun="sequences",
    write_reference=write_relations,
)

if __name__ == "__main__":
    BEAT_RELATIONS.main()
