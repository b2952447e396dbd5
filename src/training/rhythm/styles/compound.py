"""Styles in compound, triple and odd metres, at every speed at which they are played.

Patterns, tempi and names are those of usual.py. `parts` is the number of notes to a beat in the melody;
`counted` is what a musician counts: 6 for two beats of three parts, 9 for three, 12 for four.
"""

FIDDLES, REEDS, PLUCKED = [40, 40, 110, 21], [73, 72, 75, 22, 109], [24, 25, 105, 15, 46]

COMPOUND_STYLES = {
    "jig": {
        "metre": 2, "counted": 6, "parts": 3, "bpm": (92, 148), "drummed": 0.35, "drift": [0, 0.006, 0.015],
        "drums": [{"kick": "x--x--", "shaker": "xoxxox"}, {"kick": "x--o--", "tambourine": "x-xx-x"}, {"conga": "x-oxoo"}, {"kick": "x-----", "snare": "x-xx-x"}],
        "bass": ["x--x--", "x-----"], "chords": ["x-xx-x", "x--x--", "--x--x", "x-xxxx", "x--x-x"], "melody": 0.85, "bars_each": [1, 2],
        "bass_sounds": [24, 25, 32, 21], "chord_sounds": [24, 25, 25, 21, 0, 105], "tune_sounds": [*FIDDLES, *REEDS, *PLUCKED], "sustain": 0.25, "voice": 0,
    },
    "slipjig": {
        "metre": 3, "counted": 9, "parts": 3, "bpm": (88, 146), "drummed": 0.3, "drift": [0, 0.006, 0.015],
        "drums": [{"kick": "x--x--x--", "shaker": "xoxxoxxox"}, {"kick": "x--------", "tambourine": "x-xx-xx-x"}, {"conga": "x-oxooxoo"}],
        "bass": ["x--x--x--", "x-----x--", "x--------"], "chords": ["x-xx-xx-x", "x--x--x--", "--x--x--x", "x-----x--"], "melody": 0.85, "bars_each": [1, 2],
        "bass_sounds": [24, 25, 32, 21], "chord_sounds": [24, 25, 25, 21, 0, 105], "tune_sounds": [*FIDDLES, *REEDS, *PLUCKED], "sustain": 0.25, "voice": 0,
    },
    "sixmarch": {
        "metre": 2, "counted": 6, "parts": 3, "bpm": (96, 132), "drummed": 0.7, "drift": [0, 0.01], "drums": [{"kick": "x--x--", "snare": "x-xxxx"}, {"kick": "x--x--", "snare": "--x--x"}, {"kick": "x-----", "snare": "x-xx-x", "crash": "x-----"}],
        "bass": ["x--x--"], "chords": ["--x--x", "x-xx-x", "-xx-xx"], "bass_sounds": [58, 43, 70], "chord_sounds": [60, 61, 48, 109], "tune_sounds": [56, 72, 73, 109, 60], "melody": 0.7, "sustain": 0.2, "voice": 0,
    },
    "tarantella": {
        "metre": 2, "counted": 6, "parts": 3, "bpm": (130, 184), "drummed": 0.5, "drums": [{"kick": "x--x--", "tambourine": "xxxxxx"}, {"tambourine": "x-xx-x", "kick": "x-----"}],
        "bass": ["x--x--", "x-----"], "chords": ["x-xx-x", "-xx-xx", "--x--x", "x--x--"], "bass_sounds": [24, 32, 43], "chord_sounds": [24, 21, 0, 15], "tune_sounds": [40, 21, 22, 105, 71], "melody": 0.75, "sustain": 0.2, "voice": 0,
    },
    "sixrock": {
        "metre": 2, "counted": 6, "parts": 3, "bpm": (48, 104), "drummed": 0.9, "drift": [0, 0.006], "voice": 0.5,
        "drums": [{"kick": "x-----", "snare": "---x--", "closed": "xxxxxx"}, {"kick": "x----x", "snare": "---x--", "ride": "x-xx-x"}, {"kick": "x-xx-x", "snare": "---x--", "crash": "x--x--"}, {"kick": "x-----------", "snare": "------x-----", "closed": "x-x-x-x-x-x-"}],
        "bass": ["x-----", "x--x--", "x-xx-x", "x----x"], "chords": ["x-----", "xxxxxx", "x--x--", "x-xx-x"], "arpeggio": 0.4, "melody": 0.4, "bars_each": [1, 2],
        "bass_sounds": [33, 34, 32], "chord_sounds": [29, 30, 27, 0, 24, 16], "tune_sounds": [29, 30, 52, 53, 54, 40, 81], "sustain": 0.5,
    },
    "twelve": {
        "metre": 4, "counted": 12, "parts": 3, "bpm": (48, 138), "drummed": 0.85, "drift": [0, 0.006, 0.015], "played": [],
        "drums": [
            {"kick": "x-----x-----", "snare": "---x-----x--", "closed": "xxxxxxxxxxxx"}, {"kick": "x----xx----x", "snare": "---x-----x--", "ride": "x-xx-xx-xx-x"},
            {"kick": "x--x--x--x--", "snare": "---x-----x--", "shaker": "xooxooxooxoo"}, {"cowbell": "x-x-xx-x-x-x", "conga": "x-oxoox-oxoo", "kick": "x-----x-----"},
        ],
        "bass": ["x--x--x--x--", "x----xx----x", "x-----------", "x--x-xx--x-x"], "chords": ["xxxxxxxxxxxx", "x--x--x--x--", "-xx-xx-xx-xx", "---x-----x--", "x-----------"], "arpeggio": 0.5, "melody": 0.45,
        "bass_sounds": [32, 33, 34], "chord_sounds": [0, 4, 16, 26, 27, 24, 48], "tune_sounds": [52, 53, 54, 65, 22, 40, 73, 30], "sustain": 0.35, "bars_each": [1, 1, 2], "voice": 0.5,
    },
    "waltz": {
        "metre": 3, "bpm": (78, 200), "drummed": 0.45, "drift": [0, 0.006, 0.015, 0.03],
        "drums": [{"kick": "x-----------", "snare": "----x---x---"}, {"kick": "x-----------", "closed": "x---x---x---", "rim": "----x---x---"}, {"ride": "x---x-x-x---", "pedal": "----x---x---", "kick": "x-----------"}, {"kick": "x-------x---", "snare": "----x-------", "closed": "x-x-x-x-x-x-"}],
        "bass": ["x-----------", "x-------x---", "x---x---x---"], "chords": ["----x---x---", "x-x-x-x-x-x-", "x-----------", "--x-x-x-x-x-", "x---x---x---"], "arpeggio": 0.4, "melody": 0.55, "bars_each": [1, 1, 2],
        "bass_sounds": [32, 43, 58, 0, 33], "chord_sounds": [0, 21, 48, 24, 25, 4], "tune_sounds": [40, 21, 73, 71, 0, 48, 52], "sustain": 0.4, "voice": 0.2,
    },
    "jazzwaltz": {
        "metre": 3, "bpm": (96, 196), "drummed": 0.9, "swing": [0.6, 0.667], "drift": [0, 0.01], "parts": 2, "walk": True,
        "drums": [{"ride": "x--x-xx--", "pedal": "---x--x--"}, {"ride": "x--x-xx-x", "kick": "x--------", "snare": "-----x---"}, {"ride": "x-xx-xx-x", "pedal": "---x-----", "kick": "x----x---"}],
        "bass": ["x--------", "x--x--x--", "x-----x--"], "chords": ["x----x---", "---x-----", "x--------"], "bass_sounds": [32], "chord_sounds": [0, 4, 26, 11], "tune_sounds": [65, 66, 56, 11, 73, 0], "sustain": 0.3, "melody": 0.5, "bars_each": [1, 2, 2], "voice": 0,
    },
    "threerock": {
        "metre": 3, "bpm": (92, 176), "drums": [{"kick": "x-----------", "snare": "--------x---", "closed": "x-x-x-x-x-x-"}, {"kick": "x-----x-----", "snare": "--------x---", "ride": "x---x---x---"}, {"kick": "x-x---x-x---", "snare": "----x-------", "crash": "x---x---x---"}],
        "bass": ["x-x-x-x-x-x-", "x-----------", "x-----x-x---"], "chords": ["x-----------", "x-x-x-x-x-x-", "x-----x-x---"], "bass_sounds": [33, 34], "chord_sounds": [29, 30, 27, 25], "tune_sounds": [29, 30, 52, 53], "voice": 0.4, "bars_each": [1, 2],
    },
    "fiverock": {
        "metre": 5, "bpm": (88, 190), "drums": [{"kick": "x-----x-----x-------", "snare": "----x-------x---x---", "closed": "x-x-x-x-x-x-x-x-x-x-"}, {"kick": "x-------x-----------", "snare": "----x-----------x---", "ride": "x---x---x---x---x---"}, {"kick": "x-----------x-------", "snare": "--------x-------x---", "crash": "x-------x-------x---"}],
        "bass": ["x-----x-----x---x---", "x-x-x-x-x-x-x-x-x-x-", "x-----------x-------"], "chords": ["x-----x-----x---x---", "x-------------------", "x-x-x-x-x-x-x-x-x-x-"], "bass_sounds": [33, 34, 38], "chord_sounds": [29, 30, 4, 81], "tune_sounds": [30, 65, 81, 52], "voice": 0.2,
    },
    "sevenrock": {
        "metre": 7, "bpm": (96, 200), "drums": [{"kick": "x-------x-------x-----x-----", "snare": "----x-------x-----------x---", "closed": "x-x-x-x-x-x-x-x-x-x-x-x-x-x-"}, {"kick": "x-----x-----x---x-----------", "snare": "----x-------x-----------x---", "ride": "x---x---x---x---x---x---x---"}],
        "bass": ["x-------x-------x---x-------", "x-x-x-x-x-x-x-x-x-x-x-x-x-x-"], "chords": ["x-------x-------x-----------", "x---------------------------", "x-x-x-x-x-x-x-x-x-x-x-x-x-x-"], "bass_sounds": [33, 34, 38], "chord_sounds": [29, 30, 27, 81], "tune_sounds": [30, 65, 81, 52], "voice": 0.2,
    },
}
