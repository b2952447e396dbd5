"""Writes what the student of sounds learns from: what the engine hears of recordings, and what a teacher says to the same audio.

usage: teach_sounds.py OUT TEACHER FOLDER... [--each 40] [--tracks 60] [--seconds 600]

TEACHER is a folder with YAMNet by Google (Apache-2.0, trained on AudioSet), as README.md says; it is not part of this repository.
Each FOLDER is a source: recordings that no one has labelled. Of each, at most `--tracks` recordings are read, evenly spaced in the
order of their names; of each recording the first `--seconds`, and of these at most `--each` patches of 0.975 s, evenly spaced and at
least two seconds apart. Silent patches are left out. Nothing is drawn at random. A source whose file stands in OUT is not read again.

Writes for each source OUT/SOURCE.npz: `bands`, patches x 42 steps x 40 bands, magnitudes relative to the mean of the patch; of the
teacher, `embeddings`, patches x 1,024, and `logits`, patches x 521; `recordings`, the number of the recording of each patch; and
`files`, the names of the recordings and how many seconds were read of each. Needs numpy, torch and ffmpeg.
"""

import argparse
import importlib
import json
import pathlib
import sys

import numpy as np
import torch
from torch.nn import functional

from audio import audio_files
from audio.audio_files import decoded
from rhythm.rhythm_features import FRAME, HOP, SAMPLE_RATE, hann, mel_filters

SUFFIXES = (*audio_files.SUFFIXES, ".oga", ".m4a", ".mod", ".xm", ".it", ".s3m")
# A step is the mean of two frames; a patch is as long as what the teacher hears at once.
FRAMES_PER_STEP, STEPS = 2, 42
FRAMES = FRAMES_PER_STEP * STEPS
PATCH = FRAMES * HOP
TEACHER_RATE, TEACHER_PATCH = 16000, 15600
SPACING = 2 * SAMPLE_RATE
# Root mean square of a recording as the teacher hears it, and that of a silent patch relative to it.
LEVEL, SILENCE = 0.1, 0.003
BATCH = 16


class Teacher:
    """YAMNet in torch: log mel bands of 16 kHz mono to the mean of its last maps and the scores of its classes."""

    def __init__(self, folder):
        sys.path.insert(0, str(folder))
        self.net = importlib.import_module("yamnet")
        self.layers = [
            (kind, torch.from_numpy(np.array(weights, np.float32)), torch.from_numpy(np.array(bias, np.float32)), stride)
            for kind, weights, bias, stride in self.net.layers
        ]

    def __call__(self, patches):
        """Embeddings and logits of patches of `TEACHER_PATCH` samples."""
        frames = patches[:, np.arange(96)[:, None] * 160 + np.arange(400)] * self.net.win
        magnitudes = np.abs(np.fft.rfft(frames, 512)).astype(np.float32)
        maps = torch.from_numpy(np.log(magnitudes @ self.net.melW.T + self.net.melB).astype(np.float32))[:, None]
        with torch.no_grad():
            for kind, weights, bias, stride in self.layers:
                maps = self.layer(maps, kind, weights, bias, stride)
            embeddings = maps.mean((2, 3)).numpy()
        return embeddings, embeddings @ self.net.fcW.T + self.net.fcB

    @staticmethod
    def layer(maps, kind, weights, bias, stride):
        depthwise = kind == 4
        weights = weights.permute(3, 0, 1, 2) if depthwise else weights.permute(0, 3, 1, 2)
        edge = weights.shape[-1]
        # As TensorFlow pads: what is odd goes after the last.
        missing = [max((-(-size // stride) - 1) * stride + edge - size, 0) for size in (maps.shape[3], maps.shape[2])]
        maps = functional.pad(maps, [part for each in missing for part in (each // 2, each - each // 2)])
        groups = maps.shape[1] if depthwise else 1
        return functional.relu(functional.conv2d(maps, weights, bias, stride, groups=groups))


def evenly(items, count):
    count = min(count, len(items))
    return [items[(2 * i + 1) * len(items) // (2 * count)] for i in range(count)]


def resampled(patches):
    """Patches as the teacher hears them, by their spectra."""
    spectra = np.fft.rfft(patches)
    length = round(PATCH * TEACHER_RATE / SAMPLE_RATE)
    short = np.fft.irfft(spectra[:, : length // 2 + 1], length) * (length / PATCH)
    return short[:, :TEACHER_PATCH].astype(np.float32)


WINDOW, FILTERS = hann(FRAME), mel_filters().T.astype(np.float32)


def heard_by_engine(samples, start):
    """Magnitudes of the bands of a patch over its steps; frames are centred on multiples of the hop, as in the engine."""
    first = start - FRAME // 2
    padded = samples[max(0, first) : start + PATCH + FRAME]
    padded = np.pad(padded, (max(0, -first), FRAME))
    frames = padded[HOP * np.arange(FRAMES)[:, None] + np.arange(FRAME)] * WINDOW
    levels = np.abs(np.fft.rfft(frames)).astype(np.float32) @ FILTERS
    return levels.reshape(STEPS, FRAMES_PER_STEP, -1).mean(1)


def patches_of(samples, each):
    """What the engine hears, and the teacher, of a recording."""
    level = np.sqrt(np.mean(samples**2)) if len(samples) >= PATCH else 0
    if level < 1e-5:
        return None
    count = min(each, 1 + (len(samples) - PATCH) // SPACING)
    starts = [(2 * i + 1) * (len(samples) - PATCH) // (2 * count) // HOP * HOP for i in range(count)]
    starts = [s for s in starts if np.sqrt(np.mean(samples[s : s + PATCH] ** 2)) > SILENCE * level]
    if not starts:
        return None
    bands = np.stack([heard_by_engine(samples, start) for start in starts])
    bands /= bands.mean((1, 2), keepdims=True)
    audio = resampled(np.stack([samples[start : start + PATCH] for start in starts]) * (LEVEL / level))
    return np.minimum(bands, 60000).astype(np.float16), audio


def teach(teacher, folder, options):
    """Reads a source."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix.lower() in SUFFIXES)
    rows, files = {"bands": [], "embeddings": [], "logits": [], "recordings": []}, []
    for path in evenly(paths, options.tracks):
        samples = np.nan_to_num(decoded(path, seconds=options.seconds))
        found = patches_of(samples, options.each)
        if found is None:
            continue
        bands, audio = found
        rows["bands"].append(bands)
        for at in range(0, len(audio), BATCH):
            embeddings, logits = teacher(audio[at : at + BATCH])
            rows["embeddings"].append(embeddings.astype(np.float16))
            rows["logits"].append(logits.astype(np.float16))
        rows["recordings"].append(np.full(len(bands), len(files), np.int32))
        files.append({"file": str(path.relative_to(folder)), "seconds": round(len(samples) / SAMPLE_RATE, 2)})
    return {name: np.concatenate(parts) for name, parts in rows.items()} if files else None, files


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("teacher", type=pathlib.Path)
    parser.add_argument("folders", type=pathlib.Path, nargs="+")
    parser.add_argument("--each", type=int, default=40)
    parser.add_argument("--tracks", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=600)
    options = parser.parse_args()
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    teacher = Teacher(options.teacher)
    for folder in options.folders:
        path = options.out / f"{folder.name}.npz"
        if path.exists():
            continue
        rows, files = teach(teacher, folder, options)
        if rows is None:
            continue
        temporary = path.with_suffix(".part.npz")
        np.savez(temporary, files=json.dumps(files), **rows)
        temporary.rename(path)
        hours = sum(file["seconds"] for file in files) / 3600
        print(f"{folder.name}: {len(files)} recordings, {hours:.2f} h, {len(rows['bands'])} patches", flush=True)


if __name__ == "__main__":
    main()
