"""Renders excerpts of folk tunes of the Nottingham Music Database, in the way of compose_clips.py.

usage: render_nottingham.py OUT COUNT TUNES [--seed 1] [--jobs 1]

TUNES is the folder `MIDI` of the public repository `nottingham-dataset` (GPL 3): traditional dances of the British
Isles with chords, collected by E. Foxley. Of ten clips five are jigs (6/8), two waltzes, one a slip jig (9/8), one a
hornpipe and one a reel; tunes that change their metre are left out. The accompaniment is played in the patterns of a
style of compose_clips.py. Labels are those of compose_clips.py, without a key; `song` is the index of the tune.
"""

import random
import re

import mido
import numpy as np

from rhythm.compose_clips import Clip, lay_pattern_drums
from rhythm.render_clips import SECONDS, render
from rhythm.rendered_set import set_parser, write_set

# Of each kind of tune: how its files are named, metre, style, quarter notes in a beat, and tempi and places of the
# off-beat other than the style's.
KINDS = {
    "jig": ("jigs", (6, 8), "jig", 1.5, None, [0.5]),
    "slip jig": ("slip", (9, 8), "slipjig", 1.5, None, [0.5]),
    "waltz": ("waltzes", (3, 4), "waltz", 1, None, [0.5]),
    "hornpipe": ("hpps", (4, 4), "folk", 1, (120, 190), [0.5, 0.58, 0.62, 0.667]),
    "reel": ("reels", (4, 4), "folk", 2, (90, 124), [0.5]),
}
TURNS = ["jig", "waltz", "jig", "slip jig", "jig", "hornpipe", "jig", "waltz", "jig", "reel"]


def notes_of(track, ticks_per_quarter):
    """Start and length in quarter notes, and pitch, of every note."""
    tick, sounding, notes = 0, {}, []
    for message in track:
        tick += message.time
        if message.type == "note_on" and message.velocity > 0:
            sounding[message.note] = tick
        elif message.type in ("note_off", "note_on") and message.note in sounding:
            start = sounding.pop(message.note)
            notes.append((start / ticks_per_quarter, (tick - start) / ticks_per_quarter, message.note))
    return notes


def read_tune(path, metre):
    """Melody and chords of a tune, or None where it is not in the metre throughout or has no chords."""
    midi = mido.MidiFile(path)
    found = {(m.numerator, m.denominator) for track in midi.tracks for m in track if m.type == "time_signature"}
    tracks = [notes_of(track, midi.ticks_per_beat) for track in midi.tracks]
    return tracks if found == {metre} and len(tracks) == 2 and all(tracks) else None


def lay_tune(clip, tracks, quarters, rng):
    """Melody, chords and bass from a bar of the tune on, which begins anew when it ends."""
    melody, chords = ([(s / quarters, length / quarters, pitch) for s, length, pitch in track] for track in tracks)
    bars = int(np.ceil(max(start + length for start, length, _ in melody) / clip.metre))
    first, shift = rng.randrange(bars) * clip.metre, rng.randrange(-4, 4)
    spread = rng.choice([0.0, 0.006, 0.012]) * clip.bpm / 60
    bass_pattern, chord_pattern = rng.choice(clip.style["bass"]), rng.choice(clip.style["chords"])
    octave = rng.choice([0, 0, 12])

    def add(beat, length, channel, pitch, velocity):
        moved = max(0, beat + rng.gauss(0, spread))
        clip.notes.append((moved, length, channel, pitch + shift, velocity * rng.uniform(0.88, 1.1)))

    for turn in range(-1, clip.bars // bars + 1):
        for start, length, pitch in melody:
            beat = start + turn * bars * clip.metre + bars * clip.metre - first
            if 0 <= beat < len(clip.times) - 4:
                accent = 1.12 if start % clip.metre < 0.01 else 1 if start % 1 < 0.01 else 0.88
                add(beat, 0.9 * length, 2, pitch + octave, 88 * accent)
    if rng.random() < 0.1:
        return
    for bar in range(clip.bars):
        sounding = {}
        for channel, pattern in ((0, bass_pattern), (1, chord_pattern)):
            for beat, loudness in clip.hits(pattern, bar):
                place = (beat + first) % (bars * clip.metre)
                if place not in sounding:
                    sounding[place] = sorted(p for s, length, p in chords if s - 0.01 <= place < s + length - 0.01)
                tones = sounding[place]
                if channel == 0 and tones:
                    add(beat, 0.7, 0, tones[0] - (12 if tones[0] > 44 else 0), 95 * loudness)
                for pitch in tones if channel == 1 else []:
                    add(beat, clip.style.get("sustain", 0.5), 1, pitch + 12, 74 * loudness)


def excerpt(index, seed, out, tunes):
    rng = random.Random(100_003 * seed + index)
    kind = TURNS[index % len(TURNS)]
    _, _, style, quarters, tempi, swings = KINDS[kind]
    song, tracks = rng.choice(tunes[kind])
    clip = Clip(style, rng)
    if tempi:
        clip.bpm = float(np.exp(rng.uniform(*np.log(tempi))))
    clip.swing, clip.source = rng.choice(swings), "Nottingham"
    clip.lay_beats(rng.choice([0, 0.006, 0.015]))
    lay_tune(clip, tracks, quarters, rng)
    if rng.random() < clip.style["drummed"]:
        lay_pattern_drums(clip)
    path = out / f"nottingham_{index:04d}.mp3"
    start, rate = render(clip, path, [])
    beats = [(round(time / rate - start, 4), i % clip.metre == 0) for i, time in enumerate(clip.times)]
    beats = [(time, first) for time, first in beats[: clip.metre * clip.bars] if 0 <= time < SECONDS - 0.05]
    return {
        "file": path.name, "style": kind, "source": clip.source, "song": song, "metre": clip.style.get("counted", clip.metre),
        "beats_each": clip.metre, "tempo": round(60 / float(np.median(np.diff([time for time, _ in beats]))), 3),
        "beats": [time for time, _ in beats], "downbeats": [time for time, first in beats if first],
    }


def main():
    options = set_parser("tunes").parse_args()
    tunes = {kind: [] for kind in KINDS}
    for song, path in enumerate(sorted(options.tunes.glob("*.mid"))):
        for kind, (name, metre, *_) in KINDS.items():
            if re.match(rf"{name}(\d|[a-z]-)", path.name):
                tracks = read_tune(path, metre)
                tunes[kind] += [(song, tracks)] if tracks else []
    print("Tunes: " + ", ".join(f"{kind} {len(found)}" for kind, found in tunes.items()))
    write_set(options, excerpt, tunes)


if __name__ == "__main__":
    main()
