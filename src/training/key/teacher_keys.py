"""Labels clips of real music with the keys of another network, which learnt from other music.

usage: teacher_keys.py CHECKPOINT SET...

CHECKPOINT holds the parameters of a network of Korzeniowski and Widmer's architecture as a PyTorch state, made by the public
program openkeyscan (MIT licence; trained on the GiantSteps key datasets), which is not part of this repository. SET is a
folder of audio with labels.json. Adds to each clip in it `teacher`: the logarithms of the probabilities of C major to
B major, then C minor to B minor. Run it before write-pitchgrams.ts, which copies what stands in labels.json.
Source: F. Korzeniowski and G. Widmer, "Genre-Agnostic Key Classification with Convolutional Neural Networks", Proc. ISMIR, 2018;
constant-Q transform: C. Schörkhuber and A. Klapuri, "Constant-Q transform toolbox for music processing", Proc. SMC, 2010.
Needs numpy, torch and ffmpeg.
"""

import argparse
import json
import pathlib
import subprocess

import numpy as np
import torch
from torch import nn
from torch.nn import functional

RATE = 22050
# The teacher learnt from frames of 0.2 s of audio at this rate; the length of its wavelets counts in the samples of this rate.
TEACHER_RATE = 44100
HOP = RATE // 5
FRAME = 16384
BANDS = 105
BANDS_PER_OCTAVE = 24
LOWEST_HERTZ = 65.0
# Maps of the eight convolutions, and the edge of their kernels; the ninth is of one pixel. Pooled after the 2nd, 4th and 6th.
MAPS = (20, 20, 40, 40, 80, 80, 160, 160)
EDGES = (5, 3, 3, 3, 3, 3, 3, 3)
POOLED = (2, 4, 6)
KEYS = 24


def wavelets():
    """Spectra of the Hann-windowed complex exponentials of all bands, bands x frequencies of a frame."""
    ratio = 2 ** (2 / BANDS_PER_OCTAVE)
    bandwidth = (ratio - 1) / (ratio + 1)
    kernels = np.zeros((BANDS, FRAME), np.complex128)
    for band in range(BANDS):
        hertz = LOWEST_HERTZ * 2 ** (band / BANDS_PER_OCTAVE)
        seconds = 1 / (hertz * bandwidth)
        time = np.arange(-FRAME // 2, FRAME // 2) / RATE
        window = np.where(np.abs(time) < seconds / 2, 0.5 + 0.5 * np.cos(2 * np.pi * time / seconds), 0)
        kernel = window / window.sum() * np.exp(2j * np.pi * hertz * time)
        kernels[band] = kernel * np.sqrt(seconds * TEACHER_RATE)
    return (np.fft.fft(kernels)[:, : FRAME // 2 + 1].conj() / FRAME).astype(np.complex64)


def spectrogram(samples, spectra):
    """Compressed magnitudes of the constant-Q transform, bands x frames, frames centred on multiples of the hop."""
    padded = np.pad(samples, FRAME // 2)
    frames = np.lib.stride_tricks.sliding_window_view(padded, FRAME)[::HOP]
    return np.log1p(np.abs(spectra @ np.fft.rfft(frames).T.astype(np.complex64))).astype(np.float32)


class Teacher(nn.Module):
    """Convolutions with normalisation and exponential linear units, the mean of whose last maps are scores of keys."""

    def __init__(self, state):
        super().__init__()
        self.convolutions, self.norms, inputs = nn.ModuleList(), nn.ModuleList(), 1
        for maps, edge in zip((*MAPS, KEYS), (*EDGES, 1)):
            self.convolutions.append(nn.Conv2d(inputs, maps, edge, padding=edge // 2, bias=False))
            self.norms.append(nn.BatchNorm2d(maps))
            inputs = maps
        for i, (convolution, norm) in enumerate(zip(self.convolutions, self.norms), 1):
            convolution.load_state_dict({"weight": state[f"conv{i}.conv.weight"]})
            norm.load_state_dict({name: state[f"conv{i}.bn.{name}"] for name in norm.state_dict()})
        self.eval()

    def forward(self, x):
        for i, (convolution, norm) in enumerate(zip(self.convolutions, self.norms), 1):
            x = functional.elu(norm(convolution(x)))
            x = functional.max_pool2d(x, 2) if i in POOLED else x
        return x.mean((2, 3))


def in_semitones(scores):
    """Scores of C major to B major and C minor to B minor; the teacher's are in fifths, G sharp minor first, B major 13th."""
    places = [(12 if minor else 0) + (start + 7 * i) % 12 for minor, start in ((True, 8), (False, 11)) for i in range(12)]
    ordered = np.empty(KEYS)
    ordered[places] = scores
    return ordered


def decoded(path):
    command = ["ffmpeg", "-v", "error", "-nostdin", "-i", str(path), "-ac", "1", "-ar", str(RATE), "-f", "f32le", "-"]
    return np.frombuffer(subprocess.run(command, capture_output=True, check=True).stdout, np.float32)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint", type=pathlib.Path)
    parser.add_argument("sets", type=pathlib.Path, nargs="+")
    options = parser.parse_args()
    torch.set_num_threads(1)
    teacher, spectra = Teacher(torch.load(options.checkpoint, map_location="cpu")), wavelets()
    for folder in options.sets:
        path = folder / "labels.json"
        labels = json.loads(path.read_text())
        for label in labels:
            x = spectrogram(decoded(folder / label["file"]), spectra)
            with torch.no_grad():
                scores = torch.log_softmax(teacher(torch.from_numpy(x)[None, None])[0], 0).numpy()
            label["teacher"] = [round(float(score), 4) for score in in_semitones(scores)]
        path.write_text(json.dumps(labels))
        print(f"{path}: {len(labels)} clips", flush=True)


if __name__ == "__main__":
    main()
