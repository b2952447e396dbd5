"""Composes and renders clips of music whose beats are known, to train the rhythm nets on.

usage: compose_clips.py OUT COUNT [--seed 1] [--styles music] [--groove FOLDER] [--voices FOLDER] [--jobs 1]

Writes OUT/*.mp3 and *.ogg and OUT/labels.json, a list of {file, style, source, tempo, metre, beats,
downbeats, onsets, key, mode}; times in seconds. FOLDER of --groove is the Groove MIDI Dataset, CC BY 4.0, by
Gillick, Roberts, Engel, Eck and Bamman ("Learning to Groove with Inverse Sequence Transformations",
ICML 2019): performances by ten drummers to a click, which carry over a third of the clips. FOLDER of --voices
holds recordings of speech; where given, a voice goes over some clips, as rap and singing do. --styles is
"music" for music in many styles, "swung" for those of them whose beats have three parts in bars of four or three, "compound"
for 6/8, and "plain" for metronomes and plain ensembles. Needs
mido, numpy, fluidsynth, ffmpeg and General MIDI sound fonts (Debian: fluid-soundfont-gm,
timgm6mb-soundfont, opl3-soundfont). The same seed gives the same clips.
"""

import pathlib
import random

import numpy as np

from rhythm.performed_drums import lay_performed_drums, played_in_four
from rhythm.render_clips import SECONDS, render
from rhythm.rendered_set import recordings_in, set_parser, write_set
from rhythm.styles.compound import COMPOUND_STYLES
from rhythm.styles.fast import FAST_STYLES
from rhythm.styles.plain import PLAIN_STYLES
from rhythm.styles.usual import PERCUSSION, PROGRESSIONS, SCALES, STYLES as USUAL_STYLES, TRIADS

MUSIC_STYLES = {**USUAL_STYLES, **COMPOUND_STYLES, **FAST_STYLES}
STYLES = {**MUSIC_STYLES, **PLAIN_STYLES}
# The number of each has no factor in common with six, so that every sixth clip is of any style.
GROUPS = {
    "music": list(MUSIC_STYLES),
    "swung": ["shuffle", "slowblues", "swing", "twelve", "bebop", "jazzballad", "jazzwaltz"],
    "compound": ["sixeight", "sixrock", "sixmarch", "tarantella", "jig"],
    "plain": list(PLAIN_STYLES),
}


class Clip:
    """Notes in beats, and the seconds at which beats fall."""

    def __init__(self, style, rng):
        self.rng, self.style, self.name = rng, STYLES[style], style
        self.metre = self.style.get("metre", 4)
        low, high = self.style["bpm"]
        self.bpm = float(np.exp(rng.uniform(np.log(low), np.log(high))))
        self.swing = rng.choice(self.style.get("swing", [0.5]))
        self.notes = []  # beat, beats long, channel, pitch, velocity
        self.drums = []  # seconds, pitch, velocity
        self.source = "pattern"
        self.driven = False  # Whether the chords go through a distorted amplifier.

    def lay_beats(self, drift):
        self.times = drifting_beats(self.bpm, drift, SECONDS + 8, self.rng)
        self.bars = len(self.times) // self.metre

    def second(self, beat):
        whole, part = int(beat), beat - int(beat)
        if abs(part - 0.5) < 0.01:
            part = self.swing
        whole = min(whole, len(self.times) - 2)
        return self.times[whole] + part * (self.times[whole + 1] - self.times[whole])

    def hits(self, pattern, bar):
        """Beats and loudness of a pattern's strokes: x loud, o soft, anything else silent."""
        for step, sign in enumerate(pattern):
            if sign in "xo":
                yield bar * self.metre + step * self.metre / len(pattern), 1.0 if sign == "x" else 0.62


def drifting_beats(bpm, drift, seconds, rng):
    """Beat times with a slow drift and a walk of up to a few percent."""
    walk, time, times = 0.0, 0.0, []
    phase, span = rng.uniform(0, 6.28), rng.uniform(8, 25)
    while time < seconds:
        times.append(time)
        walk = 0.85 * walk + 0.15 * rng.gauss(0, drift)
        time += 60 / (bpm * (1 + walk + 0.5 * drift * np.sin(6.28 * time / span + phase)))
    return times


def lay_pattern_drums(clip):
    """Drums as the style writes them, with fills, a change of pattern and strokes left out."""
    rng = clip.rng
    kits = [rng.choice(clip.style["drums"]) for _ in range(2)]
    feel = rng.choice([0.0, 0.003, 0.006, 0.01])
    has_fills = clip.style.get("fills", True)
    first = rng.choice([0, 0, 0, 2])
    for bar in range(first, clip.bars):
        kit = kits[(bar // 8) % 2]
        is_fill = bar % 4 == 3 and rng.random() < 0.35 and has_fills
        for name, pattern in kit.items():
            for beat, loudness in clip.hits(pattern, bar):
                if is_fill and name != "kick" and beat % clip.metre >= clip.metre - 1:
                    continue
                if rng.random() < 0.03:
                    continue
                velocity = 100 * loudness * rng.uniform(0.85, 1.15)
                clip.drums.append((clip.second(beat) + rng.gauss(0, feel), PERCUSSION[name], velocity))
        if is_fill:
            steps = rng.choice([2, 3, 4])
            for step in range(steps):
                drum = rng.choice([38, 45, 47, 50])
                beat = bar * clip.metre + clip.metre - 1 + step / steps
                clip.drums.append((clip.second(beat), drum, rng.uniform(70, 110)))
        if bar % 8 == 0 and rng.random() < 0.5 and has_fills:
            clip.drums.append((clip.second(bar * clip.metre), 49, 95))


def lay_harmony(clip, key, mode, song=None, scale=None):
    """Bass, chords and a melody in the style's rhythms, over a progression of the mode or a given song.

    `song` has two chords for each bar, as (semitones above the key, name in TRIADS); `scale` is that of
    the melody, in semitones above the key.
    """
    rng, style = clip.rng, clip.style
    progression = song or rng.choice(PROGRESSIONS[mode])
    steps_of_scale = scale or SCALES[mode]
    bars_each = rng.choice(style.get("bars_each", [1]))
    bass_pattern, chord_pattern = rng.choice(style["bass"]), rng.choice(style["chords"])
    arpeggio = rng.random() < style.get("arpeggio", 0.15)
    sustain = style.get("sustain", rng.choice([0.3, 0.6, 0.9]))
    parts = style.get("parts", 2)
    motif = [[rng.random() < style.get("melody", 0.4) for _ in range(parts * clip.metre)] for _ in range(2)]
    # Chords that come half a beat early, and bars with two chords, so that a change of harmony alone is no bar.
    is_early = rng.random() < style.get("early", 0.2)
    is_halved = song is not None or (clip.metre == 4 and bars_each == 1 and rng.random() < 0.2)
    pickup = rng.random() < 0.3
    feel, late = rng.choice([0.0, 0.006, 0.012]), rng.choice([0, 0, 0.012])
    tune = 72 + key % 12
    sections = [rng.random() for _ in range(16)]
    for bar in range(clip.bars):
        spread = feel * clip.bpm / 60
        halves = [progression[(2 * bar + half) % len(progression)] for half in (0, 1)]
        chords = halves if is_halved else [progression[(bar // bars_each) % len(progression)]] * 2
        voiced = [(36 + (key + degree) % 12, kind) for degree, kind in chords]

        def chord_at(beat):
            root, kind = voiced[int(beat - bar * clip.metre >= clip.metre / 2)]
            return root, [root + 12 + step for step in TRIADS[kind]], kind

        def moved(beat):
            return beat - 0.5 if is_early and bar and beat == bar * clip.metre else beat

        def add(beat, length, channel, pitch, velocity):
            clip.notes.append(
                (max(0, beat + rng.gauss(0, spread) + (late * clip.bpm / 60 if channel else 0)), length,
                 channel, pitch, velocity * rng.uniform(0.88, 1.1)))

        for index, (beat, loudness) in enumerate(clip.hits(bass_pattern, bar)):
            root, _, kind = chord_at(beat)
            step = rng.choice([0, 0, 7, 12, TRIADS[kind][1]]) if index and style.get("walk") else 0
            if index and rng.random() < 0.15:
                step = 7
            add(moved(beat), 0.45 if bass_pattern.count("x") > 4 else 0.9, 0, root - (0 if root < 41 else 12) + step, 95 * loudness)
        if sections[bar // 4 % 16] > 0.12:
            for index, (beat, loudness) in enumerate(clip.hits(chord_pattern, bar)):
                tones = chord_at(beat)[1]
                chosen = [tones[index % len(tones)] + 12 * (index % 2)] if arpeggio else tones
                for pitch in chosen:
                    add(moved(beat), sustain, 1, pitch + (12 if style.get("high") else 0), 78 * loudness)
        if sections[(bar // 4 + 5) % 16] > 0.3:
            for place, sounds in enumerate(motif[bar % 2]):
                if not sounds:
                    continue
                scale = [tune + step for step in steps_of_scale]
                beat = bar * clip.metre + place / parts
                tones = [tone % 12 for tone in chord_at(beat)[1]]
                wanted = [p for p in scale if p % 12 in tones] if place % parts == 0 else scale
                length = rng.choice([0.4, 0.6, 1.0]) if parts == 2 else rng.choice([0.3, 0.3, 0.6])
                accent = 1.12 if place == 0 else 1 if place % parts == 0 else 0.88
                add(beat, length, 2, rng.choice(wanted or scale), 88 * accent)
            if pickup and bar % 4 == 3:
                for place in range(1, parts):
                    add((bar + 1) * clip.metre - place / parts, 0.4, 2, tune + rng.choice(steps_of_scale), 90)


def compose(index, seed, out, styles, performances, voices):
    rng = random.Random(100_003 * seed + index)
    style = styles[index % len(styles)]
    clip = Clip(style, rng)
    families = clip.style.get("played", [])
    fitting = [row for row in performances if any(row["style"].startswith(family) for family in families)]
    if fitting and rng.random() < 0.65:
        lay_performed_drums(clip, fitting)
    else:
        clip.lay_beats(rng.choice(clip.style.get("drift", [0, 0, 0.004, 0.012])))
        if clip.style.get("drums") and rng.random() < clip.style.get("drummed", 0.95):
            lay_pattern_drums(clip)
    key, mode = rng.randrange(12), rng.choice(["major", "minor"])
    if (clip.source == "pattern" or rng.random() < 0.85) and "chords" in clip.style:
        lay_harmony(clip, key, mode)
    path = out / f"{style}_{index:05d}{rng.choice(['.mp3', '.mp3', '.ogg'])}"
    start, rate = render(clip, path, voices)
    counted = range(clip.metre * clip.bars)
    beats = [(clip.times[i] / rate - start, i % clip.metre == 0) for i in counted]
    beats = [(round(t, 4), first) for t, first in beats if 0 <= t < SECONDS - 0.05]
    tempo = 60 / float(np.median(np.diff([t for t, _ in beats])))
    starts = [clip.second(note[0]) for note in clip.notes] + [stroke[0] for stroke in clip.drums]
    onsets = sorted({round(time / rate - start, 3) for time in starts if 0 <= time / rate - start < SECONDS})
    return {
        "file": path.name, "style": style, "source": clip.source, "tempo": round(tempo, 3),
        "metre": clip.style.get("counted", clip.metre), "beats_each": clip.metre, "key": key, "mode": mode,
        "beats": [t for t, _ in beats], "downbeats": [t for t, first in beats if first],
        "onsets": onsets,
    }


def main():
    parser = set_parser()
    parser.add_argument("--styles", choices=list(GROUPS), default="music")
    parser.add_argument("--groove", type=pathlib.Path)
    parser.add_argument("--voices", type=pathlib.Path)
    options = parser.parse_args()
    performances = played_in_four(options.groove) if options.groove else []
    write_set(options, compose, GROUPS[options.styles], performances, recordings_in(options.voices))


if __name__ == "__main__":
    main()
