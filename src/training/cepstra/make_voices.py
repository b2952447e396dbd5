"""Mixes voices over music without vocals, and cuts excerpts of that music, to train the voice network on.

usage: make_voices.py OUT COUNT --singing FOLDER --speech FOLDER... --music FOLDER... --clips FOLDER... [--seed 7]

SINGING is a folder that sing_melodies.py wrote. Each folder of SPEECH is a speaker. Each folder of MUSIC is a source, of
which at most six recordings are cut; CLIPS are folders with a labels.json, as render_billboard.py writes it, of which 60 are
taken. Writes OUT/*.flac and OUT/labels.json, a list of {file, source, kind, voice}: 30 s excerpts ("music"), and COUNT of them with
a voice, half sung ("sung") and half spoken ("spoken"), one in six without the music; voice is a list of [start, end] in
seconds. Needs numpy and ffmpeg. The same seed and folders give the same recordings.
"""

import argparse
import functools
import json
import pathlib
import random
import subprocess

import numpy as np

from audio.audio_files import RATE, SUFFIXES, decoded, duration

SECONDS = 30
RECORDINGS_OF_FOLDER, CLIPS_OF_FOLDER, SPEECH_OF_FOLDER = 6, 60, 14
# Level of the voice relative to the music, dB.
QUIETEST, LOUDEST = -7, 6
FRAME = 512


def spread(paths, count):
    """At most so many of the paths, spread over them."""
    step = max(1.0, len(paths) / count)
    return [paths[int((i + 0.5) * step)] for i in range(min(count, len(paths)))]


def audio_of(folder):
    suffixes = (*SUFFIXES, ".g722")
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in suffixes)


def excerpts_of(music, clips):
    """Music as (path, start, source)."""
    excerpts = []
    for folder in music:
        for path in spread(audio_of(folder), RECORDINGS_OF_FOLDER):
            if (seconds := duration(path)) >= 20 and "ambient" not in path.name:
                excerpts.append((path, max(0, (seconds - SECONDS) / 2), folder.name))
    for folder in clips:
        files = [label["file"] for label in json.loads((folder / "labels.json").read_text())]
        excerpts += [(folder / file, 0, file) for file in spread(files, CLIPS_OF_FOLDER)]
    return excerpts


def heard(excerpts):
    """(index, samples, level, source) of the excerpts that are neither short nor silent."""
    for index, (path, start, source) in enumerate(excerpts):
        music = decoded(path, start, SECONDS)
        level = np.sqrt((music**2).mean()) if len(music) > 10 * RATE else 0
        if level >= 1e-3:
            yield index, music, level, source


@functools.lru_cache(maxsize=None)
def speech_of(folder):
    """Recordings of a speaker, one after another."""
    paths = [path for path in audio_of(folder) if path.stat().st_size > 12000]
    return np.concatenate([decoded(path) for path in spread(paths, SPEECH_OF_FOLDER)])


def filtered(x, response, length):
    size = 1 << (len(x) + length).bit_length()
    return np.fft.irfft(np.fft.rfft(x, size) * response(size), size)[: len(x)].astype(np.float32)


def sung(x, rng):
    """A voice as if another sang: transposed with its formants, with vibrato."""
    speed, depth = 2 ** (rng.uniform(-2.5, 2.5) / 12), 2 ** (rng.uniform(0, 0.6) / 12) - 1
    angle = 2 * np.pi * rng.uniform(4.5, 6.5) / RATE
    steps = np.arange(int(len(x) / speed))
    places = speed * (steps + depth / angle * np.sin(angle * steps))
    return np.interp(np.clip(places, 0, len(x) - 1), np.arange(len(x)), x)


def in_room(x, decay, wet, rng):
    """A sound in a random room, which falls by 60 dB in so many samples and has such a share of the sound."""
    room = np.random.default_rng(rng.randrange(1 << 30)).standard_normal(decay) * 10 ** (-3 * np.arange(decay) / decay)
    room *= wet / np.sqrt((room**2).sum())
    room[0] += 1 - wet
    return filtered(x, lambda size: np.fft.rfft(room, size), decay)


def produced(x, rng):
    """A voice through a random equaliser and room."""
    slope, lowest = rng.uniform(-2, 4), rng.choice([0, 0, 100, 200])
    decay, wet = int(rng.uniform(0.2, 1.6) * RATE), rng.uniform(0, 0.35)

    def equaliser(size):
        hertz = np.fft.rfftfreq(size, 1 / RATE)
        decibels = slope * np.log2(np.maximum(hertz, 100) / 1000) - np.where(hertz < lowest, 40, 0)
        return 10 ** (decibels / 20)

    return in_room(filtered(x, equaliser, 0), decay, wet, rng)


def voice_of(kind, singing, speech, length, rng):
    """A voice that fills at least three quarters of the length."""
    if kind == "sung":
        names = sorted({path.stem.rsplit("_", 1)[0] for path in singing})
        name = rng.choice(names)
        x = sung(decoded(rng.choice([path for path in singing if path.stem.rsplit("_", 1)[0] == name])), rng)
        start = rng.randrange(max(1, len(x) - 3 * length // 4))
        x = x[start : start + length]
    else:
        x = speech_of(rng.choice(speech))
        x = np.tile(x, length // len(x) + 1)
        start = rng.randrange(len(x) - length + 1)
        x = x[start : start + length]
    return produced(np.pad(x, (0, length - len(x))), rng)


def spans_of(x):
    """Whether each sample belongs to a frame in which the voice is heard, and such spans in seconds."""
    count = len(x) // FRAME
    powers = (x[: count * FRAME].reshape(count, FRAME) ** 2).mean(1)
    powers = np.convolve(powers, np.ones(4) / 4, "same")
    heard = powers > 0.01 * np.quantile(powers, 0.95)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], heard, [0]]).astype(int)))
    spans = [[round(float(edge) * FRAME / RATE, 3) for edge in pair] for pair in edges.reshape(-1, 2)]
    return np.pad(np.repeat(heard, FRAME), (0, len(x) - count * FRAME)), spans


def write(path, x):
    x = x / max(1, 1.02 * np.abs(x).max())
    command = ["ffmpeg", "-v", "error", "-y", "-f", "f32le", "-ar", str(RATE), "-ac", "1", "-i", "-", str(path)]
    subprocess.run(command, input=x.astype("<f4").tobytes(), check=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("count", type=int)
    parser.add_argument("--singing", type=pathlib.Path, required=True)
    for name in ("--speech", "--music", "--clips"):
        parser.add_argument(name, nargs="+", type=pathlib.Path, required=True)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rng = random.Random(options.seed)
    singing, speech = audio_of(options.singing), sorted(folder for folder in options.speech if audio_of(folder))
    excerpts = excerpts_of(options.music, options.clips)
    rng.shuffle(excerpts)
    labels = []
    for index, music, level, source in heard(excerpts):
        write(options.out / f"{index:04}.flac", music)
        labels.append({"file": f"{index:04}.flac", "source": source, "kind": "music", "voice": []})
        if index >= options.count:
            continue
        kind = ("sung", "spoken")[index % 2]
        voice = voice_of(kind, singing, speech, len(music), rng)
        is_heard, spans = spans_of(voice)
        gain = level * 10 ** (rng.uniform(QUIETEST, LOUDEST) / 20) / np.sqrt((voice[is_heard] ** 2).mean())
        write(options.out / f"{index:04}-{kind}.flac", gain * voice + (0 if index % 12 in (5, 6) else music))
        labels.append({"file": f"{index:04}-{kind}.flac", "source": source, "kind": kind, "voice": spans})
    (options.out / "labels.json").write_text(json.dumps(labels))
    print(len(labels), "recordings")


if __name__ == "__main__":
    main()
