"""Counts the labelled beats that fall on an onset, for each folder of clips; run before any training.

usage: check_labels.py FOLDER...

Where labels are right, most beats of most music fall on a note. A set whose labels are out of line with its
audio falls to the share of any moments, which stands beside it: moments a third of a beat later, on which
few notes begin but in compound time. The exit code is 1 for a set below 70 %. Needs numpy and ffmpeg.
"""

import json
import pathlib
import sys

import numpy as np

from rhythm import rhythm_features as features

MIN_SHARE = 0.7
# As in detect-onsets.ts and beat-tracking.ts.
ONSET_HEIGHT, LEAD_SECONDS = 1.2, 0.008
REACH_SECONDS = 0.04


def onset_times(curves):
    total = curves[-1]
    inner = total[1:-1]
    is_onset = (inner > ONSET_HEIGHT) & (inner > total[:-2]) & (inner >= total[2:])
    return (1 + np.flatnonzero(is_onset)) / features.FRAME_RATE + LEAD_SECONDS


def share_on(onsets, moments):
    """Share of moments with an onset within 40 ms."""
    if len(onsets) == 0 or len(moments) == 0:
        return 0.0
    distances = np.abs(onsets[:, None] - moments).min(0)
    return float((distances <= REACH_SECONDS).mean())


def shares(clips):
    """Share of beats on onsets, and of moments a third of a beat later; means over (curves, beats)."""
    found = []
    for curves, beats in clips:
        onsets, beats = onset_times(curves), np.asarray(beats)
        found.append((share_on(onsets, beats), share_on(onsets, beats[:-1] + np.diff(beats) / 3)))
    return np.mean(found, 0)


def require_aligned(name, clips):
    """Prints the shares of a set, and ends the program where its labels are out of line."""
    on_beats, beside = shares(clips)
    print(f"{name}: {100 * on_beats:.0f} % of the beats fall on an onset, {100 * beside:.0f} % of other moments", flush=True)
    if on_beats < MIN_SHARE:
        sys.exit(f"{name}: the labels are out of line with the audio")


def main():
    for folder in map(pathlib.Path, sys.argv[1:]):
        labels = json.loads((folder / "labels.json").read_text())
        curves = (features.onset_curves(features.decode(folder / label["file"])) for label in labels)
        require_aligned(folder.name, ((curve, label["beats"]) for curve, label in zip(curves, labels)))


if __name__ == "__main__":
    main()
