"""Onset strength and tempogram as the product measures them, in numpy.

An independent copy of band-levels.ts, onset-strength.ts and tempogram.ts, so that nets can be
trained on what they will be given. Shapes and sources are documented there.
"""

import subprocess

import numpy as np

SAMPLE_RATE = 22050
FRAME, HOP = 1024, 256
FRAME_RATE = SAMPLE_RATE / HOP
BANDS = 40
EDGES = [0, 4, 10, 18, 28, 40]
REGISTERS = len(EDGES) - 1
LAG = 2

BINS_PER_OCTAVE, BIN_COUNT, LOWEST_BPM = 36, 181, 15.0
WINDOW, FOURIER_SIZE = 1024, 8192
PAIRS = [(0, 2), (0, 3), (1, 3)]
BIN_BPM = LOWEST_BPM * 2 ** (np.arange(BIN_COUNT) / BINS_PER_OCTAVE)


def bpm_to_bin(bpm):
    return BINS_PER_OCTAVE * np.log2(bpm / LOWEST_BPM)


def hann(length):
    return (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(length) / length)).astype(np.float32)


def decode(path):
    """Mono samples at 22.05 kHz, through ffmpeg."""
    command = ["ffmpeg", "-v", "error", "-nostdin", "-i", path]
    command += ["-ac", "1", "-ar", str(SAMPLE_RATE), "-f", "f32le", "-"]
    return np.frombuffer(subprocess.run(command, check=True, capture_output=True).stdout, "<f4")


def mel_filters():
    def mel(hertz):
        return 2595 * np.log10(1 + hertz / 700)

    edges = 700 * (10 ** (np.linspace(mel(30), mel(10000), BANDS + 2) / 2595) - 1)
    edges *= FRAME / SAMPLE_RATE
    filters = np.zeros((BANDS, FRAME // 2 + 1))
    for band, (low, middle, high) in enumerate(zip(edges, edges[1:], edges[2:])):
        first, last = max(1, int(np.ceil(low))), min(FRAME // 2, int(np.floor(high)))
        if last < first:
            first = last = min(FRAME // 2, max(1, int(np.floor(middle + 0.5))))
        bins = np.arange(first, last + 1)
        rise, fall = (bins - low) / (middle - low), (high - bins) / (high - middle)
        heights = np.maximum(1e-3, np.where(bins < middle, rise, fall))
        filters[band, first : last + 1] = heights / heights.sum()
    return filters


def onset_curves(samples):
    """Onset strength, (registers + total) x frames, of mono samples at 22.05 kHz."""
    frames = -(-len(samples) // HOP)
    padded = np.concatenate([np.zeros(FRAME // 2), samples, np.zeros(FRAME)])
    starts = HOP * np.arange(frames)
    magnitudes = np.abs(np.fft.rfft(padded[starts[:, None] + np.arange(FRAME)] * hann(FRAME)))
    levels = magnitudes @ mel_filters().T
    compressed = np.log1p(100 * levels / levels.mean())

    ceiling = compressed.copy()
    ceiling[:, 1:] = np.maximum(ceiling[:, 1:], compressed[:, :-1])
    ceiling[:, :-1] = np.maximum(ceiling[:, :-1], compressed[:, 1:])
    rise = np.zeros_like(compressed)
    rise[LAG:] = np.maximum(0, compressed[LAG:] - ceiling[:-LAG])
    registers = [rise[:, a:b].mean(1) for a, b in zip(EDGES, EDGES[1:])]

    radius = round(0.5 * FRAME_RATE)
    curves = np.array(registers + [sum(registers)])
    sums = np.cumsum(np.pad(curves, ((0, 0), (radius + 1, radius))), axis=1)
    means = (sums[:, 2 * radius + 1 :] - sums[:, : -2 * radius - 1]) / (2 * radius + 1)
    curves = np.maximum(0, curves - means)
    return (curves / np.sqrt((curves**2).mean(1, keepdims=True) + 1e-12)).astype(np.float32)


def window_starts(frames):
    if frames <= WINDOW:
        return [0]
    hop = WINDOW // 2
    starts = range(0, frames, hop)
    return [min(s, frames - WINDOW) for s in starts if s + WINDOW <= frames + hop / 2]


def read_between(values, places):
    whole = np.floor(places).astype(int)
    part = places - whole
    return values[..., whole] * (1 - part) + values[..., whole + 1] * part


def tempogram(curves):
    """Autocorrelation and Fourier curve of each input in turn, then the alternations; x 181 bins."""
    count = len(curves)
    auto, fourier = np.zeros((count, BIN_COUNT)), np.zeros((count, BIN_COUNT))
    alternation = np.zeros((len(PAIRS), BIN_COUNT))
    lags, rates = 60 * FRAME_RATE / BIN_BPM, BIN_BPM / 60 / FRAME_RATE * FOURIER_SIZE
    auto_windows, pair_windows = np.zeros(count), np.zeros(len(PAIRS))
    for start in window_starts(curves.shape[1]):
        window = curves[:, start : start + WINDOW]
        length = window.shape[1]
        window = window - window.mean(1, keepdims=True)
        energy = (window**2).sum(1)
        loud = energy >= 1e-6
        valid = lags < min(WINDOW - 8, length) - 1
        places = np.where(valid, lags, 0)
        scale = length / np.maximum(1, length - 0.9 * np.arange(2 * WINDOW))
        spectrum = np.fft.rfft(window, 2 * WINDOW)

        def correlation(a, b):
            product = np.fft.irfft((spectrum[a] * np.conj(spectrum[b])).real)
            return read_between(product * scale, places) * valid / np.sqrt(energy[a] * energy[b])

        tapered = np.zeros((count, WINDOW))
        tapered[:, :length] = window
        transform = np.abs(np.fft.rfft(tapered * hann(WINDOW), FOURIER_SIZE))
        for curve in np.flatnonzero(loud):
            auto[curve] += correlation(curve, curve)
            fourier[curve] += read_between(transform[curve], rates) / (8 * np.sqrt(energy[curve]))
        for pair, (low, high) in enumerate(PAIRS):
            if loud[low] and loud[high]:
                alternation[pair] += correlation(low, high)
                pair_windows[pair] += 1
        auto_windows += loud
    auto /= np.maximum(1, auto_windows)[:, None]
    fourier /= np.maximum(1, auto_windows)[:, None]
    alternation /= np.maximum(1, pair_windows)[:, None]
    return np.concatenate([np.stack([auto, fourier], 1).reshape(-1, BIN_COUNT), alternation]).astype(
        np.float32
    )
