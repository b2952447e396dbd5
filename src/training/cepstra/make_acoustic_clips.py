"""Makes clips of acoustic and of other instruments, to train the network of acoustic instruments on.

usage: make_acoustic_clips.py OUT COUNT POP909 [--albums FOLDER] [--seed 1]

Writes OUT/*.mp3 and OUT/labels.json, a list of {file, kind, source, isAcoustic}. COUNT is the number of each
rendered kind: acoustic instruments, synthesisers of sound fonts, driven guitars, and waveforms made here, all of
which play excerpts of POP909 (MIT licence). FOLDER holds the music of free packages, each in a folder with the
name of its package; ALBUMS says which are acoustic, and why. All clips pass the same effects and codecs.
Needs mido, numpy, scipy, fluidsynth, ffmpeg and General MIDI sound fonts. The same seed and folders give the same clips.
"""

import argparse
import json
import pathlib
import random
import subprocess
import tempfile

import mido
import numpy as np
from scipy.io import wavfile
from scipy.signal import lfilter

from audio.audio_files import SUFFIXES, duration
from rhythm.render_clips import AMPLIFIERS, DRUMS, FONTS, RATE, TICKS, effects, midi_from, synthesize
from rhythm.render_pop909 import read_notes
from rhythm.rendered_set import subfolders

SECONDS = 20
BITRATES = (96, 128, 192)
CLIPS_OF_ALBUM = 45
# Package, part of the path that is read and part that is not, collection, whether it is acoustic, and the reason.
ALBUMS = [
    ("0ad-data", "music+", "8Bit", "0ad", True, "credits name players of flute, harp, viola, trumpet, whistles and drums"),
    ("wesnoth-1.16-music", "music+", None, "wesnoth", True, "orchestral scores, played by sampled instruments"),
    ("unknown-horizons", "Peer Gynt", None, "recitals", True, "an orchestra"),
    ("recitals", "", None, "recitals", True, "a string orchestra"),
    *(
        (f"{name}-data", "", None, "aba-games", False, "techno by one author, made with synthesisers")
        for name in ("a7xpg", "gunroar", "mu-cade", "parsec47", "rrootage", "titanion", "torus-trooper", "tumiki-fighters", "val-and-rick")
    ),
    ("warzone2100-music", "", None, "warzone", False, "electronic scores"),
    ("nexuiz-music", "", None, "nexuiz", False, "industrial rock and electronic music"),
    ("singularity-music", "", None, "singularity", False, "electronic music"),
    ("frozen-bubble-data", "", None, "frozen-bubble", False, "synthesiser pop of a tracker"),
    ("openarena-data", "", None, "openarena", False, "rock and electronic music"),
]
PIANOS, GUITARS, BASSES = (0, 1, 3, 6), (24, 25), (32, 43)
BOWED, WINDS = (40, 41, 42, 44, 48, 49, 45), (56, 57, 58, 60, 61, 64, 65, 66, 68, 70, 71, 73, 74, 75)
FOLK = (11, 12, 13, 15, 21, 22, 46, 104, 105, 107, 109, 110)
LEADS, PADS, SYNTH_BASSES = tuple(range(80, 88)), (50, 51, *range(88, 96)), (38, 39)
ACOUSTIC_KITS, MACHINES = (0, 8, 16, 32, 40), (24, 25)


def excerpt_of(rng, folder):
    """Notes of an excerpt of a song: second, length, part (0 lowest), pitch, velocity."""
    notes = read_notes(folder / f"{folder.name}.mid")
    numbers = sorted({note[2] for note in notes}, reverse=True)
    start, shift = rng.uniform(10, 60), rng.randrange(-5, 7)
    return [
        (second - start, length, min(2, numbers.index(number)), pitch + shift, velocity)
        for second, length, number, pitch, velocity in notes
        if start <= second < start + SECONDS + 2
    ]


def drums_of(rng):
    """Strokes of a plain rhythm: second, drum, velocity."""
    beat = rng.uniform(0.38, 0.75)
    strokes, pulse = [], rng.choice([0.5, 1.0, 0.25])
    for step in range(int((SECONDS + 2) / beat / pulse)):
        strokes.append((step * pulse * beat, rng.choice([42, 42, 46, 51]), rng.randrange(40, 90)))
    for step in range(int((SECONDS + 2) / beat)):
        strokes.append((step * beat, 36 if step % 2 == 0 else 38, rng.randrange(70, 120)))
        if rng.random() < 0.2:
            strokes.append(((step + 0.5) * beat, 36, rng.randrange(60, 110)))
    return strokes


def programs_of(rng, kind):
    """Programs of the three parts (chords, bridge, melody) and of the bass, and the kit, or None."""
    if kind == "acoustic":
        chords = rng.choice([PIANOS[:2], GUITARS, GUITARS, BOWED, FOLK, WINDS])
        tune = rng.choice([PIANOS, GUITARS, BOWED, WINDS, WINDS, FOLK])
        bridge = rng.choice([BOWED, WINDS, chords, tune])
        return [rng.choice(group) for group in (chords, bridge, tune, BASSES)], rng.choice([None, None, *ACOUSTIC_KITS])
    tune = rng.choice([LEADS, LEADS, PADS, (4, 5, 29, 30)])
    chords = (29, 30) if kind == "driven" else rng.choice([PADS, LEADS, (4, 5), PADS])
    kit = rng.choice([*MACHINES, *MACHINES, None]) if kind == "synthesisers" else rng.choice([0, 16, 16, 24])
    return [rng.choice(group) for group in (chords, rng.choice([PADS, LEADS]), tune, SYNTH_BASSES)], kit


def midi_of(rng, notes, kind, parts):
    """A MIDI file at 120 BPM, so that ticks are seconds."""
    programs, kit = programs_of(rng, kind)
    events = [(0, mido.Message("program_change", channel=channel, program=program)) for channel, program in enumerate(programs)]
    for channel in (0, 1, 2, 3, DRUMS):
        events.append((0, mido.Message("control_change", channel=channel, control=7, value=rng.randrange(60, 120))))
        events.append((0, mido.Message("control_change", channel=channel, control=91, value=rng.randrange(0, 100))))

    def add(second, length, channel, pitch, velocity):
        if 0 <= second and 0 < pitch < 128:
            ticks = round(2 * TICKS * second), round(2 * TICKS * (second + max(0.05, length)))
            events.append((ticks[0], mido.Message("note_on", channel=channel, note=pitch, velocity=velocity)))
            events.append((ticks[1], mido.Message("note_off", channel=channel, note=pitch)))

    with_bass = kind != "acoustic" or rng.random() < 0.4
    for second, length, part, pitch, velocity in notes:
        if part in parts:
            add(second, length, part, pitch, velocity)
        if part == 0 and with_bass and pitch < 55:
            add(second, length, 3, pitch - 12 if pitch > 47 else pitch, velocity)
    if kit is not None:
        events.append((0, mido.Message("program_change", channel=DRUMS, program=kit)))
        for second, drum, velocity in drums_of(rng):
            add(second, 0.1, DRUMS, drum, velocity)
    return midi_from(events)


def waveform(rng, hertz, length, shape):
    t = np.arange(int(length * RATE)) / RATE
    if shape == "fm":
        index = rng.uniform(0.5, 5) * np.exp(-t * rng.uniform(0, 6))
        return np.sin(2 * np.pi * hertz * t + index * np.sin(2 * np.pi * hertz * rng.choice([1, 2, 3, 1.41]) * t))
    voices = [hertz * 2 ** (rng.uniform(-15, 15) / 1200) for _ in range(rng.choice([1, 1, 2, 5]))]
    x = sum((2 * ((t * voice + rng.random()) % 1) - 1) for voice in voices) / len(voices)
    return np.sign(x + rng.choice([0, 0.5])) * 0.6 if shape == "square" else x


def synthesised(rng, notes):
    """The notes by oscillators with a filter and an envelope, and a drum machine."""
    x = np.zeros((SECONDS + 6) * RATE)
    shapes = [rng.choice(["saw", "saw", "square", "fm"]) for _ in range(3)]
    cutoffs, decays = [rng.uniform(0.05, 0.7) for _ in range(3)], [rng.choice([0, 0, 2, 6]) for _ in range(3)]
    for second, length, part, pitch, velocity in notes:
        sound = waveform(rng, 440 * 2 ** ((pitch - 69) / 12), min(length, 4) + 0.05, shapes[part])
        t = np.arange(len(sound)) / RATE
        sound = sound * np.minimum(1, t / 0.005) * np.exp(-decays[part] * t) * np.minimum(1, (t[-1] - t) / 0.04)
        sound = lfilter([cutoffs[part]], [1, cutoffs[part] - 1], sound) * velocity / 127
        at = int(second * RATE)
        x[at : at + len(sound)] += sound[: len(x) - at]
    if rng.random() < 0.8:
        noise, fall = np.random.default_rng(rng.randrange(9999)), rng.uniform(18, 40)
        t = np.arange(int(0.25 * RATE)) / RATE
        kick = np.sin(2 * np.pi * (45 * t + 6 * (1 - np.exp(-t * fall)))) * np.exp(-t * rng.uniform(6, 16))
        snare = noise.standard_normal(len(t)) * np.exp(-t * rng.uniform(14, 30))
        hat = np.diff(noise.standard_normal(len(t) + 1)) * np.exp(-t * rng.uniform(40, 90))
        gain = rng.uniform(0.6, 2.5)
        for second, drum, velocity in drums_of(rng):
            sound = {36: 1.5 * kick, 38: 0.5 * snare}.get(drum, 0.15 * hat) * gain * velocity / 127
            at = int(second * RATE)
            if at + len(sound) < len(x):
                x[at : at + len(sound)] += sound
    return (0.8 * x / np.abs(x).max() * 32767).astype(np.int16)


def encode(rng, inputs, path, start=None, more=()):
    """Encodes an excerpt with the effects of recordings and a random level."""
    cut = [] if start is None else ["-ss", f"{start:.2f}"]
    mix = "pan=mono|c0=.5*c0+.5*c1" if start is not None else "anull"
    chain = ",".join(["aresample=44100", mix, *more, *effects(rng), f"volume={rng.choice([0.1, 0.4, 0.9])}"])
    command = ["ffmpeg", "-v", "error", "-y", "-nostdin", "-threads", "1", *cut, "-t", str(SECONDS), "-i", str(inputs), "-vn", "-af", chain]
    subprocess.run([*command, "-ac", "1", "-b:a", f"{rng.choice(BITRATES)}k", str(path)], check=True)


def rendered(rng, kind, song, path):
    """Renders a clip; returns its collection."""
    notes = excerpt_of(rng, song)
    with tempfile.TemporaryDirectory() as folder:
        wave = f"{folder}/clip.wav"
        if kind == "waveforms":
            wavfile.write(wave, RATE, synthesised(rng, notes))
            encode(rng, wave, path)
            return kind
        # The third sound font imitates a synthesiser chip, whatever it plays.
        font = rng.choice(FONTS[:2]) if kind != "synthesisers" else rng.choice(FONTS)
        parts = {0, 1, 2} if rng.random() < 0.5 else {0, 2} if rng.random() < 0.6 else {rng.choice([0, 2])}
        synthesize(midi_of(rng, notes, "acoustic" if kind == "synthesisers" and "OPL" in font.name else kind, parts), font, wave)
        amplifier = [rng.choice(AMPLIFIERS).format(gain=rng.choice([6, 12, 25, 50]))] if kind == "driven" else []
        encode(rng, wave, path, more=amplifier)
        return f"{kind} {font.stem}"


def recorded(options):
    """Excerpts of the albums, as equally many of each collection as there are."""
    collections = {}
    for package, part, other, collection, is_acoustic, _ in ALBUMS:
        for path in sorted((options.albums / package).rglob("*")):
            if path.suffix in SUFFIXES and part in path.name and not (other and other in path.name):
                seconds = duration(path)
                if seconds > 25 or collection == "recitals":
                    collections.setdefault((collection, is_acoustic), []).append((path, seconds))
    for (collection, is_acoustic), files in collections.items():
        for index in range(min(CLIPS_OF_ALBUM, 4 * len(files))):
            rng = random.Random(f"{options.seed} {collection} {index}")
            source, seconds = files[index % len(files)]
            path = options.out / f"{collection}_{index:03d}.mp3"
            try:
                encode(rng, source, path, rng.uniform(0, max(0.0, seconds - SECONDS - 3)))
            except subprocess.CalledProcessError:
                continue
            yield {"file": path.name, "kind": "recorded", "source": collection, "isAcoustic": is_acoustic}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("count", type=int)
    parser.add_argument("songs", type=pathlib.Path)
    parser.add_argument("--albums", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    labels = list(recorded(options)) if options.albums else []
    songs = subfolders(options.songs)
    for index in range(options.count):
        for kind in ("acoustic", "synthesisers", "driven", "waveforms"):
            rng = random.Random(f"{options.seed} {kind} {index}")
            path = options.out / f"{kind}_{index:04d}.mp3"
            source = rendered(rng, kind, rng.choice(songs), path)
            labels.append({"file": path.name, "kind": kind, "source": source, "isAcoustic": kind == "acoustic"})
        (options.out / "labels.json").write_text(json.dumps(labels))


if __name__ == "__main__":
    main()
