"""Composes and renders recordings whose metre changes between parts, and steady ones of the same kind.

usage: compose_metre_changes.py OUT COUNT [--seed 1] [--steady] [--jobs 1]

A recording has two or three parts of 25 to 60 s in one key, at one tempo and with the same instruments. Each part has
rhythms, chords and a melody of its own, and plays with drums or without. With --steady, all parts are in one metre. Six stands
for two beats of three parts each; the length of a beat stays. Writes OUT/audio and OUT/labels.json, a list of {file, styles,
tempo, metre, beats, downbeats, parts}, parts as {start, end, metre}, `metre` that of most of the recording; times in seconds.
The same seed gives the same recordings.
"""

import random

import numpy as np

from rhythm.compose_clips import STYLES, Clip, drifting_beats, lay_harmony, lay_pattern_drums
from rhythm.render_clips import render
from rhythm.rendered_set import set_parser, write_set

# Styles that can stand beside each other in one piece, by what a musician counts.
FAMILIES = [
    {4: ["rock", "metal"], 3: ["threerock"], 5: ["fiverock"], 6: ["sixrock"], 7: ["sevenrock"]},
    {4: ["pop", "soul", "ballad"], 3: ["countrywaltz", "threerock", "waltz"], 5: ["five"], 6: ["sixeight", "sixrock"], 7: ["seven"]},
    {4: ["folk", "country", "chords"], 3: ["waltz", "countrywaltz"], 5: ["five"], 6: ["jig", "sixeight"]},
    {4: ["swing", "bossa"], 3: ["jazzwaltz"], 5: ["five"], 6: ["jig"]},
    {4: ["piano", "orchestra", "march"], 3: ["minuet", "waltz"], 6: ["sixmarch", "jig"]},
]
# What a part is in, with its share; of the first part, and of one whose metre differs from it.
FIRST = {4: 0.7, 3: 0.15, 6: 0.1, 5: 0.05}
OTHER = {4: 0.3, 3: 0.35, 6: 0.2, 5: 0.1, 7: 0.05}
TEMPI = 78, 160
PART_SECONDS = 25, 60
SHARE_OF_THREE_PARTS = 0.6
SHARE_WITHOUT_DRUMS = 0.25


def draw(shares, family, but, rng):
    """One of the metres of a family, by their shares."""
    metres = [metre for metre in shares if metre in family and metre != but]
    return rng.choices(metres, [shares[metre] for metre in metres])[0]


def plan(is_steady, rng):
    """The metre and the style of each part."""
    family = rng.choice(FAMILIES)
    first = draw(FIRST, family, None, rng)
    other = first if is_steady else draw(OTHER, family, first, rng)
    order = [first, other, first] if rng.random() < SHARE_OF_THREE_PARTS else [first, other]
    style_of = {metre: rng.choice(family[metre]) for metre in order}
    return [(metre, style_of[metre]) for metre in order]


def lay_part(whole, start, style, bars, key, mode):
    """Adds the notes and drums of a part, which starts at a beat."""
    part = Clip(style, whole.rng)
    part.bpm, part.swing, part.bars, part.times = whole.bpm, whole.swing, bars, whole.times[start:]
    has_drums = part.style.get("drums") and whole.rng.random() >= SHARE_WITHOUT_DRUMS
    if has_drums:
        lay_pattern_drums(part)
    lay_harmony(part, key, mode)
    whole.notes += [(start + beat, *note) for beat, *note in part.notes]
    whole.drums += part.drums


def compose(index, seed, out, is_steady):
    rng = random.Random(100_003 * seed + index)
    parts = plan(is_steady, rng)
    whole = Clip(parts[0][1], rng)
    whole.bpm = float(np.exp(rng.uniform(*np.log(TEMPI))))
    whole.times = drifting_beats(whole.bpm, rng.choice([0, 0, 0.004, 0.012]), PART_SECONDS[1] * 3 + 20, rng)
    key, mode = rng.randrange(12), rng.choice(["major", "minor"])
    rows, starts, beat = [], set(), 0
    for metre, style in parts:
        per_bar = STYLES[style].get("metre", 4)
        bars = round(rng.uniform(*PART_SECONDS) * whole.bpm / 60 / per_bar)
        lay_part(whole, beat, style, bars, key, mode)
        starts |= {beat + bar * per_bar for bar in range(bars)}
        rows.append((beat, beat + bars * per_bar, metre))
        beat += bars * per_bar
    # The notes and strokes of the last beats ring out; beats that are not played do not.
    whole.notes = [note for note in whole.notes if note[0] < beat]
    whole.times = whole.times[: beat + 4]
    path = out / "audio" / f"metre_{index:04d}.mp3"
    offset, rate = render(whole, path, [], seconds=whole.times[beat] + 1)

    def second(at):
        return round(whole.times[at] / rate - offset, 4)

    beats = [(second(at), at in starts) for at in range(beat) if second(at) >= 0]
    lengths = {metre: sum(end - start for start, end, own in rows if own == metre) for _, _, metre in rows}
    return {
        "file": path.name, "styles": [style for _, style in parts], "tempo": round(whole.bpm * rate, 3),
        "metre": max(lengths, key=lengths.get),
        "beats": [at for at, _ in beats], "downbeats": [at for at, is_first in beats if is_first],
        "parts": [{"start": max(0, second(start)), "end": second(end), "metre": metre} for start, end, metre in rows],
    }


def main():
    parser = set_parser()
    parser.add_argument("--steady", action="store_true")
    options = parser.parse_args()
    (options.out / "audio").mkdir(parents=True, exist_ok=True)
    write_set(options, compose, options.steady)


if __name__ == "__main__":
    main()
