import { csvOf } from "../parts/csv.js";

/** A track of the library that a row may mean, as REST has it. */
interface ShownCandidate {
  readonly trackKey: string;
  /** `null` where its file has not been read whole. */
  readonly recordingId: string | null;
  readonly artist: string;
  readonly trackName: string;
  readonly album: string | null;
  readonly duration_ms: number | null;
  /** How sure it is, [0.5, 1]. */
  readonly score: number;
}

/** What the library has of a row. */
export type ListRowState = "sure" | "unsure" | "absent";

/** A row of a list, as REST has it; what the file does not say is `null`. */
export interface ShownListRow {
  /** From 1. */
  readonly position: number;
  readonly artist: string | null;
  readonly title: string | null;
  readonly album: string | null;
  readonly duration_ms: number | null;
  readonly isrc: string | null;
  readonly musicbrainzId: string | null;
  readonly spotifyId: string | null;
  readonly path: string | null;
  /** What the file says, as it stands there. */
  readonly raw: string;
  readonly state: ListRowState;
  /** One where it is sure, the best first where it is unsure, and none where it is absent. */
  readonly candidates: readonly ShownCandidate[];
}

/** A list in a file. */
interface ListSummary {
  /** Its place in the file, from 1. */
  readonly number: number;
  readonly name: string | null;
  readonly rowCount: number;
}

/** What a list of another program says, and what the library has of it. */
export interface ShownReview {
  readonly lists: readonly ListSummary[];
  readonly list: ListSummary;
  readonly counts: Readonly<Record<ListRowState, number>>;
  readonly rows: readonly ShownListRow[];
}

/** What names the track that the reader has chosen for a row, by its position; empty for none. */
export type RowChoices = ReadonlyMap<number, string>;

/** Returns what names a candidate. */
export const refOfCandidate = ({ recordingId, trackKey }: ShownCandidate): string =>
  recordingId ?? trackKey;

/** Returns what names the track of a row: the one that was chosen, else the one that is sure; empty for none. */
export function chosenRef(
  { position, state, candidates }: ShownListRow,
  choices: RowChoices,
): string {
  const [first] = candidates;
  return choices.get(position) ?? (state === "sure" && first ? refOfCandidate(first) : "");
}

/** The columns of a table of rows, with the names that an import reads. */
const COLUMNS: readonly (readonly [string, (row: ShownListRow) => string | number | null])[] = [
  ["position", ({ position }) => position],
  ["artist", ({ artist }) => artist],
  ["title", ({ title }) => title],
  ["album", ({ album }) => album],
  ["duration_ms", ({ duration_ms: durationMs }) => durationMs],
  ["isrc", ({ isrc }) => isrc],
  ["mbid", ({ musicbrainzId }) => musicbrainzId],
  ["spotify_id", ({ spotifyId }) => spotifyId],
  ["path", ({ path }) => path],
  ["row", ({ raw }) => raw],
];

/** Returns rows as CSV, with the byte order mark that spreadsheets need. */
export const csvOfReviewed = (rows: readonly ShownListRow[]): string =>
  `\uFEFF${csvOf([
    COLUMNS.map(([name]) => name),
    ...rows.map((row) => COLUMNS.map(([, valueOf]) => valueOf(row))),
  ])}`;
