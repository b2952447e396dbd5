import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** The formats of a made library, with the encoder of each. */
const FORMATS = [
  { extension: "mp3", encoder: ["libmp3lame", "-b:a", "128k"] },
  { extension: "flac", encoder: ["flac"] },
  { extension: "ogg", encoder: ["libvorbis"] },
  { extension: "opus", encoder: ["libopus"] },
  { extension: "m4a", encoder: ["aac", "-b:a", "96k"] },
  { extension: "wav", encoder: ["pcm_s16le"] },
] as const;

/** Files of one album, which one process encodes: its time grows with their square. */
const FILES_PER_ALBUM = 20;

/** Length of a file, seconds. */
const SECONDS = 3;

/** Makes a library of tagged files in mixed formats, each with other audio, by `ffmpeg`. Returns their number. */
export async function makeLibrary(folder: string, files: number): Promise<number> {
  const albums = Math.ceil(files / FILES_PER_ALBUM);
  for (let album = 0; album < albums; album++) {
    const { extension, encoder } = FORMATS[album % FORMATS.length]!;
    const artist = `Artist ${Math.floor(album / 3)}`;
    const path = join(folder, artist, `Album ${album}`);
    await mkdir(path, { recursive: true });
    const count = Math.min(FILES_PER_ALBUM, files - album * FILES_PER_ALBUM);
    const noise = `anoisesrc=color=pink:seed=${album}:amplitude=0.4:duration=${count * SECONDS}`;
    const outputs = Array.from({ length: count }, (_, index) => [
      ...["-ss", `${index * SECONDS}`, "-t", `${SECONDS}`, "-ar", "48000", "-c:a", ...encoder],
      ...["-metadata", `title=Song ${album}-${index}`, "-metadata", `artist=${artist}`],
      ...["-metadata", `album=Album ${album}`, join(path, `${index + 1}.${extension}`)],
    ]);
    await promisify(execFile)("ffmpeg", [
      ...["-v", "error", "-f", "lavfi", "-i", noise],
      ...outputs.flat(),
    ]);
  }
  return files;
}
