"""Styles that compose_clips.py writes music in: tempo as listeners tap it, and who plays where.

A pattern covers one bar in as many equal steps as it has signs: x a stroke, o a soft one, else
silence; twelve steps in a bar of four beats are triplets. `played` names the styles of the Groove
MIDI Dataset whose performances suit. `swing` is where the off-beat falls within the beat.
"""

PERCUSSION = {
    "kick": 36, "rim": 37, "snare": 38, "clap": 39, "closed": 42, "pedal": 44, "open": 46,
    "crash": 49, "ride": 51, "tambourine": 54, "cowbell": 56, "bongo": 61, "conga": 63, "shaker": 70, "high_block": 76, "low_block": 77,
}

SCALES = {"major": [0, 2, 4, 5, 7, 9, 11, 12], "minor": [0, 2, 3, 5, 7, 8, 10, 12]}
TRIADS = {"M": [0, 4, 7], "m": [0, 3, 7], "7": [0, 4, 7, 10], "m7": [0, 3, 7, 10], "5": [0, 7, 12],
          "M7": [0, 4, 7, 11], "sus": [0, 5, 7], "dim": [0, 3, 6], "aug": [0, 4, 8]}
PROGRESSIONS = {
    "major": [
        [(0, "M"), (7, "M"), (9, "m"), (5, "M")], [(0, "M"), (5, "M"), (7, "M"), (5, "M")],
        [(0, "M"), (9, "m"), (5, "M"), (7, "M")], [(0, "7"), (0, "7"), (5, "7"), (0, "7"), (7, "7"), (5, "7"), (0, "7"), (7, "7")],
        [(2, "m7"), (7, "7"), (0, "M"), (9, "m7")], [(0, "M"), (0, "M"), (5, "M"), (7, "M")],
        [(0, "M"), (10, "M"), (5, "M"), (0, "M")], [(0, "M"), (0, "M"), (7, "M"), (7, "M")],
    ],
    "minor": [
        [(0, "m"), (8, "M"), (3, "M"), (10, "M")], [(0, "m"), (10, "M"), (8, "M"), (7, "M")],
        [(0, "m"), (5, "m"), (0, "m"), (7, "7")], [(0, "m7"), (5, "m7"), (0, "m7"), (10, "7")],
        [(0, "m"), (0, "m"), (8, "M"), (10, "M")], [(0, "5"), (3, "5"), (5, "5"), (10, "5")],
        [(0, "m"), (0, "m"), (5, "m"), (0, "m")], [(0, "5"), (0, "5"), (1, "5"), (0, "5")],
    ],
}

GUITARS, BRASS, KEYS, STRINGS = [24, 25, 26, 27], [56, 57, 61, 65, 66], [0, 1, 2, 4, 5, 16, 17], [40, 41, 48, 49]
PICKED, SYNTHS, VOICES, WINDS = [32, 33, 34], [38, 39], [52, 53, 54, 85], [68, 71, 73, 75]

BACKBEAT = [
    {"kick": "x-------x-------", "snare": "----x-------x---", "closed": "x-o-x-o-x-o-x-o-"},
    {"kick": "x-----x-x-------", "snare": "----x-------x---", "closed": "x-o-x-o-x-o-x-o-"},
    {"kick": "x-x-----x-x-----", "snare": "----x-------x---", "ride": "x-o-x-o-x-o-x-o-"},
    {"kick": "x--x--x-x-------", "snare": "----x-------x--o", "closed": "x---x---x---x---"},
    {"kick": "x-------x-x-----", "snare": "----x-------x---", "open": "x---x---x---x---"},
    {"kick": "x---x---x---x---", "snare": "----x-------x---", "closed": "xoxoxoxoxoxoxoxo"},
]
FOUR_FLOOR = [
    {"kick": "x---x---x---x---", "open": "--x---x---x---x-", "clap": "----x-------x---", "closed": "x-oox-oox-oox-oo"},
    {"kick": "x---x---x---x---", "open": "--x---x---x---x-", "snare": "----x-------x---"},
    {"kick": "x---x---x---x---", "closed": "xoxoxoxoxoxoxoxo", "clap": "----x-------x---"},
    {"kick": "x---x---x---x---", "shaker": "oxooxxooxxooxoox"},
]

STYLES = {
    "rock": {
        "bpm": (95, 178), "drums": BACKBEAT, "played": ["rock", "pop", "punk"],
        "bass": ["x-x-x-x-x-x-x-x-", "x-----x-x-x-----", "x-x-----x-x---x-"], "chords": ["x-x-x-x-x-x-x-x-", "x-----x-----x---", "x---------------", "x-----x-x-----x-"],
        "bass_sounds": PICKED, "chord_sounds": [27, 29, 30, 30], "tune_sounds": [29, 30, 27, *VOICES],
    },
    "ballad": {
        "bpm": (56, 84), "drums": BACKBEAT[:5], "played": ["pop/soft", "rock/indie", "soul"], "drummed": 0.7, "drift": [0, 0.006, 0.012],
        "bass": ["x-----x-x-----x-", "x-------x-------"], "chords": ["x-x-x-x-x-x-x-x-", "x---x---x---x---"], "arpeggio": 0.6,
        "bass_sounds": PICKED, "chord_sounds": [0, 4, 24, 25, 48], "tune_sounds": [*VOICES, 73, 40, 65],
    },
    "pop": {
        "bpm": (86, 132), "drums": BACKBEAT + FOUR_FLOOR[:2], "played": ["pop", "soul", "rock"],
        "bass": ["x-----x-x-------", "x-x-x-x-x-x-x-x-", "x--x--x-x--x--x-"], "chords": ["x-------x-------", "x--x--x-x--x--x-", "x-x-x-x-x-x-x-x-"], "arpeggio": 0.4,
        "bass_sounds": [33, 34, 38, 39], "chord_sounds": [0, 4, 27, 88, 90], "tune_sounds": [*VOICES, 80, 81, 73], "voice": 0.4,
    },
    "metal": {
        "bpm": (96, 190), "played": ["rock/prog", "punk", "rock"],
        "drums": [
            {"kick": "xxxxxxxxxxxxxxxx", "snare": "----x-------x---", "ride": "x---x---x---x---"},
            {"kick": "x-xxx-xxx-xxx-xx", "snare": "----x-------x---", "closed": "x-x-x-x-x-x-x-x-"},
            {"kick": "x---x---x---x---", "snare": "--x---x---x---x-", "ride": "x-x-x-x-x-x-x-x-"},
            {"kick": "x-------x-x-----", "snare": "----x-------x---", "crash": "x---x---x---x---"},
            {"kick": "x-x---x-x-x---x-", "snare": "----x-------x---", "crash": "x-x-x-x-x-x-x-x-"},
        ],
        "bass": ["x-x-x-x-x-x-x-x-", "xxxxxxxxxxxxxxxx", "x-xxx-xxx-xxx-xx"], "chords": ["x-x-x-x-x-x-x-x-", "xxxxxxxxxxxxxxxx", "x-xxx-xxx-xxx-xx", "x-----x---x-x---"],
        "bass_sounds": [33, 34], "chord_sounds": [29, 30], "tune_sounds": [29, 30], "melody": 0.3, "sustain": 0.3, "bars_each": [1, 2], "voice": 0.4,
    },
    "funk": {
        "bpm": (88, 124), "played": ["funk", "soul", "neworleans", "gospel"], "swing": [0.5, 0.5, 0.53],
        "drums": [
            {"kick": "x-x-----x-x-----", "snare": "----x--o-o--x--o", "closed": "xoxoxoxoxoxoxoxo"},
            {"kick": "x--x--x---x--x--", "snare": "----x--o----x---", "closed": "x-x-x-x-x-x-x-x-"},
            {"kick": "x-----x--xx-----", "snare": "----x--o-o-ox---", "closed": "xxxxxxxxxxxxxxxx"},
        ],
        "bass": ["x--x--x---x--x-x", "x-xx----x--x-xx-", "x------xx-x--x--"], "chords": ["--x--x-x--x--x-x", "-xx--xx--xx--xx-", "---x--x----x--x-", "xoxoxoxoxoxoxoxo"],
        "bass_sounds": [33, 34, 36, 37], "chord_sounds": [7, 16, 27, 28, 61], "tune_sounds": BRASS, "sustain": 0.15, "bars_each": [1, 2, 4], "high": True, "voice": 0.4,
    },
    "soul": {
        "bpm": (76, 124), "played": ["soul", "funk/groove", "gospel", "rock/folk"], "drums": BACKBEAT,
        "bass": ["x--x--x-x-----x-", "x-----xxx-----x-", "x---x-x-x---x-x-"], "chords": ["----x-------x---", "x-------x-----x-", "--x---x---x---x-"],
        "bass_sounds": PICKED, "chord_sounds": [0, 4, 16, 17, 27], "tune_sounds": [*BRASS, *VOICES], "voice": 0.4,
    },
    "reggae": {
        "bpm": (62, 96), "played": ["reggae/slow"], "swing": [0.5, 0.5, 0.56, 0.62],
        "drums": [
            {"kick": "--------x-------", "rim": "--------x-------", "closed": "x-o-x-o-x-o-x-o-"},
            {"kick": "--------x-------", "snare": "--------x-----o-", "closed": "o-x-o-x-o-x-o-x-"},
            {"kick": "x-------x-------", "rim": "----x---x---x---", "closed": "x-o-x-o-x-o-x-o-"},
            {"kick": "x---x---x---x---", "rim": "--------x-------", "closed": "x-ooo-oox-oox-oo"},
            {"kick": "----x-------x---", "rim": "----x-------x---", "closed": "x-x-x-x-x-x-x-x-"},
        ],
        "bass": ["x-----x-x---x-x-", "x--x--x-----x---", "--x-x---x-x-----", "x---x-x---x-x---"], "chords": ["--x---x---x---x-", "--xo--xo--xo--xo", "--x---x---x---xx"],
        "bass_sounds": [32, 33, 35, 38], "chord_sounds": [16, 17, 27, 28, 0], "tune_sounds": [*VOICES, 57, 66, 16], "sustain": 0.15, "bars_each": [1, 2], "high": True, "voice": 0.5,
    },
    "ska": {
        "bpm": (118, 180), "played": ["reggae"],
        "drums": [
            {"kick": "----x-------x---", "rim": "----x-------x---", "closed": "x-x-x-x-x-x-x-x-"},
            {"kick": "x-------x-------", "snare": "----x-------x---", "open": "--x---x---x---x-"},
        ],
        "bass": ["x---x---x---x---", "x-x-x-x-x-x-x-x-"], "chords": ["--x---x---x---x-"], "walk": True,
        "bass_sounds": PICKED, "chord_sounds": [16, 27, 28], "tune_sounds": BRASS, "sustain": 0.2, "high": True,
    },
    "disco": {
        "bpm": (104, 134), "drums": FOUR_FLOOR[:3], "played": ["dance/disco"],
        "bass": ["x-xxx-xxx-xxx-xx", "x-x-x-x-x-x-x-x-", "--x---x---x---x-"], "chords": ["x-------------x-", "--x---x---x---x-", "xoxxoxoxxoxxoxox", "x--x--x---------"],
        "bass_sounds": [33, 34, 36, 38], "chord_sounds": [48, 27, 4, 7, 28], "tune_sounds": [48, 49, 61, *VOICES], "voice": 0.4,
    },
    "house": {
        "bpm": (116, 150), "drums": FOUR_FLOOR, "played": ["dance/disco"], "bars_each": [1, 2, 4],
        "bass": ["--x---x---x---x-", "-xxx-xxx-xxx-xxx", "x--x--x---x--x--"], "chords": ["x--x--x---x--x--", "--x---x---x---x-", "x---------------"], "arpeggio": 0.4,
        "bass_sounds": [*SYNTHS, 87], "chord_sounds": [81, 90, 62, 4, 16], "tune_sounds": [80, 81, 62], "melody": 0.3,
    },
    "hiphop": {
        "bpm": (74, 108), "played": ["hiphop", "funk/groove"], "swing": [0.5, 0.55, 0.6],
        "drums": [
            {"kick": "x------x--x-----", "snare": "----x-------x---", "closed": "x-x-x-x-x-x-x-x-"},
            {"kick": "x--x------xx----", "snare": "----x-------x---", "closed": "x-x-x-xxx-x-x-x-"},
            {"kick": "x-----x---x--x--", "clap": "----x-------x---", "closed": "xxxxxxxxxxxxxxxx"},
            {"kick": "x-x-------x-x---", "snare": "----x-------x---", "shaker": "x-x-x-x-x-x-x-x-"},
        ],
        "bass": ["x------x--x-----", "x-----x---x-----", "x---------------"], "chords": ["x---------------", "x-------x-------", "x--x------x-----", "x-x-x-x-x-x-x-x-"], "arpeggio": 0.3,
        "bass_sounds": [33, 35, 38, 39], "chord_sounds": [0, 4, 11, 48, 45], "tune_sounds": [11, 73, 81, 48], "melody": 0.15, "bars_each": [1, 2], "voice": 0.85,
    },
    "trap": {
        "bpm": (64, 80), "drummed": 1,
        "drums": [{"kick": "x-----x----x----", "snare": "--------x-------", "closed": "x-x-x-x-x-x-xxxx"}, {"kick": "x---------x--x--", "clap": "--------x-------", "closed": "xxxxxxxxxxxxxxxx"}],
        "bass": ["x-----x----x----", "x---------x-----"], "chords": ["x---------------", "x-x-x-x-x-x-x-x-"], "arpeggio": 0.5, "bass_sounds": SYNTHS, "chord_sounds": [11, 88, 48], "tune_sounds": [11, 80], "voice": 0.8,
    },
    "breakbeat": {
        "bpm": (158, 178), "played": ["dance/breakbeat"],
        "drums": [{"kick": "x---------x-----", "snare": "----x-------x---", "closed": "x-x-x-x-x-x-x-x-"}, {"kick": "x-x-------xx----", "snare": "----x--o-o--x--o", "ride": "x-x-x-x-x-x-x-x-"}],
        "bass": ["x---------x-----", "x-----x---x---x-"], "chords": ["x---------------", "x-----x---------"], "bass_sounds": SYNTHS, "chord_sounds": [89, 4, 48, 90], "tune_sounds": [80, 81, 52], "melody": 0.25,
    },
    "country": {
        "bpm": (92, 184), "played": ["country", "rock/rockabilly", "rock/folk"],
        "drums": [
            {"kick": "x-------x-------", "snare": "ooxoooxoooxoooxo"}, {"kick": "x-------x-------", "snare": "oo-xoo-xoo-xoo-x"},
            {"kick": "x-------x-------", "rim": "----x-------x---", "closed": "x-x-x-x-x-x-x-x-"}, {"kick": "x---x---x---x---", "snare": "--x---x---x---x-"},
        ],
        "bass": ["x-------x-------", "x---x---x---x---"], "chords": ["----x-------x---", "--x---x---x---x-", "----x-o-----x-o-", "x-xxx-xxx-xxx-xx"],
        "bass_sounds": PICKED, "chord_sounds": [25, 24, 26, 0], "tune_sounds": [40, 105, 22, 25, *VOICES], "walk": True, "sustain": 0.3,
    },
    "countrywaltz": {
        "metre": 3, "bpm": (84, 190), "drummed": 0.75, "drums": [{"kick": "x-----------", "rim": "----x---x---", "closed": "x-o-x-o-x-o-"}, {"kick": "x-----------", "snare": "----o---o---", "ride": "x---x---x---"}],
        "bass": ["x-----------", "x-------x---"], "chords": ["----x---x---", "--x-x-x-x-x-"], "bass_sounds": [32, 33, 43], "chord_sounds": [25, 0, 21, 48], "tune_sounds": [40, 21, 73, *VOICES], "sustain": 0.5, "drift": [0, 0.01, 0.02],
    },
    "shuffle": {
        "bpm": (72, 150), "played": ["blues/shuffle", "rock/shuffle", "neworleans/shuffle"], "swing": [0.64, 0.667], "drift": [0, 0.006, 0.015],
        "drums": [
            {"kick": "x-----x-----", "snare": "---x-----x--", "ride": "x-xx-xx-xx-x"}, {"kick": "x--x--x--x--", "snare": "---x-----x--", "closed": "x-xx-xx-xx-x"},
            {"kick": "x-----x-----", "snare": "o-ox-oo-ox-o", "closed": "x--x--x--x--"},
        ],
        "bass": ["x--x--x--x--", "x-xx-xx-xx-x"], "chords": ["x-xx-xx-xx-x", "---x-----x--", "--x--x--x--x", "x-----------"], "walk": True,
        "bass_sounds": PICKED, "chord_sounds": [26, 27, 29, 0, 16], "tune_sounds": [22, 27, 29, 66, *VOICES], "sustain": 0.25, "bars_each": [1, 2, 4],
    },
    "slowblues": {
        "bpm": (48, 78), "swing": [0.667], "drummed": 0.75, "drift": [0, 0.01, 0.02],
        "drums": [{"kick": "x-----x-----", "snare": "---x-----x--", "closed": "xooxooxooxoo"}, {"kick": "x----xx----x", "snare": "---x-----x--", "ride": "xooxooxooxoo"}],
        "bass": ["x----xx----x", "x--x--x--x--"], "chords": ["xxxxxxxxxxxx", "x--x--x--x--", "-xx-xx-xx-xx"], "bass_sounds": PICKED, "chord_sounds": [0, 16, 26, 25], "tune_sounds": [22, 27, 29, 66, *VOICES], "sustain": 0.3, "melody": 0.5, "bars_each": [1, 2],
    },
    "swing": {
        "bpm": (96, 216), "played": ["jazz/swing", "jazz/medium", "jazz/fast"], "swing": [0.6, 0.64, 0.667], "drift": [0, 0.008, 0.02], "drummed": 0.85,
        "drums": [
            {"ride": "x--x-xx--x-x", "pedal": "---x-----x--"}, {"ride": "x--x-xx--x-x", "pedal": "---x-----x--", "kick": "o--o--o--o--", "snare": "-----o------"},
            {"closed": "x--x-xx--x-x", "kick": "x-----x-----", "snare": "---o-----o--"},
        ],
        "bass": ["x--x--x--x--"], "chords": ["x----x------", "-----x-----x", "---x-----x--", "x-----------", "x--x--x--x--"], "walk": True,
        "bass_sounds": [32, 32, 33], "chord_sounds": [0, 0, 26, 16], "tune_sounds": [65, 66, 56, 57, 71, 11], "sustain": 0.25, "melody": 0.6,
    },
    "bossa": {
        "bpm": (100, 150), "played": ["latin/brazilian-bossa", "latin/brazilian-samba", "jazz/fusion"], "drift": [0, 0.006],
        "drums": [{"kick": "x--xx--xx--xx--x", "rim": "x--x--x---x--x--", "closed": "xxxxxxxxxxxxxxxx"}, {"kick": "x-----x-x-----x-", "rim": "--x---x--x---x--", "shaker": "xoxoxoxoxoxoxoxo"}],
        "bass": ["x-----x-x-----x-", "x---x---x---x---"], "chords": ["x---x-----x-----", "--x---x---x-x---", "x--x--x---x--x--"], "bass_sounds": [32, 33], "chord_sounds": [24, 4, 0], "tune_sounds": [73, 66, 24, *VOICES], "sustain": 0.3,
    },
    "latin": {
        "bpm": (84, 132), "played": ["latin", "afrocuban", "afrobeat", "highlife", "funk/latin"],
        "drums": [
            {"cowbell": "x-x-x-x-x-x-x-x-", "conga": "x-x-x-xxx-x-x-xx", "rim": "x--x--x---x-x---"}, {"kick": "x---x---x---x---", "snare": "---x--x----x--x-", "shaker": "xoxoxoxoxoxoxoxo"},
            {"kick": "x---x---x---x---", "rim": "--x-x-----x--x--", "bongo": "xoxoxoxoxoxoxoxo"},
        ],
        "bass": ["---x--x----x--x-", "x--x--x-x--x--x-"], "chords": ["x-xx-x-xx-xx-x-x", "x--x--x---x-x---", "-xx--xx--xx--xx-"], "bass_sounds": [32, 33, 35], "chord_sounds": [0, 24, 27], "tune_sounds": BRASS, "sustain": 0.2, "high": True,
    },
    "march": {
        "bpm": (96, 132), "drummed": 0.5, "drums": [{"kick": "x-------x-------", "snare": "x-xxx-xxx-xxx-xx"}, {"kick": "x---x---x---x---", "snare": "--x---x---x---x-", "crash": "x-------x-------"}],
        "bass": ["x---x---x---x---", "x-------x-------"], "chords": ["--x---x---x---x-", "----x-------x---"], "bass_sounds": [58, 43, 70], "chord_sounds": [60, 61, 48], "tune_sounds": [56, 60, 72, 73, 40], "melody": 0.6, "sustain": 0.25, "drift": [0, 0.01, 0.02],
    },
    "orchestra": {
        "bpm": (60, 150), "drummed": 0, "drift": [0.01, 0.02, 0.035], "bass": ["x-------x-------", "x---x---x---x---", "x---------------"],
        "chords": ["x---------------", "x-x-x-x-x-x-x-x-", "--x---x---x---x-", "xxxxxxxxxxxxxxxx", "x---x---x---x---"], "arpeggio": 0.4,
        "bass_sounds": [43, 42, 49, 58], "chord_sounds": [*STRINGS, 60, 68], "tune_sounds": [*STRINGS, *WINDS, 56], "melody": 0.65, "voice": 0,
    },
    "minuet": {
        "metre": 3, "bpm": (84, 168), "drummed": 0, "drift": [0.01, 0.02, 0.035], "bass": ["x-----------", "x---x---x---"], "chords": ["----x---x---", "x-x-x-x-x-x-", "x---x---x---", "xxxxxxxxxxxx"], "arpeggio": 0.5,
        "bass_sounds": [0, 6, 42, 43], "chord_sounds": [0, 6, 48, 46], "tune_sounds": [0, 6, 40, 73, 68, 71], "melody": 0.65, "voice": 0,
    },
    "piano": {
        "bpm": (58, 140), "drummed": 0, "drift": [0.01, 0.025, 0.04], "bass": ["x-------x-------", "x---------------", "x---x---x---x---"], "chords": ["x-x-x-x-x-x-x-x-", "xxxxxxxxxxxxxxxx", "--x---x---x---x-", "x---x---x---x---"], "arpeggio": 0.7,
        "bass_sounds": [0, 1], "chord_sounds": [0, 1], "tune_sounds": [0, 1], "melody": 0.6, "voice": 0,
    },
    "folk": {
        "bpm": (80, 148), "drummed": 0.2, "drums": BACKBEAT[:2], "played": [], "drift": [0, 0.01, 0.02], "bass": ["x-------x-------", "x---x---x---x---"], "chords": ["x-xxx-xxx-xxx-xx", "x-x-x-x-x-x-x-x-", "----x-------x---", "x---x-x---x-x-x-"], "arpeggio": 0.5,
        "bass_sounds": [24, 25, 32], "chord_sounds": [24, 25, 105], "tune_sounds": [22, 40, 73, 25, *VOICES], "sustain": 0.6, "voice": 0.5,
    },
    "chords": {
        "bpm": (84, 176), "drummed": 0, "drift": [0, 0.01, 0.02], "bass": ["x---x---x---x---", "x-------x-------"], "chords": ["x---x---x---x---", "x---x---x---x-x-", "x-------x---x---", "x---x-x---x-x---"],
        "bass_sounds": [0, 24, 32, 42], "chord_sounds": [0, 24, 25, 26, 16, 48], "tune_sounds": [*VOICES, 0, 73], "melody": 0.25, "sustain": 0.8, "voice": 0.6,
    },
    "sixeight": {
        "metre": 2, "counted": 6, "bpm": (44, 80), "drummed": 0.7, "swing": [0.667], "drums": [{"kick": "x-----", "snare": "---x--", "closed": "xooxoo"}, {"kick": "x----x", "snare": "---x--", "ride": "xxxxxx"}],
        "bass": ["x-----", "x----x", "x--x--"], "chords": ["xxxxxx", "x--x--", "x----x"], "arpeggio": 0.6, "bass_sounds": PICKED, "chord_sounds": [0, 24, 25, 27], "tune_sounds": [*VOICES, 40, 73, 27], "sustain": 0.4,
    },
    "five": {
        "metre": 5, "bpm": (96, 176), "drums": [{"ride": "x---x-x-x---x-x-x---", "kick": "x---------x-----x---", "snare": "------------x-------"}, {"kick": "x-----x-----x-------", "snare": "----x-----------x---", "closed": "x-x-x-x-x-x-x-x-x-x-"}],
        "bass": ["x-----x-----x---x---", "x-----------x-------"], "chords": ["x-----x-----x---x---", "x-----x-----x-------"], "bass_sounds": [32, 33], "chord_sounds": [0, 26, 27], "tune_sounds": [65, 66, 73, 30], "drift": [0, 0.008],
    },
    "seven": {
        "metre": 7, "bpm": (100, 170), "drums": [{"kick": "x-------x-------x-----------", "snare": "----x-------x-----------x---", "closed": "x-x-x-x-x-x-x-x-x-x-x-x-x-x-"}, {"kick": "x-----------x-------x-------", "snare": "----x---x-------x-------x---", "ride": "x---x---x---x---x---x---x---"}],
        "bass": ["x-------x-------x---x-------"], "chords": ["x-------x-------x---------x-", "x---x---x---x---x---x---x---"], "bass_sounds": PICKED, "chord_sounds": [27, 29, 4, 30], "tune_sounds": [30, 65, 81],
    },
}
