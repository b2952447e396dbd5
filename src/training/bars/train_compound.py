"""Trains the nets of compound-time.ts and writes compound-network-weights.ts.

usage: train_compound.py [--steps 6000] [--nets 3] CUES...

CUES and the clips that are held out are those of train_downbeats.py. The nets tell bars of two or three beats in three parts
(6/8, 9/8) from all others; four such beats (12/8) are among the others, as slow blues and swing are, which people count in
four. Needs numpy and torch. The same cues and options give the same nets on one machine.
"""

import functools

import numpy as np
from torch.nn import functional

from bars.train_downbeats import CUES, HOLD_OUT, DownbeatNet, log_odds, read_cues, recipe_of
from networks.stored_networks import DSP, restored, waves, write_reference
from networks.training import Program, divided

COMPOUND_METRES = (6, 9)

TARGET = DSP / "rhythm" / "bars" / "compound-network-weights.ts"


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


def write_compound():
    """Writes compound.json, by which a test judges the TypeScript."""
    odds = log_odds(restored(new_net, TARGET), waves(CUES, 40))[0]
    recipe = "train_compound.py: log odds of 40 beats whose cue c at beat b is sin(0.37 c + 0.9 b + 0.01 c b)"
    write_reference("compound", TARGET, recipe, {"compound": odds.round(4).tolist()})


COMPOUND = Program(
    path="bars/train_compound.py",
    target=TARGET,
    constant="storedCompoundNets",
    recipe=recipe_of(new_net, compound_losses, COMPOUND_METRES),
    steps=6000,
    nets=3,
    sets={"cues": True},
    read=read_cues,
    divide=functools.partial(divided, every=HOLD_OUT),
    data_of=lambda clips: clips,
    title="Clips in compound time that are found, and others falsely, of clips held out:",
    scores_of=shares_found,
    write_reference=write_compound,
)

if __name__ == "__main__":
    COMPOUND.main()
