"""Sings random melodies with the recorded diphones of Festival's voices, as voices to mix over music.

usage: sing_melodies.py OUT [--count 8] [--seed 5]

Writes OUT/VOICE_0.wav and so on, COUNT for each voice, of 24 s and more. Files that exist are kept. Needs Festival and
its voices (Debian: festival, festvox-kallpc16k, festvox-kdlpc16k, festvox-us-slt-hts, festvox-italp16k, festvox-itapc16k,
festvox-suopuhe-mv, festvox-suopuhe-lj, festvox-czech-dita, festvox-czech-krb, festvox-czech-machac, festvox-czech-ph).
"""

import argparse
import pathlib
import random
import subprocess

ENGLISH = """love you me and the sky night day home run far way sun rain fall down go know see say time heart mind free song sing
long gone stay blue true dream light fire cold old road world hand eye lie cry all one more by my no so we feel real""".split()
SYLLABLES = "la ma no si do re mi ve lu so pa te ri go ba na le vo ta di fa mo ni sa".split()
# Lowest and highest note of each voice (MIDI numbers), and its words.
VOICES = {
    "kal_diphone": (45, 62, ENGLISH),
    "ked_diphone": (43, 60, ENGLISH),
    "cmu_us_slt_arctic_hts": (55, 72, ENGLISH),
    "lp_diphone": (55, 72, SYLLABLES),
    "pc_diphone": (43, 60, SYLLABLES),
    "hy_fi_mv_diphone": (43, 60, SYLLABLES),
    "suo_fi_lj_diphone": (55, 71, SYLLABLES),
    "czech_dita": (55, 71, SYLLABLES),
    "czech_krb": (57, 74, SYLLABLES),
    "czech_machac": (43, 60, SYLLABLES),
    "czech_ph": (43, 60, SYLLABLES),
}
SCALES = ([0, 2, 4, 5, 7, 9, 11], [0, 2, 3, 5, 7, 8, 10], [0, 3, 5, 7, 10], [0, 2, 4, 7, 9])
NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
SECONDS = 24
HEAD = """<?xml version="1.0"?>
<!DOCTYPE SINGING PUBLIC "-//SINGING//DTD SINGING mark up//EN"
      "Singing.v0_1.dtd"
[]>
"""


def melody(lowest, highest, words, rng):
    """A text that Festival sings: phrases of four to nine notes, which move by steps of a scale, with rests between."""
    bpm = rng.choice([70, 80, 90, 100, 110, 120, 130])
    root, scale = rng.randrange(12), rng.choice(SCALES)
    pitches = [pitch for pitch in range(lowest, highest + 1) if (pitch - root) % 12 in scale]
    place, seconds, notes = len(pitches) // 2, 0.0, []
    while seconds < SECONDS:
        count = rng.randint(4, 9)
        for index in range(count):
            place = min(len(pitches) - 1, max(0, place + rng.choice([-2, -1, -1, 0, 0, 1, 1, 2])))
            beats = rng.choice([0.5, 0.5, 0.5, 1, 1, 1.5, 2]) if index < count - 1 else rng.choice([1.5, 2, 3])
            if bpm <= 80 and rng.random() < 0.5:
                beats = max(0.25, beats / 2)
            seconds += beats * 60 / bpm
            name = f"{NAMES[pitches[place] % 12]}{pitches[place] // 12 - 1}"
            notes.append(f'<PITCH NOTE="{name}"><DURATION BEATS="{beats}">{rng.choice(words)}</DURATION></PITCH>')
        rest = rng.choice([0.5, 1, 1, 2])
        seconds += rest * 60 / bpm
        notes.append(f'<REST BEATS="{rest}"></REST>')
    return f'{HEAD}<SINGING BPM="{bpm}">\n' + "\n".join(notes) + "\n</SINGING>\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rng = random.Random(options.seed)
    text = options.out / "melody.xml"
    for voice, (lowest, highest, words) in VOICES.items():
        for number in range(options.count):
            text.write_text(melody(lowest, highest, words, rng))
            target = options.out / f"{voice}_{number}.wav"
            if not target.exists():
                command = ["text2wave", "-eval", f"(voice_{voice})", "-mode", "singing", str(text), "-o", str(target)]
                subprocess.run(command, stderr=subprocess.DEVNULL, timeout=120)
    text.unlink()


if __name__ == "__main__":
    main()
