"""Styles of electronic music, metal, punk, jazz and games at their conventional tempi.

Patterns, tempi and names are those of usual.py. Where a style is fast, the snare on the second and fourth
beat, or the kick on all of them, says what a beat is.
"""

from rhythm.styles.usual import BACKBEAT, BRASS, SYNTHS, VOICES

TWO_STEP = [
    {"kick": "x---------x-----", "snare": "----x-------x---", "closed": "x-x-x-x-x-x-x-x-"},
    {"kick": "x-x-------xx----", "snare": "----x--o-o--x--o", "ride": "x-x-x-x-x-x-x-x-"},
    {"kick": "x-----x---x-----", "snare": "----x--o----x-o-", "closed": "xoxoxoxoxoxoxoxo"},
    {"kick": "x---------x-----", "snare": "----x-------x---", "shaker": "xxxxxxxxxxxxxxxx"},
    {"kick": "x--x--x---x-----", "snare": "----x-------x---", "open": "--x---x---x---x-"},
]
THUMP = [
    {"kick": "x---x---x---x---"},
    {"kick": "x---x---x---x---", "open": "--x---x---x---x-"},
    {"kick": "x---x---x---x---", "closed": "xoxoxoxoxoxoxoxo", "clap": "----x-------x---"},
    {"kick": "x---x---x---x---", "open": "--x---x---x---x-", "ride": "x---x---x---x---"},
    {"kick": "x---x---x---x--x", "open": "--x---x---x---x-", "clap": "----x-------x---", "shaker": "xoxoxoxoxoxoxoxo"},
]
FAST_ROCK = [
    {"kick": "x-------x-------", "snare": "----x-------x---", "closed": "x-x-x-x-x-x-x-x-"},
    {"kick": "x-----x-x-------", "snare": "----x-------x---", "crash": "x---x---x---x---"},
    {"kick": "x---------x-----", "snare": "----x-------x---", "open": "x---x---x---x---"},
    {"kick": "x-x---x-x-x---x-", "snare": "----x-------x---", "ride": "x---x---x---x---"},
]
BLAST = [
    {"kick": "xxxxxxxxxxxxxxxx", "snare": "----x-------x---", "crash": "x---x---x---x---"},
    {"kick": "x-x-x-x-x-x-x-x-", "snare": "----x-------x---", "ride": "x-x-x-x-x-x-x-x-"},
    {"kick": "x-xxx-xxx-xxx-xx", "snare": "----x-------x---", "ride": "x---x---x---x---"},
    {"kick": "x---x---x---x---", "snare": "--x---x---x---x-", "ride": "x---x---x---x---"},
]

FAST_STYLES = {
    "drumandbass": {
        "bpm": (160, 184), "played": ["dance/breakbeat"], "drums": TWO_STEP, "drummed": 1,
        "bass": ["x---------x-----", "x---------------", "x-----x-x-----x-", "x--x--x---x-x---"], "chords": ["x---------------", "x-----x---------", "x--x--x--x--x-x-"],
        "bass_sounds": [*SYNTHS, 87], "chord_sounds": [89, 90, 4, 48, 81], "tune_sounds": [80, 81, 52, 4], "melody": 0.2, "bars_each": [1, 2, 4], "voice": 0.3, "sustain": 0.9,
    },
    "techno": {
        "bpm": (122, 152), "drums": THUMP, "drummed": 1, "bass": ["--x---x---x---x-", "-xxx-xxx-xxx-xxx", "x-xx-x-xx-xx-x-x", "x---------------"], "chords": ["---x-----x------", "x---------------", "--x---x---x---x-", "x--x--x--x--x-x-"],
        "bass_sounds": [*SYNTHS, 87], "chord_sounds": [81, 90, 62, 88, 80], "tune_sounds": [80, 81, 87], "melody": 0.15, "bars_each": [2, 4, 8], "voice": 0.1, "sustain": 0.3,
    },
    "hardcore": {
        "bpm": (158, 205), "drums": THUMP, "drummed": 1, "bass": ["--x---x---x---x-", "-xxx-xxx-xxx-xxx", "x---x---x---x---"], "chords": ["--x---x---x---x-", "x--x--x---x--x--", "x---------------", "x-x-x-x-x-x-x-x-"], "arpeggio": 0.4,
        "bass_sounds": [*SYNTHS, 87], "chord_sounds": [81, 90, 62, 0, 4], "tune_sounds": [80, 81, 0], "melody": 0.5, "bars_each": [1, 1, 2], "voice": 0.2, "sustain": 0.25,
    },
    "trance": {
        "bpm": (128, 148), "drums": THUMP[1:], "drummed": 1, "bass": ["--x---x---x---x-", "-xxx-xxx-xxx-xxx", "--xx--xx--xx--xx"], "chords": ["x---------------", "x--x--x--x--x-x-", "xxxxxxxxxxxxxxxx"], "arpeggio": 0.7,
        "bass_sounds": SYNTHS, "chord_sounds": [81, 90, 88, 89], "tune_sounds": [80, 81, 90], "melody": 0.4, "bars_each": [1, 2], "sustain": 0.4,
    },
    "punk": {
        "bpm": (148, 220), "played": ["punk"], "drums": FAST_ROCK, "drummed": 1, "bass": ["x-x-x-x-x-x-x-x-"], "chords": ["x-x-x-x-x-x-x-x-", "x---------------", "x-----x-x-------", "x---x---x---x---"],
        "bass_sounds": [33, 34], "chord_sounds": [29, 30], "tune_sounds": [29, 30, *VOICES], "melody": 0.4, "sustain": 0.4, "bars_each": [1, 1, 2], "voice": 0.5,
    },
    "thrash": {
        "bpm": (140, 224), "played": ["punk", "rock/prog"], "drums": [*BLAST, *FAST_ROCK[:2]], "drummed": 1, "bass": ["x-x-x-x-x-x-x-x-", "xxxxxxxxxxxxxxxx", "x-xxx-xxx-xxx-xx"], "chords": ["x-x-x-x-x-x-x-x-", "x-xxx-xxx-xxx-xx", "x---------------", "x-----x---x-x---"],
        "bass_sounds": [33, 34], "chord_sounds": [29, 30, 30], "tune_sounds": [29, 30], "melody": 0.25, "sustain": 0.3, "bars_each": [1, 2, 4], "voice": 0.4,
    },
    "heavyslow": {
        "bpm": (60, 108), "played": ["rock/prog", "rock"], "drummed": 1,
        "drums": [{"kick": "x-x-------x-x---", "snare": "--------x-------", "crash": "x---x---x---x---"}, {"kick": "x---------x-----", "snare": "----x-------x---", "crash": "x---x---x---x---"}, {"kick": "x-xxx-xxx-xxx-xx", "snare": "----x-------x---", "ride": "x---x---x---x---"}, {"kick": "xxxxxxxxxxxxxxxx", "snare": "----x-------x---", "closed": "x-x-x-x-x-x-x-x-"}],
        "bass": ["x-x-------x-x---", "x-x-x-x-x-x-x-x-", "x-------x-----x-"], "chords": ["x---------------", "x-x-------x-x---", "x-----x-x-----x-", "xxxxxxxxxxxxxxxx"],
        "bass_sounds": [33, 34], "chord_sounds": [29, 30, 30], "tune_sounds": [29, 30], "melody": 0.2, "sustain": 0.6, "bars_each": [1, 2], "voice": 0.4,
    },
    "rocknroll": {
        "bpm": (140, 208), "played": ["rock/rockabilly", "rock/rocknroll"], "swing": [0.5, 0.56, 0.62], "drums": [{"kick": "x-------x-------", "snare": "----x-------x---", "ride": "x-x-x-x-x-x-x-x-"}, {"kick": "x---x---x---x---", "snare": "----x-x-----x-x-", "closed": "x---x---x---x---"}],
        "bass": ["x---x---x---x---", "x-x-x-x-x-x-x-x-"], "chords": ["x-x-x-x-x-x-x-x-", "----x-------x---", "x-----x---------"], "walk": True, "bass_sounds": [32, 33], "chord_sounds": [26, 27, 0], "tune_sounds": [27, 66, 0, *VOICES], "sustain": 0.25, "bars_each": [1, 2, 4], "voice": 0.4,
    },
    "newwave": {
        "bpm": (112, 186), "played": ["rock", "pop", "punk"], "drums": [*BACKBEAT, *FAST_ROCK[:1]], "bass": ["x-x-x-x-x-x-x-x-", "x-xxx-xxx-xxx-xx"], "chords": ["x---------------", "x-x-x-x-x-x-x-x-", "--x---x---x---x-"],
        "bass_sounds": [33, 34, 38], "chord_sounds": [27, 28, 81, 90, 50], "tune_sounds": [27, 80, 81, *VOICES], "melody": 0.4, "bars_each": [1, 2], "voice": 0.4, "arpeggio": 0.4,
    },
    "chip": {
        "bpm": (104, 192), "drums": [*BACKBEAT, *THUMP[1:3], *FAST_ROCK], "drummed": 0.8, "bass": ["x-x-x-x-x-x-x-x-", "x--x--x-x--x--x-", "x-xxx-xxx-xxx-xx"], "chords": ["xxxxxxxxxxxxxxxx", "x-x-x-x-x-x-x-x-", "x---x---x---x---"], "arpeggio": 0.8,
        "bass_sounds": [80, 87, 38], "chord_sounds": [80, 81, 82], "tune_sounds": [80, 80, 81, 82], "melody": 0.75, "sustain": 0.25, "voice": 0, "drift": [0],
    },
    "bebop": {
        "bpm": (168, 226), "played": ["jazz/fast", "jazz/swing"], "swing": [0.55, 0.6, 0.64], "drummed": 0.9, "drift": [0, 0.01],
        "drums": [{"ride": "x--x-xx--x-x", "pedal": "---x-----x--"}, {"ride": "x--x--x--x--", "pedal": "---x-----x--", "snare": "-----o------"}],
        "bass": ["x--x--x--x--"], "chords": ["x----x------", "-----x-----x", "---x-----x--"], "walk": True, "bass_sounds": [32], "chord_sounds": [0, 26], "tune_sounds": [65, 66, 56, 0], "sustain": 0.2, "melody": 0.7, "bars_each": [1, 1, 2], "voice": 0,
    },
    "jazzballad": {
        "bpm": (50, 92), "swing": [0.6, 0.667], "drummed": 0.8, "drift": [0, 0.01, 0.02], "parts": 3,
        "drums": [{"ride": "x--x-xx--x-x", "pedal": "---x-----x--"}, {"snare": "o--o-oo--o-o", "pedal": "---x-----x--"}, {"closed": "x-oxxox-oxxo", "kick": "x-----x-----"}],
        "bass": ["x-----x-----", "x--x--x--x--"], "chords": ["x-----------", "x-----x-----", "x----x------"], "bass_sounds": [32], "chord_sounds": [0, 4, 26], "tune_sounds": [65, 66, 56, 71, 0], "sustain": 0.9, "melody": 0.4, "voice": 0,
    },
    "polka": {
        "bpm": (104, 150), "drummed": 0.7, "drums": [{"kick": "x---x---x---x---", "snare": "--x---x---x---x-"}, {"kick": "x---x---x---x---", "closed": "--x---x---x---x-"}], "bass": ["x---x---x---x---"], "chords": ["--x---x---x---x-"],
        "bass_sounds": [32, 58, 33], "chord_sounds": [21, 24, 25, 15], "tune_sounds": [21, 71, 56, 40], "melody": 0.7, "sustain": 0.2, "bars_each": [1, 2], "voice": 0.1,
    },
    "reggaeton": {
        "bpm": (84, 108), "drums": [{"kick": "x---x---x---x---", "snare": "---x--x----x--x-"}, {"kick": "x---x---x---x---", "rim": "---x--x----x--x-", "closed": "xoxoxoxoxoxoxoxo"}], "drummed": 1, "bass": ["x--x--x-x--x--x-", "x-----x-x-----x-"], "chords": ["x---------------", "--x---x---x---x-", "x--x--x---------"],
        "bass_sounds": SYNTHS, "chord_sounds": [81, 4, 24, 11], "tune_sounds": [80, 81, 73, *VOICES], "melody": 0.3, "voice": 0.7,
    },
    "synthpop": {
        "bpm": (96, 136), "drums": [*BACKBEAT, *THUMP[1:3]], "drummed": 0.95, "bass": ["x-x-x-x-x-x-x-x-", "xxxxxxxxxxxxxxxx", "x-----x-x-------"], "chords": ["x---------------", "x-x-x-x-x-x-x-x-", "x--x--x--x--x-x-"], "arpeggio": 0.5,
        "bass_sounds": SYNTHS, "chord_sounds": [81, 88, 89, 90, 50], "tune_sounds": [80, 81, *VOICES], "melody": 0.35, "voice": 0.5, "bars_each": [1, 1, 2],
    },
    "halftime": {
        "bpm": (62, 90), "played": ["hiphop"], "drummed": 1, "drums": [{"kick": "x-----------x---", "snare": "----x-------x---", "closed": "xxxxxxxxxxxxxxxx"}, {"kick": "x--x--x--x--x---", "snare": "----x-------x---", "closed": "x-x-x-x-x-x-x-x-"}, {"kick": "x------x--x-----", "snare": "----x-------x---", "ride": "xoxoxoxoxoxoxoxo"}],
        "bass": ["x--------x------", "xxxxxxxxxxxxxxxx", "x-x-----x-x-----"], "chords": ["x---------------", "xxxxxxxxxxxxxxxx", "x-x-x-x-x-x-x-x-"], "bass_sounds": [33, 38, 39], "chord_sounds": [29, 30, 81, 4, 27], "tune_sounds": [30, 80, *VOICES], "melody": 0.3, "bars_each": [1, 2], "voice": 0.5, "sustain": 0.6,
    },
    "strum": {
        "bpm": (88, 172), "drummed": 0.3, "drums": [{"tambourine": "--x---x---x---x-", "kick": "x-------x-------"}, {"shaker": "xoxoxoxoxoxoxoxo"}, {"kick": "x---x---x---x---"}], "drift": [0, 0.01, 0.02], "bass": ["x-------x-------", "x---------------"], "chords": ["x---x-x---x-x-x-", "x-x-x-x-x-x-x-x-", "x---x-xx--x-x-xx", "x--x--x---x-x---"],
        "bass_sounds": [24, 25, 32], "chord_sounds": [24, 25, 25, 105], "tune_sounds": [22, 40, 25, *VOICES], "sustain": 0.5, "melody": 0.3, "voice": 0.7, "bars_each": [1, 1, 2],
    },
    "allegro": {
        "bpm": (112, 176), "drummed": 0, "drift": [0.005, 0.015, 0.025], "bass": ["x---x---x---x---", "x-------x-------", "x-x-x-x-x-x-x-x-"], "chords": ["x-x-x-x-x-x-x-x-", "--x---x---x---x-", "x---x---x---x---", "xxxxxxxxxxxxxxxx", "x---------------"], "arpeggio": 0.4,
        "bass_sounds": [43, 42, 0, 6], "chord_sounds": [48, 49, 0, 6, 60], "tune_sounds": [40, 73, 71, 68, 0, 6, 56], "melody": 0.75, "sustain": 0.3, "voice": 0,
    },
    "mambo": {
        "bpm": (160, 220), "played": ["latin"], "drums": [{"cowbell": "x---x-x-x---x-x-", "conga": "--x---xx--x---xx", "rim": "x-----x-----x---"}, {"cowbell": "x-x-x-x-x-x-x-x-", "conga": "--x---xx--x---xx"}], "bass": ["------x-----x---", "x-----x-----x---"], "chords": ["x-x-xx-x-x-xx-x-", "x-xx-x-xx-x-xx-x"],
        "bass_sounds": [32, 33], "chord_sounds": [0], "tune_sounds": BRASS, "melody": 0.4, "sustain": 0.2, "high": True, "bars_each": [1, 2], "voice": 0.2,
    },
}
