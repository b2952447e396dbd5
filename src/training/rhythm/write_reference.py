"""Writes test/reference/tempogram.json: what rhythm_features.py computes of one synthetic signal.

usage: write_reference.py

A test compares the TypeScript features with that file, and fails when rhythm_features.py changed and
the file was not written again. Needs numpy.
"""

import hashlib
import json
import pathlib

import numpy as np

from rhythm import rhythm_features as features

RECIPE = (
    "python3 src/training/rhythm/write_reference.py: 14 s at 22.05 kHz of notes every 0.5 s, note k a sine "
    "of 110 x (1 + k mod 4) Hz times 0.4 exp(-t / 0.1 s); onset strength of the five registers and their "
    "total, frames 420 to 435; tempogram of the total and first alternation, every 12th tempo bin; "
    f"numpy {np.__version__}"
)
TARGET = pathlib.Path(__file__).parents[3] / "test" / "reference" / "tempogram.json"


def notes():
    """The signal, 14 s of mono samples; a note is left out after 1.5 to 2 s."""
    seconds = np.arange(14 * features.SAMPLE_RATE) / features.SAMPLE_RATE
    samples = np.zeros(len(seconds))
    for note in range(28):
        since = seconds - note / 2
        sounding = (since >= 0) & (np.floor(2 * seconds) - 3 <= note)
        tone = np.sin(2 * np.pi * 110 * (1 + note % 4) * since) * np.exp(-np.maximum(0, since) / 0.1)
        samples += np.where(sounding, 0.4 * tone, 0)
    return samples.astype(np.float32)


def listed(values):
    return np.round(values.astype(float), 4).tolist()


def main():
    curves = features.onset_curves(notes())
    image = features.tempogram(curves)
    reference = {
        "recipe": RECIPE,
        "source": "src/training/rhythm/rhythm_features.py",
        "sourceSha256": hashlib.sha256(pathlib.Path(features.__file__).read_bytes()).hexdigest(),
        "onsets": [listed(curve) for curve in curves[:, 420:436]],
        "autocorrelation": listed(image[10, ::12]),
        "fourier": listed(image[11, ::12]),
        "alternation": listed(image[12, ::12]),
    }
    TARGET.write_text(json.dumps(reference, indent=2) + "\n")


if __name__ == "__main__":
    main()
