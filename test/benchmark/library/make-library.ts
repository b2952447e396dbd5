import { execFile } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** The formats of a made library, with the encoder of each. */
const FORMATS = [
  { extension: "mp3", muxer: "mp3", encoder: ["-c:a", "libmp3lame", "-b:a", "128k"] },
  { extension: "flac", muxer: "flac", encoder: ["-c:a", "flac"] },
  { extension: "ogg", muxer: "ogg", encoder: ["-c:a", "libvorbis"] },
  { extension: "opus", muxer: "ogg", encoder: ["-c:a", "libopus", "-ar", "48000"] },
  { extension: "m4a", muxer: "mp4", encoder: ["-c:a", "aac", "-b:a", "96k"] },
  { extension: "wav", muxer: "wav", encoder: ["-c:a", "pcm_s16le"] },
] as const;

/** Files of one artist and album. */
const FILES_PER_ALBUM = 100;

/** Length of a file, seconds. */
const SECONDS = 3;

/** Makes a library of tagged files in mixed formats, each with other audio, by `ffmpeg`. Returns their number. */
export async function makeLibrary(folder: string, files: number): Promise<number> {
  const albums = Math.ceil(files / FILES_PER_ALBUM);
  for (let album = 0; album < albums; album++) {
    const { extension, muxer, encoder } = FORMATS[album % FORMATS.length]!;
    const artist = `Artist ${Math.floor(album / 3)}`;
    const path = join(folder, artist, `Album ${album}`);
    await mkdir(path, { recursive: true });
    const count = Math.min(FILES_PER_ALBUM, files - album * FILES_PER_ALBUM);
    const noise = `anoisesrc=color=pink:seed=${album}:amplitude=0.4:duration=${count * SECONDS}`;
    await promisify(execFile)("ffmpeg", [
      ...["-v", "error", "-f", "lavfi", "-i", noise, "-ar", "44100", ...encoder],
      ...["-metadata", `artist=${artist}`, "-metadata", `album=Album ${album}`],
      ...["-f", "segment", "-segment_time", `${SECONDS}`, "-segment_format", muxer],
      ...["-reset_timestamps", "1", join(path, `Song ${album}-%03d.${extension}`)],
    ]);
    // What the encoder adds behind the last second becomes a segment without a beginning.
    await rm(join(path, `Song ${album}-${String(count).padStart(3, "0")}.${extension}`), {
      force: true,
    });
  }
  return files;
}
