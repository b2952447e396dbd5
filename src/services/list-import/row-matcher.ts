import { compareTexts } from "../../domain/compare-texts.js";
import {
  MAX_ROW_CANDIDATES,
  type RowCandidate,
  type RowState,
} from "../../domain/list-import/list-review.js";
import type { RowTrack } from "../../domain/list-import/listed-row.js";
import { MAX_MISTAKES } from "../../domain/list-import/misspelt-names.js";
import { absolutePathOf } from "../../domain/library/library-file.js";
import { comparedRowOf, type ComparedRow, type ComparedTrack } from "./compared-tracks.js";
import {
  artistLikeness,
  idScore,
  isOfLength,
  NAMES_AGREE,
  namesLikeness,
  namesScore,
  pathLengthFactor,
  pathScore,
} from "./row-score.js";

/** From this score on a row is sure, unless another track comes near; below the second one a track is no candidate. */
const SURE_SCORE = 0.85;
const MIN_SCORE = 0.5;

/** A track whose score is this much below the best one is no rival of it. */
const RIVAL_DISTANCE = 0.03;

/** Rows of one artist whose titles are compared for typing mistakes: of an artist with more, none are. */
const MAX_ROWS_OF_ARTIST = 50;

/** A track that a row may mean, with what it is compared by. */
interface Candidate {
  readonly compared: ComparedTrack;
  readonly score: number;
  readonly ground: RowCandidate["ground"];
  /** What orders candidates of one score: how far the lengths are apart, milliseconds, and whether the album is another. */
  readonly apartMs: number;
  readonly isOtherAlbum: boolean;
}

/** A row that is looked for, and the best candidates for it up to now. */
interface SoughtRow {
  readonly row: ComparedRow;
  candidates: readonly Candidate[];
}

/** The kept candidates of a row: one more than are answered, which may be a rival. */
const MAX_KEPT = MAX_ROW_CANDIDATES + 1;

/** What a row was matched to. */
export interface RowMatch {
  readonly state: RowState;
  readonly candidates: readonly RowCandidate[];
}

/**
 * Matches rows to the tracks of a library, which are offered one by one. What is found does not depend on their order. The rows
 * are indexed and not the library, so that nothing of it stays in memory, and a library of any size takes one walk through it.
 */
export class RowMatcher {
  readonly #sought: SoughtRow[] = [];
  readonly #byId = new Map<string, number[]>();
  readonly #byTitle = new Map<string, number[]>();
  readonly #byArtist = new Map<string, number[]>();
  readonly #byFileName = new Map<string, number[]>();

  /** Adds a row that no added one is equal to, before the first track is compared. */
  add(track: RowTrack): void {
    const row = comparedRowOf(track);
    const index = this.#sought.push({ row, candidates: [] }) - 1;
    const { names, path } = row;
    for (const id of idsOf(track)) addTo(this.#byId, id, index);
    for (const key of names?.title.keys ?? []) addTo(this.#byTitle, key, index);
    for (const artist of names?.artists.names ?? []) addTo(this.#byArtist, artist, index);
    const [fileName] = path?.names ?? [];
    if (fileName !== undefined) addTo(this.#byFileName, fileName, index);
  }

  /** Returns which rows may mean a track: those that it shares an id, a title, a file name, or an artist and a similar title with. */
  rowsFor({ ref, track, names, isrc, musicbrainzId, path }: ComparedTrack): readonly number[] {
    const found = new Set<number>();
    const add = (indexes: readonly number[] = []): void => {
      for (const index of indexes) found.add(index);
    };
    for (const id of [ref, track.trackKey, isrc, musicbrainzId]) {
      if (id !== undefined) add(this.#byId.get(id));
    }
    for (const key of names.title.keys) add(this.#byTitle.get(key));
    // Where the tags have artist and title in each other's place.
    if (names.artists.whole !== "") add(this.#byTitle.get(names.artists.whole));
    const [fileName] = path?.names ?? [];
    if (fileName !== undefined) add(this.#byFileName.get(fileName));
    for (const artist of names.artists.names) {
      const indexes = this.#byArtist.get(artist) ?? [];
      if (indexes.length > MAX_ROWS_OF_ARTIST) continue;
      for (const index of indexes) {
        if (this.#isOfSimilarLength(index, names.title.main)) found.add(index);
      }
    }
    return [...found];
  }

  #isOfSimilarLength(index: number, title: string): boolean {
    const { length } = this.#sought[index]?.row.names?.title.main ?? "";
    return Math.abs(length - title.length) <= MAX_MISTAKES;
  }

  /** Compares a row with a track. */
  compare(index: number, compared: ComparedTrack): void {
    const sought = this.#sought[index];
    if (sought === undefined) return;
    const proven = provenBy(sought.row, compared);
    if (proven.score < MIN_SCORE) return;
    const { names, track } = sought.row;
    const apartMs = Math.abs((track.durationMs ?? NaN) - (compared.track.durationMs ?? NaN));
    const album = names?.album ?? "";
    const candidate: Candidate = {
      ...{ compared, ...proven },
      apartMs: Number.isNaN(apartMs) ? Infinity : apartMs,
      isOtherAlbum: album === "" || album !== compared.names.album,
    };
    sought.candidates = withCandidate(sought.candidates, candidate);
  }

  /** Returns what a row was matched to among the tracks that were compared. */
  matchOf(index: number): RowMatch {
    const { candidates = [] } = this.#sought[index] ?? {};
    const [best, ...others] = candidates;
    if (best === undefined) return { state: "absent", candidates: [] };
    const rivals = others.filter(
      (other) => best.score - other.score < RIVAL_DISTANCE && !areAlike(best, other),
    );
    const isSure = best.score >= SURE_SCORE && rivals.length === 0;
    const shown = isSure ? [best] : candidates.slice(0, MAX_ROW_CANDIDATES);
    return { state: isSure ? "sure" : "unsure", candidates: shown.map(toRowCandidate) };
  }
}

/** Returns the ids of a row that tracks of the library may have. */
const idsOf = ({ trackKey, recordingId, isrc, musicbrainzId }: RowTrack): readonly string[] =>
  [recordingId, trackKey, isrc, musicbrainzId].filter((id) => id !== undefined);

function addTo(index: Map<string, number[]>, key: string, row: number): void {
  const rows = index.get(key);
  if (rows) rows.push(row);
  else index.set(key, [row]);
}

/** Returns what proves most that a row means a track. */
function provenBy(
  { track: row, names, isNamed, path }: ComparedRow,
  compared: ComparedTrack,
): Pick<Candidate, "ground" | "score"> {
  const { durationMs } = row;
  const { durationMs: length, trackKey } = compared.track;
  const likeness = names && namesLikeness(names, compared.names);
  const proven: Pick<Candidate, "ground" | "score">[] = [];
  const isOwn = row.recordingId === compared.ref || row.trackKey === trackKey;
  const isCoded =
    (row.isrc !== undefined && row.isrc === compared.isrc) ||
    (row.musicbrainzId !== undefined && row.musicbrainzId === compared.musicbrainzId);
  if (isOwn || isCoded) {
    const named = isNamed && !isOwn ? likeness : undefined;
    proven.push({ ground: "id", score: idScore(named, durationMs, length) });
  }
  if (path && compared.path) {
    const named = isNamed ? likeness : undefined;
    const places = pathScore(path, compared.path, named);
    // Of a file that is several tracks, names tell which.
    const part = compared.isPart ? (likeness ?? NAMES_AGREE) : 1;
    proven.push({ ground: "path", score: places * part * pathLengthFactor(durationMs, length) });
  }
  if (names && likeness !== undefined) {
    const other = { names: compared.names, durationMs: length };
    const score = namesScore({ names, durationMs }, other, likeness);
    proven.push({ ground: "names", score });
  }
  const best = proven.reduce((one, other) => (other.score > one.score ? other : one), {
    ground: "names",
    score: 0,
  });
  return { ground: best.ground, score: Math.round(10_000 * best.score) / 10_000 };
}

/** Returns the best candidates with another one; a track that several files hold counts once. */
function withCandidate(
  candidates: readonly Candidate[],
  candidate: Candidate,
): readonly Candidate[] {
  const { ref } = candidate.compared;
  const known = candidates.find(({ compared }) => compared.ref === ref);
  if (known && byScore(known, candidate) <= 0) return candidates;
  const others = candidates.filter((other) => other !== known);
  return [...others, candidate].sort(byScore).slice(0, MAX_KEPT);
}

/** The best first; of one score those of the album, then those of the nearest length, and then by id and path. */
function byScore(one: Candidate, other: Candidate): number {
  return (
    other.score - one.score ||
    Number(one.isOtherAlbum) - Number(other.isOtherAlbum) ||
    compareNumbers(one.apartMs, other.apartMs) ||
    compareTexts(one.compared.ref, other.compared.ref) ||
    compareTexts(pathTextOf(one), pathTextOf(other))
  );
}

/** Infinity is the same as Infinity. */
const compareNumbers = (one: number, other: number): number =>
  one < other ? -1 : Number(one > other);

const pathTextOf = ({ compared: { track } }: Candidate): string =>
  track.path ? absolutePathOf(track.path) : "";

/** Returns whether two tracks are called the same, and of one length where both are known: either is what a row means. */
function areAlike({ compared: one }: Candidate, { compared: other }: Candidate): boolean {
  const [title, otherTitle] = [one.names.title, other.names.title];
  return (
    title.main === otherTitle.main &&
    title.version === otherTitle.version &&
    artistLikeness(one.names.artists, other.names.artists) === 1 &&
    isOfLength(one.track.durationMs, other.track.durationMs) !== false
  );
}

const toRowCandidate = ({ compared, score, ground }: Candidate): RowCandidate => ({
  ...compared.track,
  ...{ score, ground },
});
