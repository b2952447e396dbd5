"""Metronomes and the plainest of ensembles, at every tempo: what people try first.

Patterns, tempi and names are those of usual.py. `fills` is whether drummers play fills and cymbals.
"""

NO_INSTRUMENTS = {"bass_sounds": [33], "chord_sounds": [0], "tune_sounds": [73]}


def metronome(metre):
    """Strokes of one sound on all beats, on some with another on the first of each bar."""
    accent, beats = "x" + "-" * (metre - 1), "x" * metre
    kits = [{sound: beats} for sound in ("low_block", "rim", "closed", "pedal", "cowbell", "kick")]
    kits += [{"high_block": accent, "low_block": "-" + "x" * (metre - 1)}, {"cowbell": accent, "rim": beats}, {"clap": accent, "closed": beats}]
    return {"metre": metre, "bpm": (40, 225), "drums": kits, "drummed": 1, "drift": [0], "fills": False, "voice": 0.1, **NO_INSTRUMENTS}


def plain_ensemble(metre):
    """Kick on the first beat and snare on others, under chords and bass that change with the bar."""
    first, others = "x" + "-" * (metre - 1), "-" + "x" * (metre - 1)
    back = "-x-x" if metre == 4 else others
    halves = ["x" + "-" * (2 * metre - 1), "xo" * metre, "x-" * metre]
    kits = [{"kick": "x-x-" if metre == 4 else first, "snare": back, "closed": hat} for hat in halves[1:]]
    kits += [{"kick": first, "rim": others}, {"kick": first, "snare": back, "ride": "x" * metre}]
    return {
        "metre": metre, "bpm": (60, 200), "drums": kits, "drummed": 0.8, "drift": [0], "bass": halves[:1] + ["x" * metre],
        "chords": [first, "x" + "o" * (metre - 1), halves[2]], "melody": 0.15, "bass_sounds": [32, 33, 38],
        "chord_sounds": [0, 4, 16, 24, 80, 81], "tune_sounds": [73, 80, 0, 40], "voice": 0.1,
    }


PLAIN_STYLES = {
    **{f"metronome{metre}": metronome(metre) for metre in (3, 4, 7)},
    **{f"plain{metre}": plain_ensemble(metre) for metre in (3, 4, 5, 7)},
}
