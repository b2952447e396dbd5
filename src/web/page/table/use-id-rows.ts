import { useEffect, useMemo, useState } from "preact/hooks";
import { TableTracksDocument } from "../generated/documents.js";
import { askEach } from "../graphql/ask-each.js";
import { isUnknownTrack, request } from "../graphql/request.js";
import { PagedRows, ROWS_PER_PAGE, type LoadedPage } from "./paged-rows.js";
import { rowOfTrack } from "./shown-track.js";
import type { TrackRows } from "./track-rows.js";

/** Tracks whose ids are known. */
export interface KnownTracks {
  readonly count: number;
  /** Returns the id of the recording of a row. */
  readonly idAt: (index: number) => string;
}

/**
 * The rows of tracks whose ids are known.
 *
 * @param tracks the same object while they are the same tracks
 */
export function useIdRows(tracks: KnownTracks): TrackRows {
  const [, setChanges] = useState(0);
  const rows = useMemo(
    () =>
      new PagedRows({
        load: (offset, signal) => loadTracks(tracks, offset, signal),
        onChange: () => {
          setChanges((last) => last + 1);
        },
        count: tracks.count,
      }),
    [tracks],
  );
  useEffect(
    () => () => {
      rows.close();
    },
    [rows],
  );
  return rows;
}

async function loadTracks(
  { count, idAt }: KnownTracks,
  offset: number,
  signal: AbortSignal,
): Promise<LoadedPage> {
  const size = Math.min(ROWS_PER_PAGE, count - offset);
  const refs = Array.from({ length: size }, (_, place) => ({ id: idAt(offset + place) }));
  // A track that was removed since its id was read fails all.
  const analyses = await askEach(
    refs,
    async (tracks) => (await request(TableTracksDocument, { tracks }, signal)).analyses,
    isUnknownTrack,
  );
  const rows = analyses.map((one) =>
    one?.__typename === "TrackAnalysis" && one.track ? rowOfTrack(one.track) : null,
  );
  return { rows, totalCount: count };
}
