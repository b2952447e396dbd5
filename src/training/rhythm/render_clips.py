"""Renders the clips of compose_clips.py and render_pop909.py, with the effects and codecs of recordings.
Needs mido, fluidsynth, ffmpeg and General MIDI sound fonts."""

import pathlib
import subprocess
import tempfile

import mido

SECONDS = 22
TICKS = 480
RATE = 22050
DRUMS = 9
# Early reflections: delays in ms and their decays.
ROOMS = ("17|29|43|61:0.45|0.4|0.3|0.25", "23|41|67|97|139:0.5|0.4|0.35|0.3|0.2", "53|89|151|223:0.35|0.3|0.25|0.2")
BITRATES = (48, 64, 64, 96, 128)
FONTS = [
    font
    for font in map(
        pathlib.Path,
        (
            "/usr/share/sounds/sf2/FluidR3_GM.sf2",
            "/usr/share/sounds/sf2/TimGM6mb.sf2",
            "/usr/share/sounds/sf2/OPL-3_FM_128M.sf2",
        ),
    )
    if font.exists()
]


# Channel of the chords.
CHORDS = 1
# A distorted amplifier and its loudspeaker; ffmpeg filters.
AMPLIFIERS = (
    "highpass=f=90,volume={gain},asoftclip=type=tanh,lowpass=f=4800,volume=0.35",
    "highpass=f=120,volume={gain},asoftclip=type=hard,lowpass=f=3900,volume=0.3",
    "highpass=f=70,volume={gain},asoftclip=type=atan,asoftclip=type=tanh,lowpass=f=5600,volume=0.3",
)


def midi_of(clip):
    """Everything at 120 BPM, so that ticks are seconds."""
    rng, style = clip.rng, clip.style
    events = []
    for channel, programs in enumerate((style["bass_sounds"], style["chord_sounds"], style["tune_sounds"])):
        events.append((0, mido.Message("program_change", channel=channel, program=rng.choice(programs))))
    for channel in (0, 1, 2, DRUMS):
        volume = round(rng.uniform(62, 118))
        events.append((0, mido.Message("control_change", channel=channel, control=7, value=volume)))
        reverb = round(rng.uniform(0, 90))
        events.append((0, mido.Message("control_change", channel=channel, control=91, value=reverb)))
    if rng.random() < 0.4:
        kit = rng.choice([8, 16, 24, 25, 32, 40])
        events.append((0, mido.Message("program_change", channel=DRUMS, program=kit)))

    def note(start, end, channel, pitch, velocity):
        pitch, velocity = min(127, max(0, int(pitch))), min(127, max(1, int(velocity)))
        ticks = max(0, round(2 * TICKS * start)), round(2 * TICKS * max(end, start + 0.03))
        events.append((ticks[0], mido.Message("note_on", channel=channel, note=pitch, velocity=velocity)))
        events.append((ticks[1], mido.Message("note_off", channel=channel, note=pitch)))

    for beat, length, channel, pitch, velocity in clip.notes:
        if beat < len(clip.times) - 3:
            note(clip.second(beat), clip.second(beat + length), channel, pitch, velocity)
    for second, pitch, velocity in clip.drums:
        note(second, second + 0.1, DRUMS, pitch, velocity)
    return midi_from(events)


def midi_from(events):
    """A MIDI file of one track of (ticks, message) in any order."""
    midi, track, before = mido.MidiFile(ticks_per_beat=TICKS), mido.MidiTrack(), 0
    midi.tracks.append(track)
    for ticks, message in sorted(events, key=lambda event: event[0]):
        track.append(message.copy(time=ticks - before))
        before = ticks
    return midi


def effects(rng):
    """ffmpeg filters as in a recording: equaliser, compression, reverberation, saturation."""
    chain = []
    if rng.random() < 0.25:
        chain.append(f"lowpass=f={rng.choice([3200, 4500, 6500])}")
    if rng.random() < 0.2:
        chain.append(f"highpass=f={rng.choice([90, 150, 220])}")
    if rng.random() < 0.4:
        hertz, gain = rng.choice([100, 300, 1000, 3000]), rng.uniform(-8, 8)
        chain.append(f"equalizer=f={hertz}:width_type=o:width=1.5:g={gain:.1f}")
    if rng.random() < 0.2:
        chain.append(f"aecho=0.8:0.7:{rng.choice([35, 60, 110])}:{rng.uniform(0.15, 0.4):.2f}")
    if rng.random() < 0.5:
        chain.append(f"acompressor=threshold=0.05:ratio={rng.choice([3, 6, 12])}:attack=5:release=90:makeup=4")
    if rng.random() < 0.2:
        chain.append(f"volume={rng.choice([2, 4])},asoftclip=type=tanh")
    if rng.random() < 0.15:
        chain.append(f"aecho=0.8:0.6:{rng.choice(ROOMS)}")
    if rng.random() < 0.2:
        chain.append(f"volume={rng.choice([3, 6])},alimiter=limit=0.7:attack=1:release=20")
    return [*chain, "alimiter=limit=0.9"]


def only(midi, is_kept):
    """A copy of a MIDI file with the notes of some channels alone."""
    copy, track, ticks = mido.MidiFile(ticks_per_beat=TICKS), mido.MidiTrack(), 0
    copy.tracks.append(track)
    for message in midi.tracks[0]:
        ticks += message.time
        if message.type not in ("note_on", "note_off") or is_kept(message.channel):
            track.append(message.copy(time=ticks))
            ticks = 0
    return copy


def synthesize(midi, font, path):
    midi.save(f"{path}.mid")
    command = ["fluidsynth", "-ni", "-o", "synth.dynamic-sample-loading=1", "-g", "0.5", "-C", "0", "-r", str(RATE), "-F", str(path), "-T", "wav"]
    subprocess.run([*command, "-O", "s16", font, f"{path}.mid"], capture_output=True, check=True)


def drive(midi, font, folder, rng):
    """Renders the clip with the chords through a distorted amplifier, all of them at once as a guitar's are."""
    gain = rng.choice([6, 12, 25, 50])
    synthesize(only(midi, lambda channel: channel == CHORDS), font, f"{folder}/chords.wav")
    synthesize(only(midi, lambda channel: channel != CHORDS), font, f"{folder}/others.wav")
    chain = rng.choice(AMPLIFIERS).format(gain=gain)
    level = rng.uniform(0.3, 0.9)
    mix = f"[0:a]{chain},volume={level:.2f}[g];[g][1:a]amix=inputs=2:duration=longest:normalize=0[o]"
    inputs = ["-i", f"{folder}/chords.wav", "-i", f"{folder}/others.wav"]
    command = ["ffmpeg", "-v", "error", "-y", "-nostdin", *inputs, "-filter_complex", mix, "-map", "[o]"]
    subprocess.run([*command, f"{folder}/clip.wav"], check=True)


def render(clip, path, voices, seconds=SECONDS):
    """Renders the clip and encodes an excerpt; returns the second where the excerpt starts, and its speed."""
    rng = clip.rng
    start, rate = rng.uniform(0.1, 3), round(RATE * 2 ** (rng.uniform(-50, 50) / 1200))
    with tempfile.TemporaryDirectory() as folder:
        midi = midi_of(clip)
        font = rng.choices(FONTS, [0.5, 0.3, 0.2][: len(FONTS)])[0]
        if clip.driven:
            drive(midi, font, folder, rng)
        else:
            synthesize(midi, font, f"{folder}/clip.wav")
        inputs, mixes = ["-i", f"{folder}/clip.wav"], []
        if rng.random() < 0.35:
            colour, level = rng.choice(["pink", "white", "brown"]), rng.choice([0.002, 0.006, 0.015])
            inputs += ["-f", "lavfi", "-i", f"anoisesrc=color={colour}:amplitude={level}:seed={rng.randrange(9999)}"]
            mixes.append("1.0")
        if rng.random() < 0.08:
            # A crowd: noise in the range of voices that swells.
            crowd = "anoisesrc=color=pink:amplitude={:.3f}:seed={},bandpass=f=1100:width_type=o:w=2.5,tremolo=f={:.2f}:d=0.7"
            filled = crowd.format(rng.uniform(0.02, 0.12), rng.randrange(9999), rng.uniform(0.1, 0.6))
            inputs += ["-f", "lavfi", "-i", filled]
            mixes.append("1.0")
        if voices and rng.random() < clip.style.get("voice", 0.25):
            inputs += ["-stream_loop", "-1", "-i", str(rng.choice(voices))]
            mixes.append(f"{rng.uniform(0.3, 1.0):.2f}")
        first = f"[0:a]asetrate={rate},aresample={RATE},atrim=start={start:.4f}:duration={seconds},asetpts=PTS-STARTPTS,pan=mono|c0=.5*c0+.5*c1[m]"
        more = [f";[{i + 1}:a]aresample={RATE},pan=mono|c0=c0,volume={level}[x{i}]" for i, level in enumerate(mixes)]
        names = "[m]" + "".join(f"[x{i}]" for i in range(len(mixes)))
        mix = f";{names}amix=inputs={1 + len(mixes)}:duration=first:normalize=0,{','.join(effects(rng))}[o]"
        codec = ["-c:a", "libvorbis", "-q:a", "3"] if path.suffix == ".ogg" else ["-c:a", "libmp3lame", "-b:a", f"{rng.choice(BITRATES)}k"]
        command = ["ffmpeg", "-v", "error", "-y", "-nostdin", *inputs, "-filter_complex", first + "".join(more) + mix]
        subprocess.run([*command, "-map", "[o]", "-t", str(seconds), *codec, str(path)], check=True)
    return start, rate / RATE
