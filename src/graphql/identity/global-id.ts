import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { TrackKey } from "../../domain/track/track-key.js";

/** The prefixes of global ids, by the type of the object. They are in the caches of clients, so they stay. */
const prefixes = { Track: "tr_", TrackAnalysis: "ta_", Playlist: "pl_" } as const;

/** A type of objects that have a global id. */
export type NodeName = keyof typeof prefixes;

/** A parsed global id. */
export interface GlobalId {
  readonly typeName: NodeName;
  /** What follows the prefix: of tracks and analyses the track key. */
  readonly key: TrackKey;
}

const PATTERN = /^(?<prefix>[a-z]{2}_)(?<key>[0-9a-f]{16})$/;

/** Returns the global id of a track or of its analysis: a prefix that names the type, and the track key. */
export function globalIdFrom(typeName: "Track" | "TrackAnalysis", trackKey: TrackKey): string {
  return prefixes[typeName] + trackKey;
}

/** Returns the key of a track from its global id; `undefined` for any other text. */
export function findTrackKey(id: string): TrackKey | undefined {
  const { prefix, key } = PATTERN.exec(id)?.groups ?? {};
  return prefix === prefixes.Track ? (key as TrackKey) : undefined;
}

/**
 * Parses a global id.
 *
 * @throws {InvalidInputError} no object has such an id
 */
export function parseGlobalId(id: string, parameter: string): GlobalId {
  const { prefix, key } = PATTERN.exec(id)?.groups ?? {};
  const typeName = (Object.keys(prefixes) as NodeName[]).find((name) => prefixes[name] === prefix);
  if (typeName === undefined || key === undefined) {
    throw new InvalidInputError(parameter, "must be the `id` of an object, as a response had it");
  }
  return { typeName, key: key as TrackKey };
}
