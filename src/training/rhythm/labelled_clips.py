"""Reads folders of labelled clips to train the nets of tempo and beats on, and varies them. Needs numpy and ffmpeg."""

import json

import numpy as np

from rhythm import rhythm_features as features
from rhythm.check_labels import require_aligned

# One song in so many is held out.
HOLD_OUT = 5


def read_clips(folder):
    """Clips as (label, onset curves); ends the program where the labels are out of line with the audio."""
    labels = json.loads((folder / "labels.json").read_text())
    clips = [(label, features.onset_curves(features.decode(folder / label["file"]))) for label in labels]
    require_aligned(folder.name, [(curves, label["beats"]) for label, curves in clips])
    return clips


def remix(curves, rng):
    """Makes the total, the last of the curves, in part that of another mix of the registers."""
    gains = np.exp(rng.normal(0, 0.35, features.REGISTERS))
    mix = gains @ curves[:-1]
    mix /= np.sqrt((mix**2).mean() + 1e-9)
    share = rng.uniform(0, 0.6)
    curves[-1] = curves[-1] * (1 - share) + mix * share
