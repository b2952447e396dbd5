import type { TrackFormat } from "../../../src/ports/export/track-format.js";
import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import type {
  ExportDescription,
  ExportedTrack,
} from "../../../src/domain/export/exported-track.js";
import type { Section } from "../../../src/domain/analysis/timeline.js";
import type { TrackRange } from "../../../src/domain/audio-range.js";
import type { Isrc } from "../../../src/domain/track/track.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { sixSeconds } from "../../fakes/timelines.js";

/** Names that formats have to write in a form of their own. */
export const awkwardNames = [
  'Quote " & <Tag>, comma',
  "two\nlines\r\nand a tab\t",
  "Ljósið 日本 𝄞",
  "=HYPERLINK(1)",
  "+44",
  "-M-",
  "@home",
  "control \u0001 \u001f",
  "half \ud834 pair",
  "non-character \ufffe",
  "--",
] as const;

/** Returns a track in a file, with its beats and the sections of `sixSeconds`. */
export function exportedTrack(
  artist: string,
  trackName: string,
  changes: {
    readonly path?: string;
    readonly range?: TrackRange;
    readonly analysis?: Partial<Analysis>;
    readonly sections?: readonly Section[];
  } = {},
): ExportedTrack {
  const values = { tempo: 120, key: 9, mode: 0, timeSignature: 4, loudness: -12.5, happy: null };
  const analysis = { ...analysisOf(artist, trackName, values), ...changes.analysis };
  const { path = `/music/${trackName.slice(0, 3)}.mp3` } = changes;
  return {
    analysis,
    file: {
      path,
      album: "Album & more",
      albumArtist: "Various Artists",
      genre: "Rock & Pop",
      year: 1973,
      trackNumber: 6,
      discNumber: 2,
      composer: "Roger Waters",
      isrc: "GBN9Y1100088" as Isrc,
      musicbrainzId: "f27ec8db-af05-4f36-916e-3d57f91ecf5e",
      sizeBytes: 1234,
      ...(changes.range && { range: changes.range }),
    },
    times: {
      beats: analysis.beats,
      downbeats: analysis.downbeats,
      downbeatConfidence: analysis.downbeatConfidence,
      sections: changes.sections ?? sixSeconds.sections,
    },
  };
}

/** What an export says of itself, and how many tracks it left out. */
interface EncodingOptions extends Partial<Omit<ExportDescription, "software" | "createdAt">> {
  readonly leftOut?: number;
}

/** Returns the bytes of tracks in a format, which come in pages of two. */
export async function bytesOf(
  format: TrackFormat,
  tracks: readonly ExportedTrack[],
  { title = "Title", leftOut = 0, hasByteOrderMark = false, ...others }: EncodingOptions = {},
): Promise<Buffer> {
  async function* pages(): AsyncGenerator<readonly ExportedTrack[]> {
    for (let start = 0; start < tracks.length; start += 2) {
      yield await Promise.resolve(tracks.slice(start, start + 2));
    }
  }
  const origin = { software: "Overtone 1.2.3", createdAt: 1_700_000_000_000 };
  const description = { title, ...origin, hasByteOrderMark, ...others };
  const exported = { pages: pages(), count: tracks.length, leftOut: () => leftOut };
  const parts: Uint8Array[] = [];
  for await (const part of format.encode(exported, description)) parts.push(part);
  return Buffer.concat(parts);
}

/** Returns the text of tracks in a format; fails where it is no UTF-8. */
export async function textOf(...given: Parameters<typeof bytesOf>): Promise<string> {
  return new TextDecoder("utf-8", { fatal: true }).decode(await bytesOf(...given));
}
