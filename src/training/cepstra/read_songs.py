"""Collects songs of UltraStar with the times at which someone sings in them.

usage: read_songs.py OUT SONGS

SONGS is a folder of folders `ARTIST - TITLE` with song.txt, audio.mp3 or audio.ogg and, of some, instrumental.mp3, as in
the folder "Creative Commons" of the public repository UltraStar-Deluxe/songs. Copies the audio to OUT and writes
OUT/labels.json, a list of {file, source, kind, voice}: kind is "song" or "music" (without a voice), voice is a list of
[start, end] in seconds. Some of these songs are licensed without commercial use or derivatives: models are judged by them, not
fitted to them.
"""

import argparse
import json
import pathlib
import shutil


def read_notes(path):
    """Times of the notes of an UltraStar file, seconds; a beat of the file is a quarter of one of its tempo."""
    head, notes = {}, []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        if line.startswith("#"):
            name, _, value = line[1:].partition(":")
            head[name] = value.strip().replace(",", ".")
        elif line[:1] and line[0] in ":*FRG":
            start, length = (int(part) for part in line[1:].split()[:2])
            notes.append((start, start + length))
    if head.get("RELATIVE", "").lower() == "yes":
        raise ValueError(f"{path} counts beats from the start of each line, which is not supported")
    tick, gap = 60 / (4 * float(head["BPM"])), float(head["GAP"]) / 1000
    return [[round(gap + start * tick, 3), round(gap + end * tick, 3)] for start, end in sorted(notes)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("songs", type=pathlib.Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    labels = []
    for folder in sorted(path for path in options.songs.iterdir() if path.is_dir()):
        for kind, stem in (("song", "audio"), ("music", "instrumental")):
            audio = next((path for suffix in (".ogg", ".mp3") if (path := folder / (stem + suffix)).exists()), None)
            if audio is None:
                continue
            file = f"{len(labels):02}{audio.suffix}"
            shutil.copy(audio, options.out / file)
            artist = folder.name.split(" - ")[0]
            voice = read_notes(folder / "song.txt") if kind == "song" else []
            labels.append({"file": file, "source": artist, "kind": kind, "voice": voice})
    (options.out / "labels.json").write_text(json.dumps(labels, indent=1))
    print(len(labels), "recordings")


if __name__ == "__main__":
    main()
