#!/bin/sh
# Writes the encoded tones in this folder. Needs ffmpeg; the files in git came from version 5.1.9.
# Left: 440 Hz at half of full scale. Right: 1320 Hz at a quarter. 1.5 s at 44.1 kHz.
set -eu
cd "$(dirname "$0")"
encode() { ffmpeg -nostdin -v error -y -f lavfi -i "$TONES" -map_metadata -1 -fflags +bitexact "$@"; }

TONES="aevalsrc=0.5*sin(2*PI*440*t)|0.25*sin(2*PI*1320*t):s=44100:d=1.5"
encode -c:a libmp3lame -b:a 64k tones-cbr.mp3
encode -c:a libmp3lame -q:a 5 tones-vbr.mp3
encode -c:a libmp3lame -b:a 64k -write_xing 0 -id3v2_version 0 tones-plain.mp3
encode -c:a mp2 -b:a 64k tones.mp2
encode -c:a flac -sample_fmt s16 tones-16.flac
encode -c:a libvorbis -q:a 1 tones.ogg
encode -c:a libopus -b:a 48k tones.opus
encode -c:a aac -b:a 64k tones-aac.m4a
encode -c:a libopus -b:a 48k tones-opus.webm
encode -c:a wmav2 -b:a 64k tones.wma

TONES="aevalsrc=0.5*sin(2*PI*440*t)|0.25*sin(2*PI*1320*t):s=16000:d=1.5"
encode -c:a flac -sample_fmt s32 -bits_per_raw_sample 24 tones-24.flac
encode -c:a flac -sample_fmt s16 -f ogg tones-flac.oga
encode -c:a alac -sample_fmt s16p tones-alac.m4a
encode -c:a wavpack -sample_fmt s16p tones.wv

TONES="aevalsrc=0.5*sin(2*PI*440*t):s=22050:d=1.5"
encode -c:a libmp3lame -b:a 32k tones-mono.mp3
encode -c:a libvorbis -q:a 1 tones-mono.ogg

ffmpeg -nostdin -v error -y -f lavfi -i "color=s=16x16:r=5:d=1" -fflags +bitexact -c:v mpeg4 no-sound.mp4
