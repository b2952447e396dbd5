import { PlaylistPageDocument, type PlaylistPageQuery } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import type { PlaylistFacts } from "../keep/use-playlists.js";
import { rowOfTrack, type ShownRow } from "../table/shown-track.js";

type RowOfServer = PlaylistPageQuery["playlist"]["rows"]["nodes"][number];

/** A row of a playlist. */
export interface LoadedRow {
  /** `null` where nothing is known of its track any more. */
  readonly shown: ShownRow | null;
  /** By which edits name it; `null` in a recipe. */
  readonly number: number | null;
  readonly note: string;
  /** Whether its recording is not in the library. */
  readonly isMissing: boolean;
}

/** A playlist with its rows, as far as they are loaded. */
export interface LoadedPlaylist {
  readonly facts: PlaylistFacts;
  readonly rows: readonly LoadedRow[];
  /** The number of all rows. */
  readonly totalCount: number;
}

const ROWS_PER_PAGE = 100;

/**
 * Loads a playlist with all its rows, page by page.
 *
 * @param onPage called with what there is after each page
 */
export async function loadPlaylist(
  id: string,
  signal: AbortSignal,
  onPage: (loaded: LoadedPlaylist) => void = () => undefined,
): Promise<LoadedPlaylist> {
  const all: LoadedRow[] = [];
  for (let after: string | null = null; ;) {
    const page: PlaylistPageQuery = await request(
      PlaylistPageDocument,
      { id, first: ROWS_PER_PAGE, after },
      signal,
    );
    const { rows, ...facts } = page.playlist;
    all.push(...rows.nodes.map(playlistRowOf));
    const loaded = { facts, rows: [...all], totalCount: rows.totalCount };
    onPage(loaded);
    after = rows.pageInfo.endCursor;
    if (!rows.pageInfo.hasNextPage || after === null) return loaded;
  }
}

function playlistRowOf(row: RowOfServer): LoadedRow {
  const { note, isMissing, row: number } = row;
  const shown = shownRowOf(row);
  const rowId = number === null ? {} : { rowId: String(number) };
  return { note, isMissing, number, shown: shown && { ...shown, ...rowId } };
}

/** Returns the row of a track; of one that is gone, under the name that it was added with. */
function shownRowOf({ track, addedAs }: RowOfServer): ShownRow | null {
  if (track) return rowOfTrack(track);
  return (
    addedAs && {
      ...{ ...addedAs, trackKey: "", album: null, albumArtist: null, composer: null, genre: null },
      ...{ label: null, year: null, trackNumber: null, thumbnailUrl: null, values: null },
    }
  );
}
