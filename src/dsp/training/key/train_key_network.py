"""Trains the weights of KeyNetwork (key-network.ts) and writes key-network-weights.ts.

    python3 train_key_network.py OUT.ts LABELLED... [--unlabelled SET...] [--beside WEIGHTS.ts] [--steps 4000] [--seed 0]

A set is a pair of files that test/evaluation/training/write-pitchgrams.ts makes of a folder of audio:
SET.json, a list of clips with `offset` and `length` in rows and, where known, `key` (C = 0), `mode` and
`song`; and SET.bin, the rows of all clips, 72 semitones from E1, float32. Every sixth song (or clip, where
no song is given) of a labelled set is held out: the network is scored on it and never fitted on it. Where
unlabelled sets are given, a first network is trained without them; the clips whose key it is sure of,
together with the networks of --beside, are then labelled so, and the network is trained anew. OUT.ts gets
the networks of --beside and the new one. Needs numpy and torch (Debian: python3-torch).
"""
import argparse
import base64
import datetime
import json
import re

import numpy as np
import torch
from torch import nn
from torch.nn import functional

PITCHES = 72
LOWEST = 4  # E, pitch class of the lowest pitch
STEPS = 48  # of two frames: 18 s
SURE = 0.6
HELD_OUT_EVERY = 6
# Share of a right key that MIREX gives for each relation.
CREDITS = {"exact": 1, "fifth": 0.5, "relative": 0.3, "parallel": 0.2, "other": 0}


class KeyNetwork(nn.Module):
    def __init__(self, first=8, maps=20, hidden=32):
        super().__init__()
        self.maps = maps
        self.layers = nn.ModuleList([
            nn.Conv2d(1, first, (5, 3), padding=(2, 1)),
            nn.Conv2d(first, first, (3, 3), padding=1),
            nn.Conv2d(first, maps, (13, 1), padding=(6, 0)),
            nn.Conv2d(maps, maps, (1, 5), padding=(0, 2)),
        ])
        self.norms = nn.ModuleList([nn.BatchNorm2d(layer.out_channels) for layer in self.layers])
        self.hidden = nn.Linear(2 * maps * 12, hidden)
        self.output = nn.Linear(hidden, 2)
        self.drop_maps = nn.Dropout2d(0.1)
        self.drop = nn.Dropout(0.3)

    def forward(self, x):
        """x: batch x 1 x 72 x steps. Returns batch x 24: major, then minor, tonics from E up."""
        for i, (layer, norm) in enumerate(zip(self.layers, self.norms)):
            x = functional.relu(norm(layer(x)))
            if i % 2 == 1:
                x = self.drop_maps(x)
        octaves = x.mean(3).view(x.shape[0], self.maps, PITCHES // 12, 12)
        folded = torch.cat([octaves.mean(2), octaves[:, :, :3].mean(2)], 1)
        views = torch.stack([torch.roll(folded, -k, 2).flatten(1) for k in range(12)], 1)
        z = self.output(functional.relu(self.hidden(self.drop(views))))
        return torch.cat([z[:, :, 0], z[:, :, 1]], 1)


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


def scaled(x):
    x = np.log1p(2 * x)
    return (x / (x.std() + 0.05)).astype(np.float32)


def disturbed(x, rng):
    """Augmentation: other timbre, noise, missing bass, added octave or fifth, slightly wrong tuning."""
    x = x * np.exp(rng.normal(0, 0.3) * np.linspace(-1, 1, PITCHES) + rng.normal(0, 0.1, PITCHES))
    if rng.random() < 0.6:
        noise = np.abs(rng.normal(1, 0.5, x.shape)) * rng.gamma(1, 1, (len(x), 1))
        x = x + rng.uniform(0, 0.35) * x.mean() * noise
    if rng.random() < 0.25:
        x = x.copy()
        x[:, :int(rng.integers(4, 16))] = 0
    if rng.random() < 0.3:
        x = x + rng.uniform(0, 0.4) * np.roll(x, int(rng.choice([12, 19, 7])), 1)
    detuning = rng.uniform(-0.25, 0.25)
    return (1 - abs(detuning)) * x + abs(detuning) * np.roll(x, int(np.sign(detuning)), 1)


def train(pairs, labels, weights, steps, seed):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = KeyNetwork()
    optimizer = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3e-3, total_steps=steps)
    for _ in range(steps):
        chosen = rng.choice(len(pairs), 48, p=weights / weights.sum())
        batch = np.zeros((48, 1, PITCHES, STEPS), np.float32)
        for j, i in enumerate(chosen):
            start = rng.integers(0, max(1, len(pairs[i]) - STEPS + 1))
            x = pairs[i][start:start + STEPS]
            x = disturbed(x, rng) if rng.random() < 0.85 else x
            batch[j, 0, :, :len(x)] = scaled(x).T * np.exp(rng.normal(0, 0.2))
        loss = functional.cross_entropy(
            net(torch.from_numpy(batch)), torch.from_numpy(labels[chosen]), label_smoothing=0.08)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return net.eval()


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


def sure_labels(nets, pairs):
    """Key of each clip by joint probability of its readings, -1 where no key reaches SURE."""
    joints = [joint_probabilities(nets, x) for x in pairs]
    return np.array([int(joint.argmax()) if joint.max() > SURE else -1 for joint in joints])


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


def folded_weights(net):
    """All weights in the order KeyNetwork reads them, normalisation folded into the convolutions."""
    parts = []
    for layer, norm in zip(net.layers, net.norms):
        gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        parts.append((layer.weight * gain[:, None, None, None]).flatten())
        parts.append((layer.bias - norm.running_mean) * gain + norm.bias)
    for layer in (net.hidden, net.output):
        parts += [layer.weight.flatten(), layer.bias]
    return torch.cat(parts).detach().numpy()


def stored(path):
    """The networks of a file that `write` wrote."""
    text, nets = open(path).read(), []
    for scale, values in re.findall(r'scale: ([0-9.e-]+),\s+values:\s+"([A-Za-z0-9+/=]+)"', text):
        weights = np.frombuffer(base64.b64decode(values), "<i2") * float(scale)
        net, offset = KeyNetwork(), 0
        with torch.no_grad():
            for layer in [*net.layers, net.hidden, net.output]:
                for part in (layer.weight, layer.bias):
                    part.copy_(torch.tensor(weights[offset:offset + part.numel()], dtype=torch.float32).view(part.shape))
                    offset += part.numel()
            for norm in net.norms:
                norm.running_var.fill_(1 - norm.eps)
        nets.append(net.eval())
    return nets


def write(path, nets, date):
    parts = []
    for net in nets:
        values = folded_weights(net)
        scale = float(np.abs(values).max() / 32767)
        text = base64.b64encode(np.round(values / scale).astype("<i2").tobytes()).decode()
        parts.append(f'  {{\n    scale: {scale:.6g},\n    values:\n      "{text}",\n  }},\n')
    open(path, "w").write(f'''import type {{ StoredWeights }} from "../network/stored-weights.js";

/**
 * The trained weights of the nets of `KeyNetwork`, each in the order in which it reads them.
 *
 * Written on {date} by `src/dsp/training/key/train_key_network.py`; the data and the scores: see
 * `key-network-weights.json`.
 */
export const storedKeyNets: readonly StoredWeights[] = [
{"".join(parts)}];
''')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("labelled", nargs="+")
    parser.add_argument("--unlabelled", nargs="*", default=[])
    parser.add_argument("--beside")
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

    def fit():
        net = train(pairs, np.concatenate(labels), np.concatenate(weights), options.steps, options.seed)
        for name, (xs, truths) in held_out.items():
            print(f"{name}: {scores([net], xs, truths)}", flush=True)
        return net

    others = stored(options.beside) if options.beside else []
    net = fit()
    for name in options.unlabelled:
        _, own = load(name)
        own_labels = sure_labels([net, *others], own)
        sure = own_labels >= 0
        print(f"{name}: {sure.sum()} of {len(own)} clips have a sure key, {(own_labels[sure] < 12).sum()} major", flush=True)
        pairs += [x for x, keep in zip(own, sure) if keep]
        labels.append(own_labels[sure])
        weights.append(balanced(own_labels[sure], float(len(own)) ** 0.5))
    if options.unlabelled:
        net = fit()
    for name, (xs, truths) in held_out.items():
        print(f"{name}, all networks: {scores([*others, net], xs, truths)}", flush=True)
    write(options.out, [*others, net], datetime.date.today().isoformat())


if __name__ == "__main__":
    main()
