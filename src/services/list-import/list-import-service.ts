import { comparedNamesOf } from "../../domain/list-import/compared-track.js";
import type { ListReview, ReviewedRow, RowState } from "../../domain/list-import/list-review.js";
import type { ListedRow, RowTrack } from "../../domain/list-import/listed-row.js";
import type { Playlist } from "../../domain/playlist/playlist.js";
import type { FileId, LibraryPath } from "../../domain/library/library-file.js";
import { refOf } from "../../domain/track/track-ref.js";
import { spend, spendAwaiting, type WorkBudget } from "../../domain/work-budget.js";
import type {
  CalledFile,
  CalledRecording,
  LibraryNames,
} from "../../ports/library/library-names.js";
import type { IdLinkStore } from "../../ports/metadata/id-link-store.js";
import type { ListFile, ListReader } from "../../ports/playlists/list-reader.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { PlaylistService } from "../playlists/playlist-service.js";
import { scoredLibraryPathOf, type ComparedTrack } from "./compared-tracks.js";
import { RowMatcher } from "./row-matcher.js";

/** Files and recordings that are read at once: a few milliseconds. */
const TRACKS_PER_SLICE = 200;

/** Rows that are prepared or answered before other work may run: some milliseconds. */
const ROWS_PER_TURN = 100;

/** Comparisons of a row with a track before other work may run: some ten milliseconds. */
const COMPARISONS_PER_TURN = 2_000;

/** For whom a list is reviewed. */
export interface ReviewingCaller {
  /** Whether it may know paths of the library: otherwise rows are not matched by them. */
  readonly maySeePaths: boolean;
  readonly budget: WorkBudget;
}

/** A review that was kept as a playlist. */
export interface KeptReview {
  /** `undefined` where none of the tracks could be kept. */
  readonly playlist: Playlist | undefined;
  /** The positions of sure rows that the playlist lacks, because their tracks have not been analysed; mostly none. */
  readonly leftOut: readonly number[];
}

/** Says what of a list of another program the library has, and keeps that as a playlist where it is asked to. */
export class ListImportService {
  constructor(
    private readonly needs: {
      readonly reader: ListReader;
      readonly names: LibraryNames;
      readonly links: Pick<IdLinkStore, "findMany">;
      readonly playlists: Pick<PlaylistService, "keepAnalysed">;
      readonly clock: Pick<Clock, "sleep">;
    },
  ) {}

  /**
   * Reads a list, and matches each of its rows to the library. The walk through the library is charged to the caller; other work
   * of the process runs in between.
   *
   * @throws what `ListReader.read` and `WorkBudget.begin` throw
   */
  async review(file: ListFile, { maySeePaths, budget }: ReviewingCaller): Promise<ListReview> {
    const { rows, ...read } = await this.needs.reader.read(file, budget);
    const sought = distinctTracks(await spendAwaiting(budget, () => this.#withLinkedIds(rows)));
    const matcher = new RowMatcher();
    await this.#inTurns(sought.tracks, budget, (track) => matcher.add(track));
    await this.#compareFiles(matcher, { maySeePaths, budget });
    await this.#compareOthers(matcher, budget);
    const reviewed: ReviewedRow[] = [];
    await this.#inTurns(rows, budget, (row, index) => {
      reviewed.push({ row, ...matcher.matchOf(sought.indexes[index] ?? -1) });
    });
    const counts: Record<RowState, number> = { sure: 0, unsure: 0, absent: 0 };
    for (const { state } of reviewed) counts[state] += 1;
    return { ...read, rows: reviewed, counts };
  }

  /**
   * Keeps the tracks of the sure rows of a list as a playlist, in their order; no empty one is made.
   *
   * @param owner of the playlist
   * @throws what `PlaylistService.keepAnalysed` throws
   */
  async keep(
    { rows }: Pick<ListReview, "rows">,
    { owner, name }: { readonly owner: string; readonly name: unknown },
    budget: WorkBudget,
  ): Promise<KeptReview> {
    const sure = rows.flatMap(({ row: { position }, state, candidates: [track] }) =>
      state === "sure" && track !== undefined ? [{ position, ref: refOf(track) }] : [],
    );
    const refs = sure.map(({ ref }) => ref);
    const { playlist, kept } = await this.needs.playlists.keepAnalysed(owner, name, refs, budget);
    const leftOut = sure.filter(({ ref }) => !kept.has(ref)).map(({ position }) => position);
    return { playlist, leftOut };
  }

  /** Does some work with each of some values, and lets other work run after some of them. */
  async #inTurns<Value>(
    values: readonly Value[],
    budget: WorkBudget,
    work: (value: Value, index: number) => void,
  ): Promise<void> {
    for (let start = 0; start < values.length; start += ROWS_PER_TURN) {
      spend(budget, () => {
        for (const [index, value] of values.slice(start, start + ROWS_PER_TURN).entries()) {
          work(value, start + index);
        }
      });
      await this.needs.clock.sleep(0);
    }
  }

  /** Compares the files of the library with the rows. */
  async #compareFiles(
    matcher: RowMatcher,
    { maySeePaths, budget }: ReviewingCaller,
  ): Promise<void> {
    const compared = (file: CalledFile): ComparedTrack => trackOfFile(file, maySeePaths);
    for (let last: FileId | undefined; ;) {
      const after = last;
      const files = await spendAwaiting(budget, () =>
        this.needs.names.filesAfter(after, TRACKS_PER_SLICE),
      );
      await this.#compare(matcher, files, { compared, budget });
      last = files.at(-1)?.fileId;
      if (files.length < TRACKS_PER_SLICE) return;
    }
  }

  /** Compares what was uploaded, or measured without a file, with the rows. */
  async #compareOthers(matcher: RowMatcher, budget: WorkBudget): Promise<void> {
    const ids = await this.needs.names.findUnheld(budget);
    for (let start = 0; start < ids.length; start += TRACKS_PER_SLICE) {
      const some = ids.slice(start, start + TRACKS_PER_SLICE);
      const recordings = await spendAwaiting(budget, () => this.needs.names.recordingsOf(some));
      await this.#compare(matcher, recordings, { compared: trackOfRecording, budget });
    }
  }

  /** Compares tracks with the rows, and lets other work run after some comparisons. */
  async #compare<Track>(
    matcher: RowMatcher,
    tracks: readonly Track[],
    {
      compared,
      budget,
    }: { readonly compared: (track: Track) => ComparedTrack; readonly budget: WorkBudget },
  ): Promise<void> {
    let count = 0;
    let end = budget.begin();
    try {
      for (const one of tracks) {
        const track = compared(one);
        for (const index of matcher.rowsFor(track)) {
          matcher.compare(index, track);
          count += 1;
          if (count % COMPARISONS_PER_TURN !== 0) continue;
          end();
          await this.needs.clock.sleep(0);
          end = budget.begin();
        }
      }
    } finally {
      end();
    }
  }

  /** Adds to rows with an id of Spotify the other ids that an imported table has beside it. */
  async #withLinkedIds(rows: readonly ListedRow[]): Promise<readonly ListedRow[]> {
    const ids = rows.flatMap(({ spotifyId }) => spotifyId ?? []);
    const links = await this.needs.links.findMany(ids);
    const byId = new Map(links.flatMap((link) => (link ? [[link.spotifyId, link] as const] : [])));
    return rows.map((row) => {
      const link = byId.get(row.spotifyId ?? "");
      if (link === undefined) return row;
      const { isrc, musicbrainzId, trackKey } = link;
      return {
        ...(isrc !== null && { isrc }),
        ...(musicbrainzId !== null && { musicbrainzId }),
        ...(trackKey !== null && { trackKey }),
        ...row,
      };
    });
  }
}

/** Returns the different tracks of rows, and for each row which of them is its own. */
function distinctTracks(rows: readonly ListedRow[]): {
  readonly tracks: readonly RowTrack[];
  readonly indexes: readonly number[];
} {
  const tracks: RowTrack[] = [];
  const known = new Map<string, number>();
  const indexes = rows.map((row) => {
    const key = JSON.stringify({ ...row, position: 0, raw: "" });
    const index = known.get(key) ?? tracks.push(row) - 1;
    known.set(key, index);
    return index;
  });
  return { tracks, indexes };
}

function trackOfFile(file: CalledFile, maySeePaths: boolean): ComparedTrack {
  const { artist, artists, path, isrc, musicbrainzId, isPart } = file;
  const called = artists?.join("; ") ?? artist;
  return {
    ...trackCalled(file, called, path),
    ...{ isrc, musicbrainzId, isPart },
    path: maySeePaths ? scoredLibraryPathOf(path) : undefined,
  };
}

const trackOfRecording = (recording: CalledRecording): ComparedTrack => ({
  ...trackCalled(recording, recording.artist),
  path: undefined,
  isPart: false,
});

/** @param artists as they are compared */
function trackCalled(
  called: CalledFile | CalledRecording,
  artists: string,
  path?: LibraryPath,
): Pick<ComparedTrack, "names" | "ref" | "track"> {
  const { trackKey, recordingId, artist, trackName, album, albumArtist, durationMs } = called;
  return {
    ref: refOf(called),
    track: {
      ...{ trackKey, artist, trackName },
      ...(recordingId !== undefined && { recordingId }),
      ...(album !== undefined && { album }),
      ...(durationMs !== undefined && { durationMs }),
      ...(path && { path }),
    },
    names: comparedNamesOf({ title: trackName, artist: artists, album, albumArtist }),
  };
}
