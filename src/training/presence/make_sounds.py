"""Makes recordings without music, and cuts excerpts of music, to fit the model of musical presence on.

usage: make_sounds.py OUT COUNT [--speech FOLDER...] [--effects FOLDER...] [--music FOLDER...] [--seed 1]

Writes OUT/*.mp3, *.ogg and *.flac and OUT/labels.json, a list of {file, kind, source, isMusic}. COUNT is the
number of each kind (of music eight times as many, of driven music four times): speech, voices (several at once) and effects from
the given folders of audio, each folder a source of its own; applause, bursts, hum, weather, engine, strokes and steady noise, made
here; and music from the given folders, as it is and overdriven, as dense as metal. Lengths are 4 to 40 s. Levels, bandwidth and
codecs vary as in recordings.
Needs numpy, scipy and ffmpeg. The same seed and folders give the same recordings.
"""

import argparse
import functools
import json
import pathlib
import random
import subprocess

import numpy as np
from scipy.signal import butter, sosfilt

from audio.audio_files import RATE, SUFFIXES, decoded, duration

# Excerpts of music, and of overdriven music, for each recording of another kind.
SHARES = {"music": 8, "driven": 4}


@functools.lru_cache(maxsize=3000)
def short_sound(path):
    """The first ten seconds of a recording; kept, because several recordings are made of it."""
    return decoded(path, 0, 10)


def band(x, low, high, order=2):
    return sosfilt(butter(order, [low, min(high, 0.45 * RATE)], "bandpass", fs=RATE, output="sos"), x)


def level(x):
    return x / (np.sqrt(np.mean(x**2)) + 1e-9)


def slow(rng, length, hertz, depth):
    """A random course around 1 whose changes are slower than `hertz`."""
    count = max(4, int(length / RATE * hertz) + 4)
    points = np.exp(depth * rng.standard_normal(count))
    return np.interp(np.linspace(0, count - 1, length), np.arange(count), points)


def applause(rng, length):
    """Claps of many hands, each a short burst with a resonance of its own; it may begin, swell and end."""
    x, hands = np.zeros(length), int(rng.integers(3, 120))
    for _ in range(hands):
        rate, centre = rng.uniform(2.5, 5.5), rng.uniform(700, 2600)
        places = np.cumsum(rng.normal(1 / rate, rng.uniform(0.02, 0.12), int(length / RATE * rate) + 4))
        tail = np.exp(-np.arange(int(0.03 * RATE)) / (rng.uniform(0.003, 0.009) * RATE))
        clap = band(rng.standard_normal(len(tail)) * tail, 0.6 * centre, 1.7 * centre) * rng.uniform(0.2, 1)
        for place in (places * RATE).astype(int):
            if 0 <= place < length - len(clap):
                x[place : place + len(clap)] += clap
    if rng.random() < 0.5:
        x += 0.4 * np.std(x) * level(band(rng.standard_normal(length), 500, 3500)) * slow(rng, length, 0.7, 0.8)
    return x * slow(rng, length, 0.3, rng.uniform(0, 0.8))


def bursts(rng, length):
    x, place = np.zeros(length), 0
    low, high = rng.uniform(40, 900), rng.uniform(1200, 9000)
    while place < length:
        size = int(rng.uniform(0.03, 0.6) * RATE)
        sound = rng.standard_normal(min(size, length - place)) * rng.uniform(0.1, 1)
        if rng.random() < 0.6:
            sound = sound * np.exp(-np.arange(len(sound)) / (0.25 * size))
        x[place : place + len(sound)] += sound
        place += size + int(rng.exponential(rng.uniform(0.1, 0.9)) * RATE)
    return band(x, low, high)


def hum(rng, length):
    """Mains hum: harmonics of 50 or 60 Hz with noise over them."""
    t, base = np.arange(length) / RATE, rng.choice([50, 60, 100, 120]) * rng.uniform(0.99, 1.01)
    x = sum(rng.uniform(0, 1) / n * np.sin(2 * np.pi * n * base * t + rng.uniform(0, 6.28)) for n in range(1, int(rng.integers(4, 40))))
    x = x * slow(rng, length, rng.uniform(0.1, 3), rng.uniform(0, 0.4))
    return level(x) + rng.uniform(0, 0.7) * level(band(rng.standard_normal(length), 60, 8000))


def weather(rng, length):
    noise = np.cumsum(rng.standard_normal(length)) if rng.random() < 0.4 else rng.standard_normal(length)
    x = level(band(noise, rng.uniform(60, 400), rng.uniform(900, 9000))) * slow(rng, length, rng.uniform(0.2, 4), rng.uniform(0.1, 1))
    if rng.random() < 0.5:
        drops = np.zeros(length)
        drops[rng.integers(0, length, int(length / RATE * rng.uniform(5, 300)))] = rng.uniform(0.3, 1)
        x += rng.uniform(0.5, 4) * level(band(drops, 1000, 8000))
    return x


def engine(rng, length):
    rate = rng.uniform(8, 70) * slow(rng, length, 0.4, rng.uniform(0, 0.35))
    phase = np.cumsum(rate / RATE) % 1
    pulse = np.exp(-phase * rng.uniform(3, 12)) * (1 + rng.uniform(0, 0.5) * rng.standard_normal(length))
    return level(band(pulse, 30, rng.uniform(400, 4000))) + rng.uniform(0.05, 0.6) * level(band(rng.standard_normal(length), 100, 6000))


def strokes(rng, length):
    """Footsteps, hammering, typing: strokes of one or a few kinds, regular or not."""
    x, place, every = np.zeros(length), 0.0, rng.uniform(0.1, 1.2)
    jitter = rng.choice([0.05, 0.15, 0.4, 0.8])
    kinds = []
    for _ in range(int(rng.integers(1, 5))):
        size, centre = int(rng.uniform(0.02, 0.25) * RATE), rng.uniform(100, 4000)
        sound = rng.standard_normal(size) * np.exp(-np.arange(size) / (rng.uniform(0.05, 0.3) * size))
        kinds.append(band(sound, 0.5 * centre, 2 * centre))
    while place < length / RATE:
        sound, at = kinds[int(rng.integers(len(kinds)))], int(place * RATE)
        sound = sound[: length - at] * rng.uniform(0.4, 1)
        x[at : at + len(sound)] += sound
        place += max(0.03, every * (1 + jitter * rng.standard_normal()))
        if rng.random() < 0.05:
            place += rng.uniform(0.3, 2)
    return level(x) + rng.uniform(0, 0.1) * level(band(rng.standard_normal(length), 80, 7000))


def steady(rng, length):
    noise = rng.standard_normal(length)
    return band(noise, rng.uniform(20, 300), rng.uniform(800, 9800)) * slow(rng, length, 8, rng.uniform(0, 0.2))


MADE = {"applause": applause, "bursts": bursts, "hum": hum, "weather": weather, "engine": engine, "strokes": strokes, "steady": steady}


def sequence(rng, paths, length, gap):
    """Recordings one after another, with pauses."""
    parts, total = [], 0
    while total < length:
        x = short_sound(paths[int(rng.integers(len(paths)))])
        if len(x) < 0.05 * RATE:
            continue
        x = x / (np.abs(x).max() + 1e-9) * rng.uniform(0.5, 1)
        for _ in range(int(rng.integers(1, 4)) if len(x) < RATE and rng.random() < 0.4 else 1):
            parts += [x, np.zeros(int(rng.exponential(gap) * RATE))]
        total = sum(map(len, parts))
    return np.concatenate(parts)[:length]


def recorded(rng, kind, paths, length):
    if kind == "voices":
        return sum(rng.uniform(0.3, 1) * sequence(rng, paths, length, 0.2) for _ in range(int(rng.integers(3, 8))))
    x = sequence(rng, paths, length, 0.35 if kind == "speech" else rng.choice([0.05, 0.3, 1.0]))
    if rng.random() < 0.4:
        x = x + rng.uniform(0, 0.15) * np.std(x) * level(band(rng.standard_normal(length), 60, 6000))
    return x


def excerpt(rng, paths, length):
    for _ in range(20):
        path = paths[int(rng.integers(len(paths)))]
        total = duration(path)
        if total < 8:
            continue
        length = min(length, int((total - 0.5) * RATE))
        x = decoded(path, rng.uniform(0, max(0.0, total - length / RATE - 0.5)), length / RATE)
        if len(x) > 3 * RATE and np.sqrt(np.mean(x**2)) > 0.004:
            return x
    raise SystemExit("The folder of music has no file of 8 s or more.")


def driven(rng, x):
    """Music through an overdriven amplifier: clipped, some noise under it, low and high notes cut."""
    x = level(x) * 10 ** (rng.uniform(6, 36) / 20) + rng.uniform(-0.5, 0.5)
    x = np.tanh(x) if rng.random() < 0.6 else np.clip(x, -1, 1)
    x = level(band(x, rng.uniform(30, 120), rng.uniform(3500, 9800), 1))
    return x + rng.uniform(0, 0.3) * level(band(rng.standard_normal(len(x)), 100, 9000))


def encode(x, kind, path, rng):
    x = x / (np.abs(x).max() + 1e-9) * rng.choice([0.05, 0.2, 0.5, 0.9, 0.98])
    filters = [f"lowpass=f={rng.choice([3400, 3800])}"] if kind not in ("speech", "voices") and rng.random() < 0.35 else []
    codec = {".mp3": ["-b:a", str(rng.choice(["48k", "64k", "96k", "128k"]))], ".ogg": ["-c:a", "libvorbis"], ".flac": []}[path.suffix]
    chain = ["-af", ",".join(filters)] if filters else []
    command = ["ffmpeg", "-v", "error", "-y", "-f", "f32le", "-ar", str(RATE), "-ac", "1", "-i", "-", *chain, *codec, str(path)]
    subprocess.run(command, input=x.astype("<f4").tobytes(), check=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("count", type=int)
    for name in ("speech", "effects", "music"):
        parser.add_argument(f"--{name}", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    paths = {
        folder: sorted(path for path in folder.resolve().rglob("*") if path.suffix in SUFFIXES)
        for folder in [*options.speech, *options.effects, *options.music]
    }
    kinds = [(kind, None) for kind in MADE]
    kinds += [("speech", options.speech), ("voices", options.speech), ("effects", options.effects)]
    kinds += [("music", options.music), ("driven", options.music)]
    labels = []
    for kind, folders in kinds:
        count = SHARES.get(kind, 1) * options.count
        for index in range(count if folders is None or folders else 0):
            seed = f"{options.seed} {kind} {index}"
            rng = np.random.default_rng(random.Random(seed).getrandbits(32))
            length = int(rng.choice([rng.uniform(4, 8), rng.uniform(8, 16), rng.uniform(16, 40)]) * RATE)
            folder = folders[index % len(folders)] if folders else None
            if kind in MADE:
                x = MADE[kind](rng, length)
            elif kind in SHARES:
                x = excerpt(rng, paths[folder], length)
                x = driven(rng, x) if kind == "driven" else x
            else:
                x = recorded(rng, kind, paths[folder], length)
            path = options.out / f"{kind}_{index:04d}{rng.choice(['.mp3', '.mp3', '.ogg', '.flac'])}"
            encode(x, kind, path, rng)
            source = folder.name if folder else kind
            labels.append({"file": path.name, "kind": kind, "source": source, "isMusic": kind in SHARES})
    (options.out / "labels.json").write_text(json.dumps(labels))


if __name__ == "__main__":
    main()
