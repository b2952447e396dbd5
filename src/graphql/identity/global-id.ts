import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { isRecordingId, type RecordingId } from "../../domain/track/recording-id.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { TrackRef } from "../../domain/track/track-ref.js";

/**
 * The prefixes of global ids, by the type of the object. They are in the caches of clients, so they stay.
 * A track is a name or a recording, with an id of its own for each.
 */
const prefixes = { Track: "tr_", Recording: "rc_", TrackAnalysis: "ta_", Playlist: "pl_" } as const;

type PrefixName = keyof typeof prefixes;

/** A type of objects that have a global id. */
export type NodeName = Exclude<PrefixName, "Recording">;

/** A parsed global id. */
export type GlobalId =
  | { readonly typeName: "Track"; readonly ref: TrackRef }
  | { readonly typeName: "TrackAnalysis"; readonly ref: RecordingId }
  | { readonly typeName: "Playlist" };

const PATTERN = /^(?<prefix>[a-z]{2}_)(?<key>[0-9a-f]{16})$/;

/** Returns the global id of a track or of an analysis: a prefix that names the type, and 16 hex characters. */
export function globalIdFrom(typeName: "Track" | "TrackAnalysis", ref: TrackRef): string {
  if (!isRecordingId(ref)) return prefixes[typeName] + ref;
  return prefixes[typeName === "Track" ? "Recording" : typeName] + ref.slice("rec:".length);
}

/** Returns what leads to a track from its global id; `undefined` for any other text. */
export function findGlobalTrack(id: string): TrackRef | undefined {
  const found = findGlobalId(id);
  return found?.typeName === "Track" ? found.ref : undefined;
}

/**
 * Parses a global id.
 *
 * @throws {InvalidInputError} no object has such an id
 */
export function parseGlobalId(id: string, parameter: string): GlobalId {
  const found = findGlobalId(id);
  if (found) return found;
  throw new InvalidInputError(parameter, "must be the `id` of an object, as a response had it");
}

function findGlobalId(id: string): GlobalId | undefined {
  const { prefix, key } = PATTERN.exec(id)?.groups ?? {};
  const names = Object.keys(prefixes) as PrefixName[];
  const recordingId = `rec:${key}` as RecordingId;
  switch (names.find((name) => prefixes[name] === prefix)) {
    case "Track":
      return { typeName: "Track", ref: key as TrackKey };
    case "Recording":
      return { typeName: "Track", ref: recordingId };
    case "TrackAnalysis":
      return { typeName: "TrackAnalysis", ref: recordingId };
    case "Playlist":
      return { typeName: "Playlist" };
    case undefined:
      return undefined;
  }
}
