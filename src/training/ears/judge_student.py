"""Judges a student of sounds by what teach_sounds.py wrote of sources that it did not learn.

usage: judge_student.py CHECKPOINT TAUGHT...

Prints how much of the teacher's components the student explains, and how well the recordings of one source find each other by the mean
over a recording: by the student, by the components that it is taught, and by the teacher's embedding. Where the folders that were given to
teach_sounds.py are genres, that is retrieval by genre. Needs numpy and torch.
"""

import argparse
import pathlib

import numpy as np
import torch

from ears.student_net import OUTPUTS, StudentNet, inputs_of

# A source with fewer other recordings is no query.
LEAST = 3
DRAWS = 2000


class Components:
    """The directions in which the teacher's embeddings differ most; their mean square is 1 over all of them."""

    def __init__(self, mean, directions, scale):
        self.mean, self.directions, self.scale = mean, directions, scale

    @classmethod
    def of(cls, embeddings):
        """Those of patches x 1,024 numbers, and the share of the variance that they have."""
        mean = embeddings.mean(0)
        values, vectors = np.linalg.eigh(np.cov((embeddings - mean).T))
        kept = values[::-1][:OUTPUTS]
        return cls(mean, vectors[:, ::-1][:, :OUTPUTS].copy(), np.sqrt(kept.mean())), kept.sum() / values.sum()

    def __call__(self, embeddings):
        return ((embeddings - self.mean) @ self.directions / self.scale).astype(np.float32)


class TaughtSounds:
    """The patches of sources: what the engine hears, what the teacher says, and the source and the recording of each."""

    def __init__(self, rows, sources, recordings):
        self.rows, self.sources, self.recordings = rows, sources, recordings

    @classmethod
    def read(cls, folders):
        rows, sources, recordings = {"bands": [], "embeddings": [], "logits": []}, [], []
        for path in sorted(path for folder in folders for path in folder.glob("*.npz")):
            with np.load(path) as taught:
                for name, parts in rows.items():
                    parts.append(taught[name])
                sources += [path.stem] * len(taught["bands"])
                recordings += [f"{path.stem}/{number}" for number in taught["recordings"]]
        return cls({name: np.concatenate(parts) for name, parts in rows.items()}, np.array(sources), np.array(recordings))

    def where(self, mask):
        return TaughtSounds({name: values[mask] for name, values in self.rows.items()}, self.sources[mask], self.recordings[mask])

    def embeddings(self):
        return self.rows["embeddings"].astype(np.float32)


def outputs_of(net, bands):
    with torch.no_grad():
        parts = [net(inputs_of(torch.from_numpy(bands[at : at + 512].astype(np.float32)))) for at in range(0, len(bands), 512)]
    return torch.cat(parts).numpy()


def means(values, recordings):
    """The mean over the patches of each recording, in the order of their names."""
    names, index = np.unique(recordings, return_inverse=True)
    sums = np.zeros((len(names), values.shape[1]))
    np.add.at(sums, index, values.astype(np.float64))
    return sums / np.bincount(index)[:, None]


def precisions(places, labels):
    """The average precision of each query, by the cosine of centred places, and whether the nearest is right."""
    places = places - places.mean(0)
    places /= np.linalg.norm(places, axis=1, keepdims=True) + 1e-9
    alike = places @ places.T
    np.fill_diagonal(alike, -np.inf)
    found = []
    for query, label in enumerate(labels):
        is_right = (labels == label)[np.argsort(-alike[query])[:-1]]
        if is_right.sum() >= LEAST:
            found.append(((np.cumsum(is_right) / np.arange(1, len(is_right) + 1))[is_right].mean(), is_right[0]))
    return np.array(found, float).reshape(-1, 2)


def interval(values):
    """The mean, with the 95 % interval of the bootstrap over queries."""
    if not len(values):
        return "no query"
    rng = np.random.default_rng(0)
    drawn = values[rng.integers(0, len(values), (DRAWS, len(values)))].mean(1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    return f"{values.mean():.3f} ({low:.3f} to {high:.3f})"


def judge(net, components, taught):
    """Lines of scores of patches that were not learnt."""
    found, targets = outputs_of(net, taught.rows["bands"]), components(taught.embeddings())
    explained = 1 - ((found - targets) ** 2).sum() / ((targets - targets.mean(0)) ** 2).sum()
    labels = np.array([name.rsplit("/", 1)[0] for name in np.unique(taught.recordings)])
    lines = [
        f"{len(found)} patches of {len(labels)} recordings of {len(set(labels))} sources: {explained:.3f} of the variance is explained.",
    ]
    for name, values in (("student", found), ("components", targets), ("teacher", taught.embeddings())):
        scores = precisions(means(values, taught.recordings), labels)
        lines.append(f"{name}: mean average precision {interval(scores[:, 0])}, nearest right {interval(scores[:, 1])} of {len(scores)}.")
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint", type=pathlib.Path)
    parser.add_argument("taught", type=pathlib.Path, nargs="+")
    options = parser.parse_args()
    torch.set_num_threads(1)
    stored = torch.load(options.checkpoint)
    net = StudentNet()
    net.load_state_dict(stored["net"])
    print("\n".join(judge(net.eval(), Components(**stored["components"]), TaughtSounds.read(options.taught))))


if __name__ == "__main__":
    main()
