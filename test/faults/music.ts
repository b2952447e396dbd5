import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { trackKeyFrom, type TrackKey } from "../../src/domain/track/track-key.js";
import { wavBytes } from "../signals/encoded/wav-bytes.js";
import { seededRandom } from "../signals/random.js";

/** A track whose file depends only on its number. */
export interface MadeTrack {
  readonly artist: string;
  readonly name: string;
  readonly trackKey: TrackKey;
  readonly bytes: Uint8Array;
}

const SAMPLE_RATE = 8_000;
const ARTIST = "Faults";

/** Returns a track with a beating tone and noise, different for each number. */
export function madeTrack(number: number, seconds = 2): MadeTrack {
  const random = seededRandom(number);
  const frequencyHz = 110 * 2 ** ((number % 36) / 12);
  const samples = Float32Array.from({ length: SAMPLE_RATE * seconds }, (_, at) => {
    const beat = 1 - (at % 4_000) / 4_000;
    const tone = Math.sin((2 * Math.PI * frequencyHz * at) / SAMPLE_RATE);
    return 0.6 * beat * tone + 0.05 * random();
  });
  const name = `Track ${number}`;
  return {
    artist: ARTIST,
    name,
    trackKey: trackKeyFrom(ARTIST, name),
    bytes: wavBytes({ channels: [samples], sampleRate: SAMPLE_RATE }),
  };
}

/** Writes files of tracks into a library folder, with artist and title in their names. */
export async function addToLibrary(folder: string, tracks: readonly MadeTrack[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const track of tracks) await writeFile(libraryFile(folder, track), track.bytes);
}

/** Returns the path of the file of a track in a library folder. */
export function libraryFile(folder: string, { artist, name }: MadeTrack): string {
  return join(folder, `${artist} - ${name}.wav`);
}
