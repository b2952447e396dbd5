"""What the programs that read recordings know of audio files. Needs ffmpeg."""

import subprocess

import numpy as np

# Samples in a second, as the engine has them.
RATE = 22050
SUFFIXES = (".wav", ".ogg", ".mp3", ".flac", ".opus")


def duration(path):
    """Seconds; 0 where the file has no duration."""
    command = ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", str(path)]
    text = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    try:
        return float(text)
    except ValueError:
        return 0.0


def decoded(path, start=0.0, seconds=None):
    """Mono samples at the rate of the engine, from a second on; none where the file cannot be read."""
    cut = ["-ss", f"{start:.2f}"] + (["-t", f"{seconds:.2f}"] if seconds else [])
    command = ["ffmpeg", "-v", "error", "-nostdin", *cut, "-i", str(path), "-ac", "1", "-ar", str(RATE), "-f", "f32le", "-"]
    return np.frombuffer(subprocess.run(command, capture_output=True).stdout, np.float32)
