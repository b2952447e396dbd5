"""Renders excerpts of the chords of real songs, in the way of compose_clips.py.

usage: render_billboard.py OUT COUNT SONGS [--seed 1] [--groove FOLDER] [--voices FOLDER] [--jobs 1]

SONGS is the folder of salami_chords.txt files of the McGill Billboard annotations (CC0), by J. Burgoyne, J.
Wild and I. Fujinaga, "An Expert Ground Truth Set for Audio Chord Recognition and Music Analysis",
ISMIR, 2011: the chords and bars of songs from the charts of 1958 to 1991, with their tonics. Bass, chords,
melody and drums are those of a style at random, at the song's own bars; with --groove, which is the folder of that
option of compose_clips.py, most clips in four have the drums of a drummer of about their tempo. Labels are those of
compose_clips.py. The mode is that of the thirds of the tonic's chords; excerpts with both thirds have no
clip. Where all chords of the tonic lack a third, the melody brings it.
"""

import pathlib
import random
import re

import numpy as np

from rhythm.compose_clips import Clip, lay_harmony, lay_pattern_drums
from rhythm.performed_drums import lay_drums_at_tempo, played_in_four
from rhythm.render_clips import SECONDS, render
from rhythm.rendered_set import recordings_in, set_parser, write_set

TONICS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
# Beats in a bar, and the styles that fit.
METRES = {"4/4": 4, "12/8": 4, "3/4": 3}
STYLE_NAMES = {
    "4/4": ["rock", "rock", "metal", "punk", "thrash", "newwave", "ballad", "pop", "pop", "funk", "soul", "country",
            "disco", "folk", "chords", "rocknroll", "synthpop", "halftime", "strum", "reggae", "piano", "heavyslow"],
    "12/8": ["twelve", "shuffle", "slowblues"],
    "3/4": ["countrywaltz", "waltz", "threerock"],
}
# Styles whose guitars are distorted in most clips.
DRIVEN = ("rock", "metal", "punk", "thrash", "newwave", "heavyslow", "halftime", "threerock", "shuffle", "slowblues")
# Names of chords by the first letters of their quality, longest first.
KINDS = [
    ("maj7", "M7"), ("maj9", "M7"), ("maj13", "M7"), ("maj", "M"), ("min7", "m7"), ("min9", "m7"), ("min1", "m7"),
    ("min", "m"), ("hdim", "dim"), ("dim", "dim"), ("aug", "aug"), ("sus", "sus"), ("5", "5"), ("7", "7"), ("9", "7"),
    ("11", "sus"), ("13", "7"), ("1", "5"),
]
MAJOR_THIRD, MINOR_THIRD = ("M", "7", "M7", "aug"), ("m", "m7", "dim")
SCALES = {
    "major": [[0, 2, 4, 5, 7, 9, 11, 12], [0, 2, 4, 7, 9, 12], [0, 2, 4, 5, 7, 9, 10, 12], [0, 2, 3, 4, 7, 9, 12]],
    "minor": [[0, 2, 3, 5, 7, 8, 10, 12], [0, 3, 5, 7, 10, 12], [0, 3, 5, 6, 7, 10, 12], [0, 2, 3, 5, 7, 9, 10, 12]],
}


def pitch_class(name):
    return (TONICS[name[0]] + name.count("#") - name.count("b")) % 12


def chord_of(token):
    """(pitch class of the root, name in TRIADS), or None where no chord is written."""
    match = re.match(r"^([A-G][#b]*):([^/]+)", token)
    if not match:
        return None
    kind = next((kind for start, kind in KINDS if match[2].startswith(start)), None)
    return kind and (pitch_class(match[1]), kind)


def read_bars(path):
    """Bars of a song as (second, seconds long, [chord of each half], tonic, metre); None where the line is unclear."""
    tonic = metre = None
    lines = []
    for line in path.read_text().splitlines():
        if line.startswith("# tonic:"):
            tonic = pitch_class(line.split(":")[1].strip())
        elif line.startswith("# metre:"):
            metre = line.split(":")[1].strip()
        elif re.match(r"^[0-9.e-]+\t", line):
            second, text = line.split("\t", 1)
            lines.append((float(second), text, tonic, metre))
    bars = []
    for (second, text, tonic, metre), (end, *_) in zip(lines, lines[1:]):
        cells = [cell.split() for cell in text.split("|")[1:-1]]
        repeat = re.search(r"\bx([0-9]+)\b", text.split("|")[-1])
        cells = cells * (int(repeat[1]) if repeat else 1)
        halves = [halves_of(cell) for cell in cells]
        if not cells or metre not in METRES or tonic is None or None in halves:
            bars.append(None)
            continue
        each = (end - second) / len(cells)
        bars += [(second + index * each, each, pair, tonic, metre) for index, pair in enumerate(halves)]
    return bars


def halves_of(cell):
    """Chords of the two halves of a bar, or None where it is not of the song's metre or has no chord."""
    chords = []
    for token in cell:
        if token.startswith("(") or not (token == "." or chord_of(token)):
            return None
        chords.append(chords[-1] if token == "." and chords else chord_of(token))
    if not chords or None in chords:
        return None
    return [chords[0], chords[len(chords) // 2]]


def stretches(bars):
    """Runs of bars of one tonic, metre and tempo that last long enough for a clip."""
    run = []
    for bar in [*bars, None]:
        if bar and run and bar[3:] == run[-1][3:] and 0.85 < bar[1] / run[-1][1] < 1.18:
            run.append(bar)
            continue
        if run and run[-1][0] + run[-1][1] - run[0][0] > SECONDS + 12:
            yield run
        run = [bar] if bar else []


def mode_of(bars, tonic, rng):
    """Mode by the thirds of the tonic's chords, None where they disagree or the tonic is not heard."""
    kinds = [kind for *_, pair, _, _ in bars for root, kind in pair if root == tonic]
    major, minor = (sum(kind in thirds for kind in kinds) for thirds in (MAJOR_THIRD, MINOR_THIRD))
    if len(kinds) < 0.12 * 2 * len(bars) or min(major, minor) > 0.2 * max(major, minor):
        return None
    if major == minor == 0:
        return rng.choice(["major", "minor", "minor"])
    return "major" if major > minor else "minor"


def excerpt(index, seed, out, songs, performances, voices):
    rng = random.Random(100_003 * seed + index)
    runs = list(stretches(read_bars(songs[index % len(songs)])))
    if not runs:
        return None
    run = rng.choice(runs)
    lasting = [i for i, bar in enumerate(run) if run[-1][0] + run[-1][1] - bar[0] > SECONDS + 11]
    run = run[rng.choice(lasting) :]
    tonic, metre = run[0][3:]
    heard = [bar for bar in run if bar[0] - run[0][0] < SECONDS + 4]
    mode = mode_of(heard, tonic, rng)
    if mode is None:
        return None
    style = rng.choice(STYLE_NAMES[metre])
    clip = Clip(style, rng)
    clip.metre, clip.source = METRES[metre], "Billboard"
    speed = 2 ** rng.uniform(-0.15, 0.15)
    clip.times = [
        (second - run[0][0] + beat / clip.metre * each) / speed
        for second, each, *_ in run for beat in range(clip.metre)
        if second - run[0][0] < speed * (SECONDS + 8)
    ]
    steps = np.diff(clip.times)
    if steps.min() < 0.2 or steps.max() > 1.6:
        return None
    clip.bars, clip.bpm = len(clip.times) // clip.metre, 60 / float(np.median(steps))
    key = rng.randrange(12)
    song = [((root - tonic) % 12, kind) for *_, pair, _, _ in run for root, kind in pair]
    # Guitars that are driven hard play fifths, whose distortion sounds like a major third.
    if style in DRIVEN and rng.random() < 0.8:
        clip.driven, clip.style = True, {**clip.style, "chord_sounds": [25, 26, 27, 27, 28, 29]}
        if rng.random() < 0.6:
            song = [(root, "5" if kind not in ("dim", "aug") else kind) for root, kind in song]
    lay_harmony(clip, key, mode, song, rng.choice(SCALES[mode]))
    families = clip.style.get("played", []) if clip.metre == 4 else []
    fitting = [row for row in performances if any(row["style"].startswith(family) for family in families)]
    if not (fitting and lay_drums_at_tempo(clip, fitting)):
        if clip.style.get("drums") and rng.random() < clip.style.get("drummed", 0.9):
            lay_pattern_drums(clip)
    path = out / f"billboard_{index:04d}.mp3"
    start, rate = render(clip, path, voices)
    marks = [(clip.times[i] / rate - start, i % clip.metre == 0) for i in range(len(clip.times))]
    marks = [(round(float(t), 4), is_first) for t, is_first in marks if 0 <= t < SECONDS - 0.05]
    return {
        "file": path.name, "style": f"billboard-{style}", "source": clip.source, "song": index % len(songs), "metre": int(metre.split("/")[0]),
        "beats_each": clip.metre, "key": key, "mode": mode,
        "tempo": round(60 / float(np.median(np.diff([t for t, _ in marks]))), 3),
        "beats": [t for t, _ in marks], "downbeats": [t for t, is_first in marks if is_first],
    }


def main():
    parser = set_parser("songs")
    parser.add_argument("--groove", type=pathlib.Path)
    parser.add_argument("--voices", type=pathlib.Path)
    options = parser.parse_args()
    songs = sorted(options.songs.rglob("salami_chords.txt"))
    performances = played_in_four(options.groove) if options.groove else []
    write_set(options, excerpt, songs, performances, recordings_in(options.voices))


if __name__ == "__main__":
    main()
