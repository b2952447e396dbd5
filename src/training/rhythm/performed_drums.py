"""Reads and lays out drum performances of the Groove MIDI Dataset for the makers of clips. Needs mido, numpy."""

import csv

import mido
import numpy as np

from rhythm.render_clips import SECONDS

# The drums of the Groove data that General MIDI knows under other numbers.
OTHER_NUMBERS = {22: 42, 26: 46}
SNARES = (37, 38, 40)
# How many performances are looked through for one of a tempo, and how far its tempo may be from it.
PERFORMANCES_TRIED, MAX_OCTAVES = 12, 0.25


def read_performance(path):
    """Strokes of a drum performance as (beat, pitch, velocity)."""
    midi = mido.MidiFile(path)
    strokes = []
    for track in midi.tracks:
        ticks = 0
        for message in track:
            ticks += message.time
            if message.type == "note_on" and message.velocity > 0:
                pitch = OTHER_NUMBERS.get(message.note, message.note)
                strokes.append((ticks / midi.ticks_per_beat, pitch, message.velocity))
    return sorted(strokes)


def tapped_bpm(bpm, strokes):
    """The click's tempo, doubled or halved where the snare says that the pulse is elsewhere."""
    places = np.zeros(8)
    for beat, pitch, velocity in strokes:
        if pitch in SNARES and velocity > 60:
            places[round(2 * beat) % 8] += velocity
    backbeats, between, third = places[2] + places[6], places[1::2].sum(), places[4]
    if between > 2 * (backbeats + third) and 2 * bpm <= 215:
        return 2
    if bpm > 215 or (third > 2 * (backbeats + between) and bpm >= 110):
        return 0.5
    return 1


def lay_performed_drums(clip, performances):
    """Drums as a drummer played them, and the beats of the clip with them, up to a tenth faster or slower."""
    row = clip.rng.choice(performances)
    strokes = read_performance(row["path"])
    factor = tapped_bpm(float(row["bpm"]), strokes)
    clip.bpm = float(row["bpm"]) * factor * 2 ** clip.rng.uniform(-0.15, 0.15)
    clip.lay_beats(0)
    lay_strokes(clip, row, strokes, factor)


def lay_drums_at_tempo(clip, performances):
    """Drums as a drummer played them, at the beats of the clip; returns whether there are any of about its tempo."""
    for row in clip.rng.sample(performances, min(len(performances), PERFORMANCES_TRIED)):
        strokes = read_performance(row["path"])
        factor = tapped_bpm(float(row["bpm"]), strokes)
        if abs(np.log2(float(row["bpm"]) * factor / clip.bpm)) < MAX_OCTAVES:
            lay_strokes(clip, row, strokes, factor)
            return True
    return False


def lay_strokes(clip, row, strokes, factor):
    """A performance from one of its bars on, which begins anew when it ends; `factor` is beats to a beat of its click."""
    clip.source = row["drummer"]
    last = strokes[-1][0]
    beats_needed = (SECONDS + 4) * clip.bpm / 60 / factor
    start = 4 * clip.rng.randrange(0, max(1, int((last - beats_needed) / 4) + 1))
    length = max(4, 4 * int(last / 4 + 0.3))
    for repeat in range(int(beats_needed / length) + 2):
        for beat, pitch, velocity in strokes:
            place = (beat - start + repeat * length) * factor
            if beat >= length or place < 0 or place >= len(clip.times) - 2:
                continue
            whole = int(place)
            step = clip.times[whole + 1] - clip.times[whole]
            clip.drums.append((clip.times[whole] + (place - whole) * step, pitch, velocity))


def played_in_four(folder):
    """Rows of the Groove data's table: beats, not fills, in 4/4, of eight seconds or more."""
    with open(folder / "info.csv", encoding="latin1") as table:
        rows = [row for row in csv.DictReader(table) if row["beat_type"] == "beat"]
    kept = [row for row in rows if float(row["duration"]) >= 8 and row["midi_filename"].endswith("4-4.mid")]
    return [{**row, "path": str(folder / row["midi_filename"])} for row in kept]
