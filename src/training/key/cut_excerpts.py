"""Cuts excerpts of recorded music, which nobody has labelled, to train the key network on.

usage: cut_excerpts.py OUT FOLDER... [--seconds 30] [--each 3] [--tracks 40]

Writes OUT/*.flac, mono of 22.05 kHz, and OUT/labels.json, a list of {file, source, song}: the name of the folder, and the
number of the track. Of each folder, at most `--tracks` recordings are used, evenly spaced in the order of their names; those
shorter than 40 s are left out. Of each, there is an excerpt for each minute, at most `--each`, evenly spaced. Nothing is
drawn at random: the same folders give the same excerpts. Needs ffmpeg.
"""

import argparse
import json
import pathlib
import subprocess

from audio.audio_files import SUFFIXES, duration

RATE = 22050
SHORTEST = 40


def evenly(items, count):
    """At most `count` of the items, evenly spaced."""
    count = min(count, len(items))
    return [items[(2 * i + 1) * len(items) // (2 * count)] for i in range(count)]


def starts(total, seconds, each):
    """Starts of the excerpts of a track of `total` seconds: centred in equal parts of it."""
    count = min(each, max(1, int(total // 60)))
    return [total * (2 * i + 1) / (2 * count) - seconds / 2 for i in range(count)]


def cut(path, start, seconds, out):
    place = ["-ss", f"{start:.2f}", "-t", f"{seconds:.2f}"]
    form = ["-map", "0:a:0", "-map_metadata", "-1", "-ac", "1", "-ar", str(RATE), "-sample_fmt", "s16"]
    subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-y", *place, "-i", str(path), *form, str(out)], check=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("folders", type=pathlib.Path, nargs="+")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--each", type=int, default=3)
    parser.add_argument("--tracks", type=int, default=40)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    labels, song = [], 0
    for folder in options.folders:
        paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
        lengths = {path: duration(path) for path in paths}
        for path in evenly([path for path in paths if lengths[path] >= SHORTEST], options.tracks):
            for i, start in enumerate(starts(lengths[path], options.seconds, options.each)):
                file = f"{song:04}_{i}.flac"
                cut(path, start, options.seconds, options.out / file)
                labels.append({"file": file, "source": folder.name, "song": song})
            song += 1
        (options.out / "labels.json").write_text(json.dumps(labels, indent=0))
    print(f"{len(labels)} excerpts of {song} recordings")


if __name__ == "__main__":
    main()
