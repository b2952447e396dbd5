"""Cuts excerpts of tracker modules, whose rows tell their beats and bars exactly.

usage: read_modules.py OUT FOLDER...

Each FOLDER is an unpacked package with modules (.mod, .xm, .s3m, .it). Writes OUT/*.flac, at most four excerpts of 30 s of each
module, and OUT/labels.json, a list of {file, song, package, tempo, metre, beats_each, beats, downbeats}. A beat is every fourth row,
or every eighth or so, such that there are 65 to 190 of them a minute. A bar has four beats from the start of each pattern: modules with other
patterns (16 rows do not divide them, or 12 do), excerpts whose beats are uneven, and copies are left out. Needs numpy, ffmpeg and libopenmpt.
"""

import argparse
import ctypes
import hashlib
import itertools
import json
import pathlib
import subprocess

import numpy as np

RATE, BLOCK = 44100, 64
MAX_SECONDS, MIN_SECONDS = 240, 25
EXCERPT_SECONDS, EXCERPTS = 30, 4
SLOWEST, FASTEST = 65, 190
BEATS_PER_BAR = 4
MIN_BEATS, MAX_UNEVENNESS = 20, 0.06
# The songs of every fourth package have multiples of 30 as numbers, and so are held out by all programs that train:
# these hold out every fifth song or every sixth.
PACKAGES_HELD_OUT, HELD_OUT = 4, 30
SUFFIXES = (".mod", ".xm", ".s3m", ".it")


def library():
    """The functions of libopenmpt that are used, with their types."""
    mpt = ctypes.CDLL("libopenmpt.so.0")
    module, number = ctypes.c_void_p, ctypes.c_int32
    samples = ctypes.POINTER(ctypes.c_int16)
    types = {
        "create_from_memory": (module, [ctypes.c_char_p, ctypes.c_size_t, *[ctypes.c_void_p] * 3]),
        "destroy": (None, [module]),
        "read_interleaved_stereo": (ctypes.c_size_t, [module, number, ctypes.c_size_t, samples]),
        "get_current_row": (number, [module]),
        "get_current_order": (number, [module]),
        "get_current_pattern": (number, [module]),
        "get_pattern_num_rows": (number, [module, number]),
    }
    functions = {}
    for name, (result, arguments) in types.items():
        function = functions[name] = getattr(mpt, f"openmpt_module_{name}")
        function.restype, function.argtypes = result, arguments
    return functions


def played(mpt, data):
    """Samples of a module and its rows as (second, number in the pattern, rows of the pattern); None if it is none."""
    module = mpt["create_from_memory"](data, len(data), None, None, None)
    if not module:
        return None
    buffer, parts, rows, place, count = (ctypes.c_int16 * (2 * BLOCK))(), [], [], None, 0
    while count < MAX_SECONDS * RATE:
        got = mpt["read_interleaved_stereo"](module, RATE, BLOCK, buffer)
        if got == 0:
            break
        now = mpt["get_current_order"](module), mpt["get_current_row"](module)
        if now != place:
            rows.append((count / RATE, now[1], mpt["get_pattern_num_rows"](module, mpt["get_current_pattern"](module))))
            place = now
        parts.append(np.frombuffer(buffer, np.int16, 2 * got).copy())
        count += got
    mpt["destroy"](module)
    return np.concatenate(parts).reshape(-1, 2), np.array(rows)


def rows_per_beat(seconds):
    rows, row = 4, float(np.median(np.diff(seconds)))
    while 60 / (row * rows) > FASTEST:
        rows *= 2
    while 60 / (row * rows) < SLOWEST and rows > 1:
        rows //= 2
    return rows


def excerpts_of(rows, length):
    """(start, end, beats, downbeats) of excerpts, in seconds; the beats from the start of the excerpt."""
    seconds, numbers, sizes = rows.T
    if np.any(sizes % 16 != 0) or np.any(sizes % 12 == 0):
        return
    each = rows_per_beat(seconds)
    count = max(1, min(EXCERPTS, int(length // (EXCERPT_SECONDS + 10))))
    for start in np.linspace(2, max(2, length - EXCERPT_SECONDS - 3), count) if count > 1 else [2]:
        end = min(start + EXCERPT_SECONDS, length - 0.5)
        heard = (seconds >= start) & (seconds < end)
        beats = seconds[heard & (numbers % each == 0)] - start
        bars = seconds[heard & (numbers % (BEATS_PER_BAR * each) == 0)] - start
        if len(beats) < MIN_BEATS or len(bars) < 2:
            continue
        gaps = np.diff(beats)
        if np.std(gaps) / np.mean(gaps) < MAX_UNEVENNESS and np.mean(np.diff(bars)) / np.mean(gaps) < BEATS_PER_BAR + 0.2:
            yield start, end, beats, bars


def write(path, samples):
    command = ["ffmpeg", "-v", "error", "-y", "-f", "s16le", "-ar", str(RATE), "-ac", "2", "-i", "-", str(path)]
    subprocess.run(command, input=samples.tobytes(), check=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    mpt, labels, known = library(), [], set()
    numbers = {True: itertools.count(0, HELD_OUT), False: itertools.count(1, HELD_OUT)}
    for index, folder in enumerate(sorted(options.folders)):
        for path in sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES):
            data = path.read_bytes()
            digest = hashlib.sha256(data).digest()
            found = None if digest in known else played(mpt, data)
            known.add(digest)
            if found is None or len(found[0]) < MIN_SECONDS * RATE:
                continue
            samples, rows = found
            song = next(numbers[index % PACKAGES_HELD_OUT == 0])
            for number, (start, end, beats, bars) in enumerate(excerpts_of(rows, len(samples) / RATE)):
                file = f"{song:05}-{number}.flac"
                write(options.out / file, samples[int(start * RATE) : int(end * RATE)])
                marks = {"beats": beats.round(4).tolist(), "downbeats": bars.round(4).tolist()}
                tempo = round(60 / float(np.median(np.diff(beats))), 3)
                metre = {"metre": BEATS_PER_BAR, "beats_each": BEATS_PER_BAR}
                labels.append({"file": file, "song": song, "package": folder.name, "tempo": tempo, **metre, **marks})
    (options.out / "labels.json").write_text(json.dumps(labels))
    print(len(labels), "excerpts of", len({label["song"] for label in labels}), "modules")


if __name__ == "__main__":
    main()
