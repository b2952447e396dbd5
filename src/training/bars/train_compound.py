"""Trains the nets of compound-time.ts and writes compound-network-weights.ts.

usage: train_compound.py [--steps 6000] [--nets 3] CUES...

CUES and the clips that are held out are those of train_downbeats.py. The nets tell bars of two or three beats in three parts
(6/8, 9/8) from all others; four such beats (12/8) are among the others, as slow blues and swing are, which people count in
four. Needs numpy and torch. The same cues and options give the same nets on one machine.
"""

import argparse
import json
import pathlib

import numpy as np
import torch
from torch.nn import functional

from networks.stored_networks import digest, restored, write_weights
from bars.train_downbeats import CUES, DownbeatNet, divided, log_odds, train

COMPOUND_METRES = (6, 9)

TARGET = pathlib.Path(__file__).parents[2] / "dsp" / "rhythm" / "bars" / "compound-network-weights.ts"
REFERENCE = pathlib.Path(__file__).parents[3] / "test" / "reference" / "compound.json"


def new_net():
    return DownbeatNet(outputs=1)


def compound_losses(outputs, targets):
    return functional.binary_cross_entropy_with_logits(outputs[:, 0], targets[:, 1], reduction="none")


def shares_found(nets, clips):
    """Percent of clips in compound time that are found, and of others that are falsely found; at labelled beats."""
    found = {True: [], False: []}
    for label, cues, _ in clips:
        found[label["metre"] in COMPOUND_METRES].append(log_odds(nets, cues)[0].mean() > 0)
    return [100 * float(np.mean(found[kind])) if found[kind] else 0.0 for kind in (True, False)]


def write_reference():
    """Writes what the stored nets say to cues of a simple formula, for a test of the TypeScript."""
    cue, beat = np.arange(CUES)[:, None], np.arange(40)[None]
    odds = log_odds(restored(new_net, TARGET), np.sin(0.37 * cue + 0.9 * beat + 0.01 * cue * beat))[0]
    recipe = f"train_compound.py: log odds of 40 beats whose cue c at beat b is sin(0.37 c + 0.9 b + 0.01 c b); torch {torch.__version__}"
    reference = {"recipe": recipe, "weightsSha256": digest(TARGET), "compound": odds.round(4).tolist()}
    REFERENCE.write_text(json.dumps(reference, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--nets", type=int, default=3)
    parser.add_argument("cues", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    torch.set_num_threads(1)

    taught, held = divided(options.cues)
    nets = [train(new_net, compound_losses, COMPOUND_METRES, taught, options.steps, seed) for seed in range(options.nets)]
    command = f"bars/train_compound.py --steps {options.steps} --nets {options.nets} {' '.join(held)}"
    scores = ["Clips in compound time that are found, and others falsely, of clips held out:"]
    scores += ["%s (%d clips) %.1f %%, %.1f %%." % (name, len(clips), *shares_found(nets, clips)) for name, clips in held.items()]
    write_weights(TARGET, "storedCompoundNets", command, scores, nets)
    write_reference()


if __name__ == "__main__":
    main()
