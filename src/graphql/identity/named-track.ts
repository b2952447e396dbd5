import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parseName } from "../../domain/track/name-text.js";
import { parseTrackId, type TrackId } from "../../domain/track/track-id.js";
import { trackKeyFrom, type TrackKey } from "../../domain/track/track-key.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import { SEARCH_COST } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { findGlobalTrack } from "./global-id.js";
import type { TrackRefInput } from "./track-ref-input.js";

/** What finds a named track. */
export type TrackFinding = Pick<RequestContext, "services" | "signal">;

/** An argument of a field: its name and value. */
type Argument<Value> = readonly [name: string, value: Value | null | undefined];

/** Returns why an argument that names tracks by their keys only is deprecated, for its decorator. */
export const deprecatedFor = (argument: string): string =>
  `Use \`${argument}\`, which names tracks by key, id or names.`;

/**
 * Returns how a field names its track: by the argument for it, or by a deprecated one for its key.
 *
 * @throws {InvalidInputError} both are given
 */
export function findTrackRef(
  [name, ref]: Argument<TrackRefInput>,
  [keyName, key]: Argument<TrackKey>,
): TrackRefInput | undefined {
  if (ref && key) throw new InvalidInputError(name, `must not be given together with "${keyName}"`);
  return ref ?? (key ? { key } : undefined);
}

/**
 * Returns what `findTrackRef` does.
 *
 * @throws {InvalidInputError} both arguments are given, or none
 */
export function trackRefOf(ref: Argument<TrackRefInput>, key: Argument<TrackKey>): TrackRefInput {
  const found = findTrackRef(ref, key);
  if (found) return found;
  throw new InvalidInputError(ref[0], "is required: name the track by `key`, `id` or `names`");
}

/**
 * Returns how a field names its tracks; empty where it names none.
 *
 * @throws {InvalidInputError} both arguments are given
 */
export function trackRefsOf(
  [name, refs]: Argument<readonly TrackRefInput[]>,
  [keyName, keys]: Argument<readonly TrackKey[]>,
): readonly TrackRefInput[] {
  if (refs && keys) {
    throw new InvalidInputError(name, `must not be given together with "${keyName}"`);
  }
  return refs ?? (keys ?? []).map((key) => ({ key }));
}

/**
 * Returns what identifies a named track.
 *
 * @throws {InvalidInputError} the id or the names are malformed
 */
export function trackIdOf({ key, id, names }: TrackRefInput, parameter: string): TrackId {
  if (key) return { kind: "trackKey", trackKey: key };
  if (!names) {
    return parseTrackId(findGlobalTrack(id ?? "") ?? id, `${parameter}.id`);
  }
  const artist = parseName(names.artist, `${parameter}.names.artist`);
  const track = parseName(names.track, `${parameter}.names.track`);
  return { kind: "trackKey", trackKey: trackKeyFrom(artist, track) };
}

/** What leads to a named track, and its names where it was named by them. */
export interface NamedTrack {
  readonly trackKey: TrackRef;
  readonly artist?: string;
  readonly track?: string;
}

/**
 * Returns what leads to a named track. An id of a catalogue is looked up there.
 *
 * @throws {InvalidInputError} the id or the names are malformed
 * @throws {UnknownTrackIdError} no track has the id
 * @throws {ProviderError} no catalogue could look up the id
 */
export async function namedTrackOf(
  ref: TrackRefInput,
  parameter: string,
  { services, signal }: TrackFinding,
): Promise<NamedTrack> {
  const id = trackIdOf(ref, parameter);
  const trackKey =
    id.kind === "trackKey" ? id.trackKey : await services.identified.getRef(id, signal());
  return { trackKey, ...ref.names };
}

/** Returns what leads to named tracks, in their order, as `namedTrackOf` does. */
export function namedTracksOf(
  refs: readonly TrackRefInput[],
  parameter: string,
  context: TrackFinding,
): Promise<readonly NamedTrack[]> {
  return Promise.all(
    refs.map((ref, index) => namedTrackOf(ref, `${parameter}[${index}]`, context)),
  );
}

/** Returns what leads to named tracks, in their order, as `namedTrackOf` does, without their names. */
export async function namedRefsOf(
  refs: readonly TrackRefInput[] | null | undefined,
  parameter: string,
  context: TrackFinding,
): Promise<readonly TrackRef[]> {
  const tracks = await namedTracksOf(refs ?? [], parameter, context);
  return tracks.map(({ trackKey }) => trackKey);
}

/** Returns the cost of naming tracks, of one or of a list: looking up ids of catalogues. */
export function costOfNaming(...given: readonly unknown[]): number {
  const ids = given.flat().map((ref) => (Object(ref) as { readonly id?: unknown }).id);
  return SEARCH_COST * ids.filter((id) => typeof id === "string" && id.includes(":")).length;
}

/** Changes what is stored of a recording. */
const CHANGE_COST = 3;

/** Returns the cost of a mutation that changes the recording which its argument `by` names. */
export const costOfChange = ({
  args,
  childComplexity,
}: {
  readonly args: Readonly<Record<string, unknown>>;
  readonly childComplexity: number;
}): number => CHANGE_COST + childComplexity + costOfNaming(args["by"]);
