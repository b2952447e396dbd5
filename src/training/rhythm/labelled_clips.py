"""Reads folders of labelled clips to train the nets of tempo and beats on. Needs numpy and ffmpeg."""

import json

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
