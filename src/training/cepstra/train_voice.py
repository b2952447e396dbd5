"""Trains the network of voices and writes voice-network-weights.ts and test/reference/voice.json.

usage: train_voice.py [--steps 8000] [--predictions FILE] --judged SET SETS...

SETS are made of folders of make_voices.py, the set of --judged of one of read_songs.py; see cepstral_nets.py.
"""

import numpy as np

from cepstra.cepstral_nets import Heard, area, evidence, run

VOICE = Heard("voice", {"music": 13, "sung": 10, "spoken": 4}, ("sung", "spoken"), 0.5, "train_voice.py")


def scores_of(held):
    kinds = {kind: [(r, odds) for r, odds in held if r.row["kind"] == kind] for kind in ("song", *VOICE.batch)}
    songs = [(r, odds) for r, odds in kinds["song"] if (r.known & ~r.heard).sum() > 20]
    within = [area(odds[r.known & r.heard], odds[r.known & ~r.heard]) for r, odds in songs]
    music = [evidence(odds) for _, odds in kinds["music"]]
    yield f"Steps of {len(within)} songs held out, sung against not, mean area: {np.mean(within):.3f}."
    for kind in ("song", *VOICE.kinds):
        values = [evidence(odds) for _, odds in kinds[kind]]
        yield f"{kind} ({len(values)}) against {len(music)} excerpts of music, area: {area(values, music):.3f}."


if __name__ == "__main__":
    run(VOICE, scores_of)
