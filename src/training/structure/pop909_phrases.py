"""Phrases of POP909's songs, in the beats of its MIDI files.

The labels are those of S. Dai, H. Zhang and R. Dannenberg, "Automatic Analysis and Influence of Hierarchical
Structure on Melody, Rhythm and Harmony in Popular Music", Proc. MuMe and CSMC, 2020 (MIT licence): a letter and
a number of bars for each phrase. Capital letters have the melody of a singer, small ones do not; i is an
introduction, b a bridge, o an end, x no phrase. Their bars were aligned anew, so that the phrases
are found in the MIDI file by the onsets of the melody.
"""

import re

import numpy as np

# Sixteenths in a beat, and beats in a bar. Songs in another metre are left out.
PARTS, METRE = 4, 4
# Minimum share of the melody's onsets that coincide with those of the MIDI file.
MIN_MATCH = 0.9


def read_phrases(path):
    """(letter, bars long) of each phrase."""
    return [(letter, int(bars)) for letter, bars in re.findall(r"([A-Za-z])(\d+)", path.read_text())]


def read_melody(path):
    """Sixteenths at which the notes of the melody start."""
    place, starts = 0, []
    for line in path.read_text().splitlines():
        pitch, length = (int(part) for part in line.split())
        if pitch > 0:
            starts.append(place)
        place += length
    return np.array(starts, int)


def first_sixteenth(melody, starts):
    """Sixteenth of the MIDI file's grid at which the labelled melody begins; None where they do not match.

    melody: sixteenths of its notes, from the beginning of the labels; starts: beats of the notes of the MIDI file.
    """
    grid = set(np.round(np.asarray(starts) * PARTS).astype(int))
    if len(melody) == 0 or not grid:
        return None
    shares = {shift: np.mean([place + shift in grid for place in melody]) for shift in range(-160, 161)}
    best = max(shares, key=shares.get)
    return best if shares[best] >= MIN_MATCH else None


def phrase_beats(phrases, first):
    """(first beat, beat after the last, letter) of each phrase, in beats of the MIDI file."""
    rows, beat = [], first / PARTS
    for letter, bars in phrases:
        rows.append((beat, beat + METRE * bars, letter))
        beat += METRE * bars
    return rows
