"""Mixes audiences over music, to train the network of audiences on.

usage: make_audiences.py OUT COUNT --crowds FOLDER... --music FOLDER... --clips FOLDER... [--seed 9]

Each folder of CROWDS holds recordings of applause, cheers and murmur, a source of its own; one more source is applause
that make_sounds.py makes. MUSIC and CLIPS are those of make_voices.py. Writes OUT/*.flac and OUT/labels.json, a list of
{file, source, kind, audience}: excerpts of up to 30 s as they are ("music"), COUNT others with noise that is no
audience over them ("noisy"), and twice COUNT with an audience ("live"), before, after or all through the music, most of
them in a hall; audience is a list of [start, end] in seconds, and the source of these is the audience. Half of the noisy
ones are in such a hall, too. Needs numpy, scipy and ffmpeg. The same seed and folders give the same recordings.
"""

import argparse
import functools
import json
import pathlib
import random

import numpy as np

from audio.audio_files import RATE, decoded
from presence.make_sounds import applause, engine, hum, slow, steady, weather
from cepstra.make_voices import audio_of, excerpts_of, heard, in_room, produced, spans_of, write

MADE = "made"
# Level of the audience relative to the music while there is music, dB.
QUIETEST, LOUDEST = -22, -2
FADE = RATE // 4
NOISES = (weather, hum, engine, steady)


@functools.lru_cache(maxsize=None)
def recordings_of(folder):
    return [x for path in audio_of(folder) if len(x := decoded(path)) > RATE]


def looped(x, length, rng):
    """Parts of a recording at random places, joined by fades."""
    out, end = np.zeros(length + FADE, np.float32), FADE
    ramp = np.sqrt(np.arange(FADE) / FADE).astype(np.float32)
    while end < length + FADE:
        size = min(len(x), int(rng.uniform(1, 6) * RATE), length + 2 * FADE - end)
        if size <= 2 * FADE:
            break
        start = rng.randrange(len(x) - size + 1)
        part = x[start : start + size].copy()
        part[:FADE] *= ramp
        part[-FADE:] *= ramp[::-1]
        out[end - FADE : end - FADE + size] += part[: len(out) - end + FADE]
        end += size - FADE
    return out[FADE:]


def crowd_of(source, length, rng):
    """An audience of one source: one to three of its recordings at once, at other speeds, through an equaliser and a room."""
    if source == MADE:
        x = applause(np.random.default_rng(rng.randrange(1 << 30)), length).astype(np.float32)
    else:
        x = np.zeros(length, np.float32)
        for _ in range(rng.randint(1, 3)):
            part = rng.choice(recordings_of(source))
            speed = 2 ** rng.uniform(-0.4, 0.4)
            part = np.interp(np.arange(0, len(part) - 1, speed), np.arange(len(part)), part).astype(np.float32)
            x += looped(part, length, rng) * rng.uniform(0.3, 1) / (np.sqrt((part**2).mean()) + 1e-9)
    return produced(x, rng)


def in_hall(x, rng):
    """Music as a microphone among the audience hears it."""
    decay, wet = int(rng.uniform(0.7, 2.5) * RATE), rng.uniform(0.2, 0.7)
    return in_room(x, decay, wet, rng)


def course_of(length, rng):
    """Levels of music and audience over time, 0 to 1: an audience before or after the music, or all through it."""
    music, crowd = np.ones(length), np.ones(length)
    if rng.random() < 0.5:
        change = int(rng.uniform(0.15, 0.6) * length)
        at = np.arange(length) / RATE
        applauds = 1 / (1 + np.exp(-(at - change / RATE) * rng.uniform(2, 8)))
        crowd = np.maximum(applauds, rng.choice([0, 0, 0.1, 0.25]))
        music = 1 - applauds * rng.choice([1, 1, 0.7])
        if rng.random() < 0.5:
            music, crowd = music[::-1].copy(), crowd[::-1].copy()
    swell = slow(np.random.default_rng(rng.randrange(1 << 30)), length, 0.4, rng.uniform(0.1, 0.9))
    return music, crowd * np.minimum(swell, 3)


def live(music, level, source, rng):
    """Music with an audience, and the spans in which it is heard."""
    length = len(music)
    crowd = crowd_of(source, length, rng)
    music_course, crowd_course = course_of(length, rng)
    if rng.random() < 0.7:
        music = in_hall(music, rng)
    crowd = crowd / (np.sqrt((crowd**2).mean()) + 1e-9) * crowd_course
    _, spans = spans_of(crowd)
    return music * music_course + crowd * level * 10 ** (rng.uniform(QUIETEST, LOUDEST) / 20), spans


def noisy(music, level, rng):
    """Music with a noise that is no audience."""
    generator = np.random.default_rng(rng.randrange(1 << 30))
    noise = rng.choice(NOISES)(generator, len(music))
    if rng.random() < 0.5:
        music = in_hall(music, rng)
    return music + noise / (np.std(noise) + 1e-9) * level * 10 ** (rng.uniform(QUIETEST - 6, LOUDEST - 6) / 20)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("count", type=int)
    for name in ("--crowds", "--music", "--clips"):
        parser.add_argument(name, nargs="+", type=pathlib.Path, required=True)
    parser.add_argument("--seed", type=int, default=9)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rng = random.Random(options.seed)
    sources = [*sorted(folder for folder in options.crowds if recordings_of(folder)), MADE]
    excerpts = excerpts_of(options.music, options.clips)
    rng.shuffle(excerpts)
    labels = []

    def add(name, x, label):
        write(options.out / name, x)
        labels.append({"file": name, "audience": [], **label})

    for index, music, level, source in heard(excerpts):
        add(f"{index:04}.flac", music, {"source": source, "kind": "music"})
        if index < options.count:
            add(f"{index:04}-noisy.flac", noisy(music, level, rng), {"source": source, "kind": "noisy"})
        if index < 2 * options.count:
            crowd = sources[index % len(sources)]
            x, spans = live(music, level, crowd, rng)
            add(f"{index:04}-live.flac", x, {"source": crowd if crowd == MADE else crowd.name, "kind": "live", "audience": spans})
    (options.out / "labels.json").write_text(json.dumps(labels))
    print(len(labels), "recordings")


if __name__ == "__main__":
    main()
