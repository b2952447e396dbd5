"""Trains the network of acoustic instruments and writes acoustic-network-weights.ts and test/reference/acoustic.json.

usage: train_acoustic.py [--steps 1500] [--predictions FILE] SETS...

SETS are made of folders of make_acoustic_clips.py, of compose_clips.py, whose styles tell the instruments, and of
read_modules.py, whose music is electronic. See cepstral_nets.py.
"""

from cepstra.cepstral_nets import Heard, area, evidence, run

ACOUSTIC_STYLES = (
    "folk", "countrywaltz", "orchestra", "minuet", "piano", "march", "bebop", "jazzballad", "swing", "jazzwaltz", "bossa",
    "tarantella", "jig", "slipjig", "sixmarch", "polka", "strum", "waltz", "allegro",
)  # fmt: skip
OTHER_STYLES = (
    "techno", "house", "trance", "hardcore", "drumandbass", "synthpop", "newwave", "chip", "trap", "hiphop", "breakbeat",
    "reggaeton", "halftime", "metal", "thrash", "punk", "heavyslow", "rock", "threerock", "fiverock", "sevenrock", "sixrock", "disco",
)  # fmt: skip
WHOLE = [[0, 9999]]
KINDS = ("recorded", "rendered")


def described(row):
    """A row with its kind, such as "recorded acoustic", and its source; None of a style of mixed instruments."""
    if "package" in row:
        kind, source, is_acoustic = "recorded", row["package"], False
    elif "style" in row:
        kind, source, is_acoustic = "rendered", row["style"], row["style"] in ACOUSTIC_STYLES
        if not is_acoustic and source not in OTHER_STYLES:
            return None
    else:
        kind, is_acoustic = "recorded" if row["kind"] == "recorded" else "rendered", row["isAcoustic"]
        source = row["source"] if kind == "recorded" else f"{row['kind']} {row['source']}"
    return {**row, "kind": f"{kind} {'acoustic' if is_acoustic else 'other'}", "source": source, "acoustic": WHOLE if is_acoustic else []}


BATCH = {"recorded acoustic": 9, "rendered acoustic": 4, "recorded other": 9, "rendered other": 4}
ACOUSTIC = Heard("acoustic", BATCH, tuple(f"{kind} acoustic" for kind in KINDS), 0.5, "train_acoustic.py", described)


def scores_of(held):
    values = {kind: [evidence(odds) for r, odds in held if r.row["kind"] == kind] for kind in BATCH}
    for kind in KINDS:
        acoustic, other = values[f"{kind} acoustic"], values[f"{kind} other"]
        yield f"{kind}: {len(acoustic)} acoustic against {len(other)} others, area: {area(acoustic, other):.3f}."


if __name__ == "__main__":
    run(ACOUSTIC, scores_of)
