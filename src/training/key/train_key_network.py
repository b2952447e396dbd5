"""Trains the weights of KeyNetwork (key-network.ts) and writes key-network-weights.ts.

    python3 train_key_network.py OUT.ts LABELLED... [--unlabelled SET...] [--nets 2] [--steps 4000] [--seed 0]

A set is a pair of files that test/evaluation/training/write-pitchgrams.ts makes of a folder of audio:
SET.json, a list of clips with `offset` and `length` in rows and, where known, `key` (C = 0), `mode`, `song`
and `teacher`, which teacher_keys.py adds; and SET.bin, the rows of all clips, 72 semitones from E1, float32.
Every sixth song (or clip, where no song is given) of a labelled set is held out: the networks are scored on
it and never fitted on it. Where unlabelled sets are given, first networks are trained without them; the
clips whose key they together name as the teacher does are then labelled so, and the networks are trained
on with them. The networks differ in their seeds, which count from `--seed`. Needs numpy and torch.
"""
import argparse
import datetime
import itertools
import json

import numpy as np
import torch
from torch.nn import functional

from key.key_network import PITCHES, KeyNetwork, write
from networks.training import Recipe

LOWEST = 4  # E, pitch class of the lowest pitch
STEPS = 48  # of two frames: 18 s
# Steps of a training batch in all. The readings of one batch last 18 s, those of the next 9 s, and are twice as many.
BATCH_STEPS = 1152
HELD_OUT_EVERY = 6
# Share of a right key that MIREX gives for each relation.
CREDITS = {"exact": 1, "fifth": 0.5, "relative": 0.3, "parallel": 0.2, "other": 0}
# Semitones from a tone to others that sound with it: overtones, and the fifth of a power chord.
OVERTONES = (12, 19, 28, 7)


def load(name):
    clips = json.load(open(name + ".json"))
    rows = np.fromfile(name + ".bin", np.float32).reshape(-1, PITCHES)
    pairs = []
    for clip in clips:
        own = rows[clip["offset"]:clip["offset"] + clip["length"]]
        pairs.append(own[:len(own) // 2 * 2].reshape(-1, 2, PITCHES).mean(1))
    return clips, pairs


def label(clip):
    return (clip["key"] - LOWEST) % 12 + (0 if clip["mode"] in (1, "major") else 12)


def teacher_label(clip):
    """The key that the teacher thinks most probable."""
    best = int(np.argmax(clip["teacher"]))
    return (best - LOWEST) % 12 + best // 12 * 12


def scaled(x):
    x = np.log1p(2 * x)
    return (x / (x.std() + 0.05)).astype(np.float32)


def raised(x, semitones):
    """The same, `semitones` higher; what is above the highest pitch is lost."""
    moved = np.zeros_like(x)
    moved[:, semitones:] = x[:, :-semitones]
    return moved


def disturbed(x, rng):
    """Augmentation: other timbre, noise, missing bass, added overtones, slightly wrong tuning."""
    x = x * np.exp(rng.normal(0, 0.3) * np.linspace(-1, 1, PITCHES) + rng.normal(0, 0.1, PITCHES))
    if rng.random() < 0.6:
        noise = np.abs(rng.normal(1, 0.5, x.shape)) * rng.gamma(1, 1, (len(x), 1))
        x = x + rng.uniform(0, 0.35) * x.mean() * noise
    if rng.random() < 0.25:
        x = x.copy()
        x[:, :int(rng.integers(4, 16))] = 0
    if rng.random() < 0.3:
        x = x + rng.uniform(0, 0.4) * raised(x, int(rng.choice(OVERTONES)))
    detuning = rng.uniform(-0.25, 0.25)
    return (1 - abs(detuning)) * x + abs(detuning) * np.roll(x, int(np.sign(detuning)), 1)


def drawn(pairs, chosen, steps, rng):
    """A batch of readings of `steps` at random places of the chosen clips, most of them disturbed."""
    batch = np.zeros((len(chosen), 1, PITCHES, steps), np.float32)
    for j, i in enumerate(chosen):
        start = rng.integers(0, max(1, len(pairs[i]) - steps + 1))
        x = pairs[i][start:start + steps]
        x = disturbed(x, rng) if rng.random() < 0.85 else x
        batch[j, 0, :, :len(x)] = scaled(x).T * np.exp(rng.normal(0, 0.2))
    return torch.from_numpy(batch)


def loss(net, data, rng):
    """Loss of a batch of data: pairs, labels, sampling weights, and an iterator of the steps of batches."""
    pairs, labels, weights, lengths = data
    steps = next(lengths)
    chosen = rng.choice(len(pairs), BATCH_STEPS // steps, p=weights / weights.sum())
    found = net(drawn(pairs, chosen, steps, rng))
    return functional.cross_entropy(found, torch.from_numpy(labels[chosen]), label_smoothing=0.08)


RECIPE = Recipe(KeyNetwork, loss, learning_rate=3e-3, weight_decay=1e-2)


def train(net, data, count, seed):
    """Trains a network for `count` batches on data: pairs, labels and sampling weights."""
    torch.manual_seed(seed)
    return RECIPE.fit(net, (*data, itertools.cycle((STEPS, STEPS // 2))), count, np.random.default_rng(seed))


def balanced(labels, share):
    """Sampling weights with which major and minor are drawn equally often, and the set with its share."""
    minor = labels >= 12
    return share * np.where(minor, 0.5 / max(1, minor.sum()), 0.5 / max(1, (~minor).sum()))


def joint_probabilities(nets, x):
    """Probability of each key by the geometric mean of all readings of all networks."""
    starts = range(0, max(1, len(x) - 40), STEPS // 2)
    with torch.no_grad():
        views = [torch.log_softmax(net(torch.from_numpy(scaled(x[s:s + STEPS]).T[None, None])), 1)
                 for net in nets for s in starts]
    return torch.softmax(torch.stack(views).mean(0)[0], 0).numpy()


def relation(found, true):
    """How a key is related to the true one, as MIREX counts it."""
    modes, distance = (found // 12, true // 12), (found - true) % 12
    if modes[0] == modes[1]:
        return {0: "exact", 5: "fifth", 7: "fifth"}.get(distance, "other")
    if distance == 0:
        return "parallel"
    return "relative" if distance == (9 if modes[1] == 0 else 3) else "other"


def scores(nets, pairs, labels):
    """Text with the share of each relation, the MIREX score, and the mean confidence."""
    joints = [joint_probabilities(nets, x) for x in pairs]
    found = [relation(int(joint.argmax()), label) for joint, label in zip(joints, labels)]
    shares = {name: 100 * found.count(name) / len(found) for name in CREDITS}
    weighted = sum(CREDITS[name] * share for name, share in shares.items())
    expected = 100 * float(np.mean([joint.max() for joint in joints]))
    detail = ", ".join(f"{name} {share:.1f}" for name, share in shares.items())
    return f"{len(found)} clips: {detail}; weighted {weighted:.1f}; expected {expected:.1f}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("labelled", nargs="+")
    parser.add_argument("--unlabelled", nargs="*", default=[])
    parser.add_argument("--nets", type=int, default=2)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    torch.set_num_threads(1)
    pairs, labels, weights, held_out = [], [], [], {}
    for name in options.labelled:
        clips, own = load(name)
        own_labels = np.array([label(clip) for clip in clips])
        is_held = np.array([clip.get("song", i) % HELD_OUT_EVERY == 0 for i, clip in enumerate(clips)])
        held_out[name] = [x for x, held in zip(own, is_held) if held], own_labels[is_held]
        pairs += [x for x, held in zip(own, is_held) if not held]
        labels.append(own_labels[~is_held])
        weights.append(balanced(own_labels[~is_held], float((~is_held).sum()) ** 0.5))

    seeds = range(options.seed, options.seed + options.nets)
    nets = []
    for seed in seeds:
        torch.manual_seed(seed)
        nets.append(KeyNetwork())

    def fit():
        data = pairs, np.concatenate(labels), np.concatenate(weights)
        for seed, net in zip(seeds, nets):
            train(net, data, options.steps, seed)
        for name, (xs, truths) in held_out.items():
            for title, own in [*((f"seed {seed}", [net]) for seed, net in zip(seeds, nets)), ("together", nets)]:
                print(f"{name}, {title}: {scores(own, xs, truths)}", flush=True)

    fit()
    for name in options.unlabelled:
        clips, own = load(name)
        own_labels = np.array([int(joint_probabilities(nets, x).argmax()) for x in own])
        agreed = own_labels == np.array([teacher_label(clip) for clip in clips])
        print(f"{name}: the teacher agrees on {agreed.sum()} of {len(own)}, {(own_labels[agreed] < 12).sum()} major", flush=True)
        pairs += [x for x, keep in zip(own, agreed) if keep]
        labels.append(own_labels[agreed])
        weights.append(balanced(own_labels[agreed], float(len(own)) ** 0.5))
    if options.unlabelled:
        fit()
    write(options.out, nets, datetime.date.today().isoformat())


if __name__ == "__main__":
    main()
