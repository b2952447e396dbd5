"""Trains the student of sounds on what teach_sounds.py wrote.

usage: train_student.py CHECKPOINT TAUGHT... [--epochs 30] [--held 5]

The student learns the first principal components of the teacher's embedding of each patch, and, by a layer of its own, the
probabilities of the teacher's classes. Bands are filtered at random, so that a codec, a room or an equaliser changes little. Of the
sources, in the order of their names, one in `--held` is not learnt, and the scores that it prints are of these. Writes to CHECKPOINT, as
PyTorch has them, the nets, the components and the names of the sources. The same data and options give the same nets on one machine.
Source: G. Hinton, O. Vinyals and J. Dean, "Distilling the Knowledge in a Neural Network", NIPS workshop, 2014. Needs numpy and torch.
"""

import argparse
import pathlib

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from ears.judge_student import Components, TaughtSounds, judge
from ears.student_net import MAPS, StudentNet, inputs_of
from rhythm.rhythm_features import BANDS

BATCH, LEARNING_RATE, WEIGHT_DECAY = 128, 4e-3, 0.02
CLASS_WEIGHT = 0.05
# Standard deviation of the equaliser, natural logarithm of the gain, and how many points of it are drawn.
GAIN_DEVIATION, KNOTS = 0.35, 6
# Share of the patches that a low-pass filter cuts, and the lowest band that it takes.
CUT_SHARE, LOWEST_CUT = 0.3, 24
# Powers of ten of the noise, relative to the mean of the patch.
NOISE = (-4, -2)


def filtered(bands, rng):
    """Patches through a random equaliser, some of them through a low-pass filter, and with noise."""
    count = len(bands)
    knots = torch.from_numpy(rng.normal(0, GAIN_DEVIATION, (count, 1, KNOTS)).astype(np.float32))
    gains = torch.exp(functional.interpolate(knots, BANDS, mode="linear", align_corners=True))
    cut = np.where(rng.random(count) < CUT_SHARE, rng.integers(LOWEST_CUT, BANDS, count), BANDS)
    passed = torch.from_numpy((np.arange(BANDS) < cut[:, None]).astype(np.float32))[:, None]
    noise = torch.from_numpy((10 ** rng.uniform(*NOISE, (count, 1, 1))).astype(np.float32))
    bands = bands * gains * passed + noise
    return bands / bands.mean((1, 2), keepdim=True)


def train(taught, components, epochs, seed=0):
    """A net and the layer of its classes, trained on all patches so many times."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    bands, logits, targets = taught.rows["bands"], taught.rows["logits"], components(taught.embeddings())
    net, classes = StudentNet(), nn.Linear(MAPS[-1], logits.shape[1])
    optimiser = torch.optim.AdamW([*net.parameters(), *classes.parameters()], LEARNING_RATE, weight_decay=WEIGHT_DECAY)
    steps = len(bands) // BATCH
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, LEARNING_RATE, total_steps=epochs * steps)
    for epoch in range(epochs):
        order, total = rng.permutation(len(bands)), 0.0
        for drawn in order[: steps * BATCH].reshape(steps, BATCH):
            heard = net.heard(inputs_of(filtered(torch.from_numpy(bands[drawn].astype(np.float32)), rng)))
            probable = torch.sigmoid(torch.from_numpy(logits[drawn].astype(np.float32)))
            loss = functional.mse_loss(net.output(heard), torch.from_numpy(targets[drawn]))
            total += loss.item()
            entropy = functional.binary_cross_entropy_with_logits(classes(heard), probable, reduction="sum") / BATCH
            optimiser.zero_grad()
            (loss + CLASS_WEIGHT * entropy).backward()
            optimiser.step()
            schedule.step()
        print(f"epoch {epoch + 1}: mean squared error {total / steps:.4f}", flush=True)
    return net.eval(), classes.eval()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint", type=pathlib.Path)
    parser.add_argument("taught", type=pathlib.Path, nargs="+")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--held", type=int, default=5)
    options = parser.parse_args()
    torch.set_num_threads(1)

    taught = TaughtSounds.read(options.taught)
    is_held = np.isin(taught.sources, np.unique(taught.sources)[options.held - 1 :: options.held])
    learnt, judged = taught.where(~is_held), taught.where(is_held)
    components, share = Components.of(learnt.embeddings())
    print(f"{len(learnt.sources)} patches are learnt; the components have {share:.3f} of their variance.", flush=True)
    net, classes = train(learnt, components, options.epochs)

    sources = {"learnt": sorted(set(learnt.sources)), "held": sorted(set(judged.sources))}
    nets = {"net": net.state_dict(), "classes": classes.state_dict()}
    torch.save({**nets, "components": vars(components), "sources": sources}, options.checkpoint)
    print("\n".join([f"Held out: {', '.join(sources['held'])}.", *judge(net, components, judged)]))


if __name__ == "__main__":
    main()
