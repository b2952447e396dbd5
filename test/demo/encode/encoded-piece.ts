import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { FileFormat, Piece } from "../score/piece.js";
import type { Stereo } from "../synth/reverb.js";
import { aiffFile } from "./aiff-file.js";
import { coverPicture } from "./cover-picture.js";
import { id3Tag, type TagTexts } from "./id3-tag.js";
import { toPcm16 } from "./pcm.js";
import { pngFile } from "./png-picture.js";
import { wavFile, type Pcm } from "./wav-file.js";

const ALBUM = "Overtone Demo";

const EXTENSIONS: Readonly<Record<FileFormat["kind"], string>> = {
  wav: "wav",
  aiff: "aiff",
  flac: "flac",
  mp3: "mp3",
  vorbis: "ogg",
  opus: "opus",
};

/** Returns the file name of a piece: `Artist - Title.ext`. */
export function fileNameOf({ artist, track, format }: Piece): string {
  return `${artist} - ${track}.${EXTENSIONS[format.kind]}`;
}

/**
 * Encodes a piece in its file format, with tags and cover. WAV and AIFF are written by our own code;
 * the other formats need `ffmpeg` on the PATH.
 */
export async function encodedPiece(piece: Piece, sound: Stereo): Promise<Uint8Array> {
  const { format, channels, sampleRate } = piece;
  const pcm: Pcm = { samples: toPcm16(sound, channels), channels, sampleRate };
  const texts = textsOf(piece);
  const cover = piece.cover && pngFile(coverPicture(piece.cover));
  switch (format.kind) {
    case "wav":
      return wavFile(pcm);
    case "aiff":
      return aiffFile(pcm, texts ? id3Tag(texts, cover) : new Uint8Array());
    case "mp3": {
      const options = ["-c:a", "libmp3lame", "-b:a", `${format.kilobits}k`, "-id3v2_version", "0"];
      const frames = await compressed(pcm, "mp3", [...options, "-write_id3v1", "0"]);
      return texts ? Buffer.concat([id3Tag(texts, cover), frames]) : frames;
    }
    case "flac":
      return compressed(pcm, "flac", ["-compression_level", "12", ...flacTags(texts)], cover);
    case "vorbis": {
      const options = ["-c:a", "libvorbis", "-q:a", String(format.quality)];
      return compressed(pcm, "ogg", [...options, ...oggTags(texts, cover)]);
    }
    case "opus": {
      const options = ["-c:a", "libopus", "-b:a", `${format.kilobits}k`];
      return compressed(pcm, "opus", [...options, ...oggTags(texts, cover)]);
    }
  }
}

function textsOf({ artist, track, tags }: Piece): TagTexts | undefined {
  return tags && { artist, title: track, album: ALBUM, ...tags };
}

/** Runs ffmpeg on the sound, with the cover as a second input where the format takes one. */
async function compressed(
  pcm: Pcm,
  extension: string,
  options: readonly string[],
  cover?: Uint8Array,
): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "overtone-demo-"));
  try {
    const input = join(folder, "in.wav");
    const picture = join(folder, "cover.png");
    const output = join(folder, `out.${extension}`);
    await writeFile(input, wavFile(pcm));
    const inputs = ["-i", input];
    const maps = ["-map", "0:a"];
    if (cover) {
      await writeFile(picture, cover);
      inputs.push("-i", picture);
      maps.push("-map", "1:v", "-c:v", "copy", "-disposition:v", "attached_pic");
    }
    const exact = ["-fflags", "+bitexact", "-flags:a", "+bitexact", "-map_metadata", "-1"];
    const quiet = ["-hide_banner", "-loglevel", "error", "-nostdin"];
    await promisify(execFile)("ffmpeg", [
      ...quiet,
      ...inputs,
      ...maps,
      ...exact,
      ...options,
      output,
    ]);
    return await readFile(output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function flacTags(texts: TagTexts | undefined): readonly string[] {
  if (!texts) return [];
  const { artist, title, album, year, genre, isrc } = texts;
  const pairs = {
    artist,
    title,
    album,
    date: String(year),
    genre,
    ...(isrc !== undefined && { isrc }),
  };
  return Object.entries(pairs).flatMap(([name, text]) => ["-metadata", `${name}=${text}`]);
}

/**
 * The cover as a comment, the only way to store a picture in Ogg. Source: Xiph.Org, "VorbisComment",
 * cover art.
 */
function oggTags(texts: TagTexts | undefined, cover: Uint8Array | undefined): readonly string[] {
  const block = cover && Buffer.from(pictureBlock(cover)).toString("base64");
  const picture = block === undefined ? [] : ["-metadata", `METADATA_BLOCK_PICTURE=${block}`];
  return [...flacTags(texts), ...picture];
}

/** The front cover as a FLAC picture block. Source: RFC 9639, section 8.8. */
function pictureBlock(png: Uint8Array): Uint8Array {
  const mediaType = Buffer.from("image/png", "latin1");
  const width = Buffer.from(png).readUInt32BE(16);
  const height = Buffer.from(png).readUInt32BE(20);
  const numbers = (...values: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(4 * values.length);
    for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
    return bytes;
  };
  return Buffer.concat([
    numbers(3, mediaType.length),
    mediaType,
    numbers(0, width, height, 24, 0, png.length),
    png,
  ]);
}
