import type { Analysis, AnalysisValues } from "../../domain/analysis/analysis.js";
import { durationMsOf, hasWholeLength } from "../../domain/analysis/analysis-data.js";
import {
  noRows,
  type PlaylistRow,
  type RowContent,
  type RowOrder,
} from "../../domain/playlist/row-order.js";
import {
  positionsOnPage,
  rowCursorFrom,
  type RowWindow,
} from "../../domain/playlist/row-cursor.js";
import type { Playlist } from "../../domain/playlist/playlist.js";
import type { Page } from "../../domain/catalogue/catalogue-query.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { Track } from "../../domain/track/track.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import { spendAwaiting, type WorkBudget } from "../../domain/work-budget.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { PlaylistStore } from "../../ports/playlists/playlist-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { TrackService } from "../search/track-service.js";
import type { AnalysedTracks } from "../similarity/analysed-tracks.js";
import type { PlaylistTracks } from "./playlist-tracks.js";

/** Analyses that are read at once: some 10 ms. */
const ANALYSES_AT_ONCE = 100;

/** What stands at a position of a playlist. */
export interface PlaylistItem {
  /** Integer >= 0. */
  readonly position: number;
  readonly cursor: string;
  /** The row; `null` where a recipe finds the track. */
  readonly row: PlaylistRow | null;
  /** What is noted of the row; may be empty. */
  readonly note: string;
  /** Whether its recording is not in the library any more. */
  readonly isMissing: boolean;
  /** The track as it is now; absent where nothing is known of it any more. */
  readonly track: Track | undefined;
}

/** A page of a playlist. */
export type PlaylistPage = Page<PlaylistItem>;

/** What of a playlist leads to its rows and tracks. */
type Shown = Pick<Playlist, "id" | "revision" | "recipe" | "rows">;

/** Reads the rows of playlists, and what becomes a row. */
export class PlaylistRows {
  constructor(
    private readonly needs: {
      readonly store: PlaylistStore;
      readonly analyses: Pick<AnalysisStore, "findMany" | "findValues">;
      readonly analysed: Pick<AnalysedTracks, "reasonOfAbsence">;
      readonly tracks: Pick<TrackService, "findMany">;
      readonly found: Pick<PlaylistTracks, "find">;
      readonly clock: Pick<Clock, "sleep">;
    },
  ) {}

  /**
   * Returns what tracks become as rows, by the reference that names them.
   *
   * @throws {AnalysisNotFoundError} a track is known, but has not been analysed
   * @throws {TrackNotFoundError} its key is unknown
   * @throws what `WorkBudget.begin` throws, before the first is read; of the signal only, before others
   */
  contentsOf(
    refs: readonly TrackRef[],
    budget?: WorkBudget,
  ): Promise<ReadonlyMap<TrackRef, RowContent>> {
    return this.#contentsOf(refs, budget, async (absent) => {
      throw await this.needs.analysed.reasonOfAbsence(absent);
    });
  }

  /**
   * Returns what tracks become as rows, by the reference that names them, without those that have not been analysed.
   *
   * @throws what `WorkBudget.begin` throws, as `contentsOf`
   */
  findContents(
    refs: readonly TrackRef[],
    budget?: WorkBudget,
  ): Promise<ReadonlyMap<TrackRef, RowContent>> {
    return this.#contentsOf(refs, budget, () => Promise.resolve());
  }

  async #contentsOf(
    refs: readonly TrackRef[],
    budget: WorkBudget | undefined,
    onAbsent: (ref: TrackRef) => Promise<void>,
  ): Promise<ReadonlyMap<TrackRef, RowContent>> {
    const { analyses, clock } = this.needs;
    const contents = new Map<TrackRef, RowContent>();
    const unique = [...new Set(refs)];
    let charged = budget;
    for (let start = 0; start < unique.length; start += ANALYSES_AT_ONCE) {
      const some = unique.slice(start, start + ANALYSES_AT_ONCE);
      const found = await spendAwaiting(charged, () => analyses.findValues(some));
      charged = budget?.begun();
      for (const [index, ref] of some.entries()) {
        const analysis = found[index];
        if (analysis === undefined) await onAbsent(ref);
        else contents.set(ref, contentOf(analysis));
      }
      await clock.sleep(0);
    }
    return contents;
  }

  /** Returns the order of the rows of a playlist; `null` where its tracks are found anew. */
  async orderOf({ id, revision, rows }: Shown): Promise<RowOrder | null> {
    if (rows === null) return null;
    const kept = await this.needs.store.findRevision(id, revision);
    return kept?.order ?? noRows;
  }

  /**
   * Returns what leads to the tracks of a playlist, in order: those that its recipe finds now, or its rows, missing ones
   * too.
   *
   * @throws what `PlaylistTracks.find` throws
   */
  async refsOf(playlist: Shown, budget?: WorkBudget): Promise<readonly TrackRef[]> {
    const order = await this.orderOf(playlist);
    if (order === null) return this.#found(playlist, budget);
    const rows = await this.needs.store.findRows(playlist.id, order.numbers);
    return rows.flatMap((row) => row?.recordingId ?? []);
  }

  /**
   * Returns a page of a playlist in its order.
   *
   * @throws what `PlaylistTracks.find` or `WorkBudget.begin` throws
   */
  async page(playlist: Shown, window: RowWindow, budget?: WorkBudget): Promise<PlaylistPage> {
    const order = await this.orderOf(playlist);
    return order === null
      ? this.#foundPage(await this.#found(playlist, budget), window)
      : this.#pageOf({ id: playlist.id, order }, window, budget);
  }

  async #pageOf(
    { id, order }: { readonly id: string; readonly order: RowOrder },
    window: RowWindow,
    budget: WorkBudget | undefined,
  ): Promise<PlaylistPage> {
    const { start, end } = positionsOnPage(order.numbers.length, window);
    const rows = await this.needs.store.findRows(id, order.numbers.slice(start, end));
    const ids = rows.map((row) => row?.recordingId).filter((id) => id !== undefined);
    const states = await spendAwaiting(budget, () => this.#statesOf(ids));
    const items = rows.flatMap((row, index): readonly PlaylistItem[] => {
      if (row === undefined) return [];
      const position = start + index;
      const note = order.notes.get(row.number) ?? "";
      const state = states.get(row.recordingId);
      const { isMissing = true, track } = state ?? {};
      return [{ position, cursor: rowCursorFrom(position), row, note, isMissing, track }];
    });
    return pageOfItems(items, { start, end, totalCount: order.numbers.length });
  }

  /**
   * Returns the first tracks of a playlist that are in the library, in order.
   *
   * @throws what `page` throws
   */
  async presentTracks(
    playlist: Shown,
    count: number,
    budget?: WorkBudget,
  ): Promise<readonly Track[]> {
    const order = await this.orderOf(playlist);
    if (order === null) {
      const refs = (await this.#found(playlist, budget)).slice(0, count);
      const found = await this.needs.tracks.findMany(refs);
      return found.filter((track) => track !== undefined);
    }
    const present: Track[] = [];
    let charged = budget;
    for (let start = 0; start < order.numbers.length && present.length < count;) {
      const window = { first: ANALYSES_AT_ONCE, after: start - 1 };
      const { items } = await this.#pageOf({ id: playlist.id, order }, window, charged);
      charged = budget?.begun();
      present.push(...items.flatMap(({ isMissing, track }) => (isMissing || !track ? [] : track)));
      start += ANALYSES_AT_ONCE;
      await this.needs.clock.sleep(0);
    }
    return present.slice(0, count);
  }

  async #foundPage(refs: readonly TrackRef[], window: RowWindow): Promise<PlaylistPage> {
    const { start, end } = positionsOnPage(refs.length, window);
    const tracks = await this.needs.tracks.findMany(refs.slice(start, end));
    const items = tracks.flatMap((track, index): readonly PlaylistItem[] => {
      const position = start + index;
      const cursor = rowCursorFrom(position);
      return track ? [{ position, cursor, row: null, note: "", isMissing: false, track }] : [];
    });
    return pageOfItems(items, { start, end, totalCount: refs.length });
  }

  /** Returns which recordings are missing, and their tracks. */
  async #statesOf(
    recordingIds: readonly RecordingId[],
  ): Promise<ReadonlyMap<RecordingId, Pick<PlaylistItem, "isMissing" | "track">>> {
    const unique = [...new Set(recordingIds)];
    const analyses = await this.needs.analyses.findMany(unique);
    const known = new Map<TrackRef, Analysis>(
      analyses.flatMap((analysis) => (analysis ? [[analysis.recordingId, analysis]] : [])),
    );
    const tracks = await this.needs.tracks.findMany(unique, known);
    return new Map(
      unique.map((id, index) => {
        const analysis = known.get(id);
        const isMissing = analysis === undefined || analysis.goneAt !== undefined;
        return [id, { isMissing, track: tracks[index] }] as const;
      }),
    );
  }

  async #found({ recipe }: Shown, budget?: WorkBudget): Promise<readonly TrackRef[]> {
    return recipe === null ? [] : this.needs.found.find(recipe, budget);
  }
}

const pageOfItems = (
  items: readonly PlaylistItem[],
  {
    start,
    end,
    totalCount,
  }: { readonly start: number; readonly end: number; readonly totalCount: number },
): PlaylistPage => ({
  ...{ items, totalCount },
  hasPreviousPage: start > 0,
  hasNextPage: end < totalCount,
});

/** Returns what the recording of an analysis becomes as a row. */
function contentOf(analysis: AnalysisValues): RowContent {
  const { recordingId, artist, trackName } = analysis;
  const durationMs = hasWholeLength(analysis) ? durationMsOf(analysis) : null;
  return { recordingId, artist, trackName, durationMs };
}
