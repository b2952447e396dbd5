"""Renders excerpts of POP909 whose beats are annotated, in the way of compose_clips.py.

usage: render_pop909.py OUT COUNT POP909 [--seed 1] [--voices FOLDER] [--jobs 1]

POP909 is the folder of that name in the dataset's public repository (MIT licence): 909 piano
arrangements of pop songs by people, by Z. Wang et al., "POP909: A Pop-song Dataset for Music
Arrangement Generation", ISMIR, 2020. Melody, bridge and piano are given other instruments, and most
excerpts drums. Labels are those of compose_clips.py. Beats are those of beat_midi.txt, which lie on the
notes; beat_audio.txt describes recordings that the MIDI files are out of line with.
"""

import pathlib
import random

import mido
import numpy as np

from rhythm.compose_clips import Clip, lay_pattern_drums
from rhythm.render_clips import SECONDS, render
from rhythm.rendered_set import recordings_in, set_parser, subfolders, write_set

TONICS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


def annotated(path):
    return [line.split() for line in path.read_text().splitlines() if line.strip()]


def read_notes(path):
    """Second, length, track and pitch and velocity of every note; mido follows the tempo changes."""
    midi = mido.MidiFile(path)
    tempi, notes = [], []
    for track in midi.tracks:
        ticks = 0
        for message in track:
            ticks += message.time
            if message.type == "set_tempo":
                tempi.append((ticks, message.tempo))
    tempi.sort()
    ticks, tempos = (np.array(part, float) for part in zip(*(tempi or [(0, 500_000)])))
    starts = np.concatenate([[0], np.cumsum(np.diff(ticks) * tempos[:-1])]) / 1e6 / midi.ticks_per_beat

    def second(tick):
        place = max(0, np.searchsorted(ticks, tick, "right") - 1)
        return starts[place] + (tick - ticks[place]) * tempos[place] / 1e6 / midi.ticks_per_beat

    for number, track in enumerate(midi.tracks):
        tick, sounding = 0, {}
        for message in track:
            tick += message.time
            if message.type == "note_on" and message.velocity > 0:
                sounding[message.note] = second(tick), message.velocity
            elif message.type in ("note_off", "note_on") and message.note in sounding:
                start, velocity = sounding.pop(message.note)
                notes.append((start, second(tick) - start, number, message.note, velocity))
    return notes


def excerpt(index, seed, out, songs, voices):
    rng = random.Random(100_003 * seed + index)
    folder = songs[index % len(songs)]
    keys, beats = annotated(folder / "key_audio.txt"), annotated(folder / "beat_midi.txt")
    firsts = [float(row[2]) == 1 for row in beats]  # The second column marks bars of two beats.
    seconds = np.array([float(row[0]) for row in beats])
    if len(keys) != 1 or len(seconds) < 60:
        return None
    steps = np.diff(seconds)
    first = rng.randrange(8, max(9, len(seconds) - int((SECONDS + 6) / np.median(steps)) - 1))
    while first < len(beats) - 1 and not firsts[first]:
        first += 1
    speed = 2 ** rng.uniform(-0.15, 0.15)
    times = (seconds[first:] - seconds[first]) / speed
    times = times[times < SECONDS + 8]
    bars = np.flatnonzero(firsts[first : first + len(times)])
    if len(times) < 24 or np.any(np.diff(bars) != 4):
        return None
    if np.diff(times).min() < 0.2 or np.diff(times).max() > 1.6:
        return None
    clip = Clip(rng.choice(["pop", "ballad", "soul"]), rng)
    clip.times, clip.swing, clip.source = list(times), 0.5, "POP909"
    clip.metre, clip.bars = 4, len(times) // 4
    clip.bpm = 60 / float(np.median(np.diff(times)))
    shift = rng.randrange(-5, 7)
    notes = read_notes(folder / f"{folder.name}.mid")
    tracks = {number: channel for channel, number in enumerate(sorted({note[2] for note in notes}))}
    channels = [2, 1, 0]
    for start, length, number, pitch, velocity in notes:
        place = np.interp([start, start + length], seconds, np.arange(len(seconds)) - first)
        if place[0] >= 0 and place[0] < len(times) - 4:
            channel = channels[min(2, tracks[number])]
            clip.notes.append((place[0], place[1] - place[0], channel, pitch + shift, velocity))
    clip.style = {**clip.style, "bass_sounds": [0, 0, 1, 4, 24]}
    if rng.random() < 0.6:
        lay_pattern_drums(clip)
    path = out / f"pop909_{index:04d}.mp3"
    start, rate = render(clip, path, voices)
    marks = [(times[i] / rate - start, firsts[first + i]) for i in range(len(times))]
    marks = [(round(float(t), 4), is_first) for t, is_first in marks if 0 <= t < SECONDS - 0.05]
    tonic, mode = keys[0][2].split(":")
    pitch_class = (TONICS[tonic[0]] + tonic.count("#") - tonic.count("b") + shift) % 12
    return {
        "file": path.name, "style": "pop909", "source": "POP909", "song": index % len(songs), "metre": 4, "beats_each": 4, "key": pitch_class,
        "mode": mode[:3] + "or", "tempo": round(60 / float(np.median(np.diff([t for t, _ in marks]))), 3),
        "beats": [t for t, _ in marks], "downbeats": [t for t, is_first in marks if is_first],
    }


def main():
    parser = set_parser("songs")
    parser.add_argument("--voices", type=pathlib.Path)
    options = parser.parse_args()
    write_set(options, excerpt, subfolders(options.songs), recordings_in(options.voices))


if __name__ == "__main__":
    main()
