"""Trains the nets of beat-relation-network.ts and writes beat-relation-network-weights.ts.

usage: train_beat_relations.py [--steps 20000] [--nets 2] BEATS...

BEATS is a path without extension, as write-beat-relations.ts makes BEATS.json and BEATS.bin from a folder of
clips. The sequences of every fifth song (of composed clips: of every fifth clip) are held out, and the scores on those
stand in the file written. Needs numpy and torch. The same data and options give the same nets on one machine.
"""

import argparse
import json
import pathlib

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from networks.stored_networks import digest, restored, write_weights
from bars.train_downbeats import CUES, REGISTERS, SPANS, STROKES

RELATIONS = ("same", "tooSlow", "tooFast", "offBeat")
MAPS, DILATIONS = 24, (1, 2, 4)
DROPOUT = 0.15
HOLD_OUT = 5
BATCH, CROP, SHORTEST = 48, 48, 8
LEARNING_RATE, WEIGHT_DECAY = 3e-3, 3e-3
SMOOTHING = 0.03
REFERENCE_BPM = 112
# How often a sequence is drawn: beats of the right level more often than of each other one, tracked ones twice.
SHARES = {"same": 1.0, "tooSlow": 0.7, "tooFast": 0.7, "offBeat": 0.7}
TRACKED_SHARE = 2
# Sequences slower or faster than tempi that the engine considers.
SLOWEST_BPM, FASTEST_BPM = 36, 260

TARGET = pathlib.Path(__file__).parents[2] / "dsp" / "rhythm" / "levels" / "beat-relation-network-weights.ts"
REFERENCE = pathlib.Path(__file__).parents[3] / "test" / "reference" / "beat-relations.json"


class BeatRelationNet(nn.Module):
    """Residual dilated convolutions over beats, averaged; outputs a score of each relation."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv1d(CUES + 1, MAPS, 3, padding=1)
        self.layers = nn.ModuleList([nn.Conv1d(MAPS, MAPS, 3, padding=d, dilation=d) for d in DILATIONS])
        self.output = nn.Conv1d(MAPS, len(RELATIONS), 1)
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, inputs, heard):
        maps = self.dropout(functional.relu(self.first(inputs)))
        for layer in self.layers:
            maps = maps + self.dropout(functional.relu(layer(maps)))
        return (self.output(maps) * heard[:, None]).sum(2) / heard.sum(1, keepdim=True)


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


def is_held_out(row):
    return row["song"] % HOLD_OUT == 0


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


def train(sequences, steps, seed):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    shares = np.array([SHARES[row["to"]] * (TRACKED_SHARE if row["isTracked"] else 1) for row, _ in sequences])
    shares /= shares.sum()
    net = BeatRelationNet()
    optimiser = torch.optim.AdamW(net.parameters(), lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, LEARNING_RATE, total_steps=steps, pct_start=0.1)
    for _ in range(steps):
        inputs, heard, targets = batch_of(sequences, shares, rng)
        loss = functional.cross_entropy(net(inputs, heard), targets, label_smoothing=SMOOTHING)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
    return net.eval()


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


def write_reference():
    """Writes what the stored nets say to cues of a simple formula, for a test of the TypeScript."""
    cue, beat = np.arange(CUES)[:, None], np.arange(40)[None]
    cues = np.sin(0.37 * cue + 0.9 * beat + 0.01 * cue * beat)
    inputs = np.vstack([cues, np.full((1, 40), np.log2(140 / REFERENCE_BPM))])
    nets = restored(BeatRelationNet, TARGET)
    recipe = f"train_beat_relations.py: log probabilities at 140 BPM of 40 beats whose cue c at beat b is sin(0.37 c + 0.9 b + 0.01 c b); torch {torch.__version__}"
    found = dict(zip(RELATIONS, log_probabilities(nets, inputs).round(4).tolist()))
    REFERENCE.write_text(json.dumps({"recipe": recipe, "weightsSha256": digest(TARGET), **found}, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--nets", type=int, default=2)
    parser.add_argument("beats", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    torch.set_num_threads(1)

    sets = {path.name: read_sequences(path) for path in options.beats}
    taught = [sequence for own in sets.values() for sequence in own if not is_held_out(sequence[0])]
    nets = [train(taught, options.steps, seed) for seed in range(options.nets)]
    command = f"bars/train_beat_relations.py --steps {options.steps} --nets {options.nets} {' '.join(sets)}"
    scores = [f"Tracked beats held out that are recognised as {', '.join(RELATIONS)}:"]
    for name, own in sets.items():
        held = [sequence for sequence in own if is_held_out(sequence[0])]
        scores.append(f"{name} ({len(held)} sequences) {', '.join(f'{score(nets, held, relation):.1f}' for relation in RELATIONS)} %.")
    write_weights(TARGET, "storedBeatRelationNets", command, scores, nets)
    write_reference()


if __name__ == "__main__":
    main()
