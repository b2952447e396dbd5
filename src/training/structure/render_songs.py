"""Renders whole songs of POP909 with their phrases, to judge sections and changes of tempo by.

usage: render_songs.py OUT COUNT POP909 PHRASES [--seed 1] [--skip 0] [--course steady|step|ramp] [--jobs 1]

POP909 is that of render_pop909.py, PHRASES the folder of that name that pop909_phrases.py describes. Instruments
are the same all through a song, so that only harmony and melody tell its phrases. With step, the tempo
is multiplied by 1.34 to 2, or divided, at a phrase in the middle; with ramp, it gets there over sixteen beats. Writes
OUT/audio and OUT/labels.json, a list of {file, song, tempo, beats, downbeats, phrases, tempoChanges}; times in seconds, phrases as
{start, end, letter}, changes as {start, end, factor}. Songs whose phrases do not match the MIDI file are left out.
"""

import random

import numpy as np

from rhythm.compose_clips import Clip, lay_pattern_drums
from structure.pop909_phrases import first_sixteenth, phrase_beats, read_melody, read_phrases
from rhythm.render_clips import render
from rhythm.rendered_set import set_parser, subfolders, write_set
from rhythm.render_pop909 import annotated, read_notes

METRE = 4
RAMP_BEATS = 16
# Ratios of tempo that count as a change, as natural logarithms.
MIN_CHANGE, MAX_CHANGE = np.log(1.34), np.log(2)


def changed(times, beat, course, rng):
    """Beat times with another tempo from a beat on, and the factor of the tempo."""
    factor = float(np.exp(rng.uniform(MIN_CHANGE, MAX_CHANGE)))
    steps = np.diff(times)
    if 60 / np.median(steps) > 95:
        factor = 1 / factor
    reach = RAMP_BEATS if course == "ramp" else 1
    shares = np.clip((np.arange(len(steps)) - beat + 1) / reach, 0, 1)
    return np.concatenate([times[:1], times[0] + np.cumsum(steps / factor**shares)]), factor


def song(index, seed, out, folders, phrases_folder, course):
    rng = random.Random(100_003 * seed + index)
    folder = folders[index]
    labels = phrases_folder / folder.name
    beats = annotated(folder / "beat_midi.txt")
    seconds = np.array([float(row[0]) for row in beats])
    notes = read_notes(folder / f"{folder.name}.mid")
    tracks = {number: channel for channel, number in enumerate(sorted({note[2] for note in notes}))}
    place = np.interp([[note[0], note[0] + note[1]] for note in notes], seconds, np.arange(len(seconds)))
    tune = [start for (start, _), note in zip(place, notes) if tracks[note[2]] == 0]
    first = first_sixteenth(read_melody(labels / "melody.txt"), tune)
    if first is None or first % 4 or np.diff(seconds).min() < 0.2 or np.diff(seconds).max() > 1.6:
        return None
    phrases = phrase_beats(read_phrases(labels / "human_label1.txt"), first)
    lead = int(phrases[0][0])
    if lead < 0 or phrases[-1][1] > len(seconds) + 2 * METRE:
        return None
    times, changes = seconds[lead:] - seconds[lead], []
    if course != "steady":
        start = int(phrases[len(phrases) // 2][0]) - lead
        times, factor = changed(times, start, course, rng)
        end = start + (RAMP_BEATS if course == "ramp" else 0)
        changes = [(start, min(end, len(times) - 1), factor)]
    clip = Clip(rng.choice(["pop", "ballad", "soul"]), rng)
    clip.times, clip.swing, clip.source, clip.metre = list(times), 0.5, "POP909", METRE
    clip.bars, clip.bpm = len(times) // METRE, 60 / float(np.median(np.diff(times)))
    for (start, end), (_, _, number, pitch, velocity) in zip(place, notes):
        if start >= lead:
            clip.notes.append((start - lead, end - start, [2, 1, 0][min(2, tracks[number])], pitch, velocity))
    clip.style = {**clip.style, "bass_sounds": [0, 0, 1, 4, 24]}
    if rng.random() < 0.6:
        lay_pattern_drums(clip)
    path = out / "audio" / f"song_{folder.name}.mp3"
    offset, rate = render(clip, path, [], seconds=float(times[-1]) + 2)

    def second(beat):
        return round(float(np.interp(beat, np.arange(len(times)), times)) / rate - offset, 4)

    marks = [(beat, second(beat)) for beat in range(len(times)) if second(beat) >= 0]
    rows = [(max(0, second(start - lead)), second(min(end - lead, len(times) - 1)), letter) for start, end, letter in phrases]
    return {
        "file": path.name, "song": int(folder.name), "tempo": round(clip.bpm * rate, 3),
        "beats": [at for _, at in marks], "downbeats": [at for beat, at in marks if beat % METRE == 0],
        "phrases": [{"start": start, "end": end, "letter": letter} for start, end, letter in rows if end > start],
        "tempoChanges": [{"start": second(start), "end": second(end), "factor": round(factor, 4)} for start, end, factor in changes],
    }


def main():
    parser = set_parser("songs", "phrases")
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--course", choices=["steady", "step", "ramp"], default="steady")
    options = parser.parse_args()
    (options.out / "audio").mkdir(parents=True, exist_ok=True)
    folders = subfolders(options.songs)[options.skip :]
    options.count = min(options.count, len(folders))
    write_set(options, song, folders, options.phrases, options.course)


if __name__ == "__main__":
    main()
