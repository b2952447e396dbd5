"""The command line and the work of the programs that render sets of recordings."""

import argparse
import concurrent.futures
import json
import pathlib


def set_parser(*folders):
    """The arguments of all these programs: OUT, COUNT, and folders of data, which have names; with --seed and --jobs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("count", type=int)
    for name in folders:
        parser.add_argument(name, type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    return parser


def subfolders(folder):
    return sorted(path for path in folder.iterdir() if path.is_dir())


def recordings_in(folder):
    """The recordings below a folder; none where there is no folder."""
    return sorted(folder.rglob("*.wav")) if folder else []


def write_set(options, make, *data):
    """Makes COUNT recordings, --jobs at once, and writes OUT/labels.json.

    `make` makes the recording of an index, by the seed, the folder OUT and the data, and returns its label; None leaves it out.
    """
    options.out.mkdir(parents=True, exist_ok=True)
    labels = []

    def write_labels():
        (options.out / "labels.json").write_text(json.dumps([label for label in labels if label]))

    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for made in [pool.submit(make, index, options.seed, options.out, *data) for index in range(options.count)]:
            labels.append(made.result())
            # What is there is kept when the program is ended early.
            if len(labels) % 20 == 0:
                write_labels()
    write_labels()
