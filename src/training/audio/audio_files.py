"""What the programs that read recordings know of audio files. Needs ffmpeg."""

import subprocess

SUFFIXES = (".wav", ".ogg", ".mp3", ".flac", ".opus")


def duration(path):
    """Seconds; 0 where the file has no duration."""
    command = ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", str(path)]
    text = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    try:
        return float(text)
    except ValueError:
        return 0.0
