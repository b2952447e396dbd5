import { orderTextOf } from "../../domain/catalogue/filter-texts.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { requireFewRows, type PlaylistParameters } from "../../domain/playlist/playlist.js";
import type { PlaylistEditParameters } from "../../domain/playlist/playlist-edit.js";
import type { RowEditParameters } from "../../domain/playlist/row-edits.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import {
  costOfNaming,
  findTrackRef,
  namedRefsOf,
  namedTrackOf,
  trackRefsOf,
  type TrackFinding,
} from "../identity/named-track.js";
import type { TrackRefInput } from "../identity/track-ref-input.js";
import type { EditPlaylistInput, PlaylistRowEditInput } from "./edit-playlist-input.js";
import type { SavePlaylistInput } from "./save-playlist-input.js";

/** Maximum number of tracks that a playlist names, in one of its parts. */
const MAX_NAMED = 1000;

/** Returns the cost of finding the tracks that a playlist names. */
export function costOfPlaylistNames(input: unknown): number {
  const { tracks, seedTracks, excludedTracks, start, end } = Object(input) as SavePlaylistInput;
  return costOfNaming(tracks, seedTracks, excludedTracks, start, end);
}

/** Returns the cost of finding the tracks that the edits of a playlist name. */
export function costOfEditNames(input: unknown): number {
  const { edits } = Object(input) as EditPlaylistInput;
  return costOfNaming(...(edits ?? []).map((edit) => tracksOf(edit)));
}

const tracksOf = ({ insert, replace }: PlaylistRowEditInput): readonly TrackRefInput[] =>
  insert?.tracks ?? (replace ? [replace.track] : []);

/**
 * Returns what a client changes of a playlist, with what leads to the tracks that it names.
 *
 * @throws {InvalidInputError} there are too many of them
 * @throws {UnknownTrackIdError} no track has one of the ids
 */
export async function playlistEditParametersFrom(
  { edits, ...others }: Omit<EditPlaylistInput, "id">,
  context: TrackFinding,
): Promise<PlaylistEditParameters> {
  requireFewRows((edits ?? []).flatMap(tracksOf), "edits");
  const withKeys = async (
    { insert, replace, ...plain }: PlaylistRowEditInput,
    index: number,
  ): Promise<RowEditParameters> => {
    const parameter = `edits[${index}]`;
    const keys = (refs: readonly TrackRefInput[]) => namedRefsOf(refs, parameter, context);
    return {
      ...plain,
      insert: insert && { ...insert, tracks: await keys(insert.tracks) },
      replace: replace && { row: replace.row, track: (await keys([replace.track]))[0] },
    };
  };
  return { ...others, edits: await Promise.all((edits ?? []).map(withKeys)) };
}

/**
 * Returns what a client gives of a playlist, with what leads to the tracks that it names.
 *
 * @throws {InvalidInputError} the filter has `analysed`, which no playlist has, or tracks are named
 * in two ways
 * @throws {UnknownTrackIdError} no track has one of the ids
 */
export async function playlistParametersFrom(
  input: Omit<SavePlaylistInput, "id">,
  context: TrackFinding,
): Promise<PlaylistParameters> {
  const { seedTracks, excludedTracks, start, end, seeds, exclude, from, to, ...others } = input;
  const { filter, orderBy, tracks, ...plain } = others;
  requireFewRows(tracks ?? [], "tracks");
  const { analysed, ...conditions } = filter ?? {};
  if (analysed === false) {
    const problem = "must not be false: a playlist has only tracks that are analysed";
    throw new InvalidInputError("filter.analysed", problem);
  }
  const keys = async (...named: Parameters<typeof trackRefsOf>): Promise<readonly TrackRef[]> => {
    const [[parameter]] = named;
    const refs = trackRefsOf(...named);
    if (refs.length > MAX_NAMED) {
      throw new InvalidInputError(parameter, `must be at most ${MAX_NAMED} tracks`);
    }
    return namedRefsOf(refs, parameter, context);
  };
  const key = async (...named: Parameters<typeof findTrackRef>): Promise<TrackRef | undefined> => {
    const ref = findTrackRef(...named);
    return ref && (await namedTrackOf(ref, named[0][0], context)).trackKey;
  };
  return {
    ...plain,
    tracks: tracks && (await namedRefsOf(tracks, "tracks", context)),
    filter: filter ? conditions : null,
    order: orderBy ? orderTextOf(orderBy) : null,
    seeds: await keys(["seedTracks", seedTracks], ["seeds", seeds]),
    exclude: await keys(["excludedTracks", excludedTracks], ["exclude", exclude]),
    from: await key(["start", start], ["from", from]),
    to: await key(["end", end], ["to", to]),
  };
}
