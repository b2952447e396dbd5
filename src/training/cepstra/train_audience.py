"""Trains the network of audiences and writes audience-network-weights.ts and test/reference/audience.json.

usage: train_audience.py [--steps 8000] [--predictions FILE] --judged SET SETS...

SETS are made of folders of make_audiences.py and make_voices.py, whose recordings have no audience; the set of --judged of
one of read_songs.py, whose songs have none either. See cepstral_nets.py.
"""

from cepstra.cepstral_nets import Heard, area, evidence, run

AUDIENCE = Heard("audience", {"live": 13, "music": 7, "noisy": 4, "sung": 3, "spoken": 2}, ("live",), 0.1, "train_audience.py")


def scores_of(held):
    kinds = ("song", *AUDIENCE.batch)
    values = {kind: [evidence(odds) for r, odds in held if r.row["kind"] == kind] for kind in kinds}
    present = values.pop("live")
    for kind, absent in values.items():
        yield f"live ({len(present)}) against {kind} ({len(absent)}), area: {area(present, absent):.3f}."
    within = [area(odds[r.known & r.heard], odds[r.known & ~r.heard]) for r, odds in held if 20 < (r.known & r.heard).sum() < r.known.sum() - 20]
    yield f"Steps of {len(within)} recordings held out, with the audience against without, mean area: {sum(within) / len(within):.3f}."


if __name__ == "__main__":
    run(AUDIENCE, scores_of)
