import { copyFile, mkdir, open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { trackKeyFrom, type TrackKey } from "../../../src/domain/track/track-key.js";
import { wavBytes } from "../../signals/encoded/wav-bytes.js";
import { fourMinutes } from "../material/four-minutes.js";

const SAMPLE_RATE = 44_100;

/** A piece of 20 seconds whose frames are repeated. */
const PIECE = new URL(
  "../../../src/demo/library/Overtone - Four on the Floor.mp3",
  import.meta.url,
);
const REPETITIONS = 12;

/** The length of the short files, seconds. */
const SHORT_SECONDS = 5;

/** The kinds of files: four minutes of 16 bits in stereo at 44.1 kHz, an MP3, and the beginning of the first. */
export type FileKind = "wav" | "mp3" | "short.wav";

/** Where the last bytes of a file are changed, from its end: within the sound of every kind. */
const MARK_FROM_END = 64;

/** A folder of files. All files of a kind have the same sound but for its last moment, so that each is analysed. */
export class Material {
  readonly #sizes = new Map<FileKind, number>();
  #count = 0;

  private constructor(
    private readonly parent: string,
    readonly folder: string,
  ) {}

  static async create(parent: string): Promise<Material> {
    const folder = join(parent, "music");
    await mkdir(folder);
    const material = new Material(parent, folder);
    const left = fourMinutes(SAMPLE_RATE);
    const right = left.map((sample, i) => 0.9 * sample + 0.05 * Math.sin(0.01 * i));
    const wavOf = (samples: number): Uint8Array => {
      const channels = [left, right].map((channel) => channel.subarray(0, samples));
      return wavBytes({ channels, sampleRate: SAMPLE_RATE, encoding: "s16" });
    };
    const contents = {
      wav: wavOf(left.length),
      mp3: repeatedFrames(await readFile(PIECE)),
      "short.wav": wavOf(SHORT_SECONDS * SAMPLE_RATE),
    };
    for (const [kind, bytes] of Object.entries(contents)) {
      await writeFile(material.originalOf(kind as FileKind), bytes);
      material.#sizes.set(kind as FileKind, bytes.length);
    }
    return material;
  }

  /** Returns the file of a kind that is copied; it is not in the folder. */
  originalOf(kind: FileKind): string {
    return join(this.parent, `original.${kind}`);
  }

  bytesOf(kind: FileKind): number {
    return this.#sizes.get(kind) ?? 0;
  }

  /** Adds files to the folder, and returns the keys of their tracks. */
  async add(kind: FileKind, count: number): Promise<readonly TrackKey[]> {
    const keys: TrackKey[] = [];
    for (let added = 0; added < count; added++) {
      const name = `Piece ${++this.#count}`;
      const path = join(this.folder, `Overtone - ${name}.${kind.replace("short.", "")}`);
      await copyFile(this.originalOf(kind), path);
      await mark(path, this.bytesOf(kind) - MARK_FROM_END, this.#count);
      keys.push(trackKeyFrom("Overtone", name));
    }
    return keys;
  }
}

/** Writes a number into a file, which makes it another recording. */
async function mark(path: string, position: number, number: number): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.write(Uint8Array.of(number & 0xff, number >> 8), 0, 2, position);
  } finally {
    await file.close();
  }
}

/** Repeats the frames of an MP3, without its tags, which name another track. */
function repeatedFrames(file: Buffer): Buffer {
  const sizes = [...file.subarray(6, 10)];
  const tagBytes = sizes.reduce((sum, byte) => sum * 128 + (byte & 127), 0);
  const isTagged = file.toString("latin1", 0, 3) === "ID3";
  const frames = file.subarray(isTagged ? 10 + tagBytes : 0);
  return Buffer.concat(Array.from({ length: REPETITIONS }, () => frames));
}
