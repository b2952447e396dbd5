import type { Sight, TrackRows } from "./track-rows.js";
import type { ShownRow } from "./shown-track.js";

/** A page of a list, of at most `ROWS_PER_PAGE` rows. */
export interface LoadedPage {
  /** `null` where a track is gone meanwhile. */
  readonly rows: readonly (ShownRow | null)[];
  /** The number of rows of the whole list. */
  readonly totalCount: number;
}

/** The largest page that the server gives. */
export const ROWS_PER_PAGE = 100;

/** Rows that are loaded before they come in sight, on either side. */
const AHEAD = 50;

/** Rows of a list that is read by pages, of which those in sight are loaded, one request at a time, wherever they are. */
export class PagedRows implements TrackRows {
  count: number | null;
  failure: unknown = null;
  readonly #pages = new Map<number, LoadedPage["rows"]>();
  /** Those that were read while the list had as many rows as now. */
  readonly #current = new Set<number>();
  #sight: Sight = { from: 0, to: 1 };
  readonly #stop = new AbortController();
  #isLoading = false;

  constructor(
    private readonly needs: {
      /** @param offset the place of the first row of the page */
      readonly load: (offset: number, signal: AbortSignal) => Promise<LoadedPage>;
      /** Called when a page has come, or could not be loaded. */
      readonly onChange: () => void;
      /** The number of rows where it is known before a page is. */
      readonly count?: number;
    },
  ) {
    this.count = needs.count ?? null;
  }

  readonly rowAt = (index: number): ShownRow | null | undefined =>
    this.#pages.get(pageOf(index))?.[index % ROWS_PER_PAGE];

  readonly show = (from: number, to: number): void => {
    this.#sight = { from, to };
    this.#loadNext();
  };

  readonly retry = (): void => {
    this.failure = null;
    this.#loadNext();
  };

  /** Whether its beginning is in sight. */
  get isAtTop(): boolean {
    return this.#sight.from < ROWS_PER_PAGE;
  }

  /** Loads nothing more. */
  close(): void {
    this.#stop.abort();
  }

  #loadNext(): void {
    const { signal } = this.#stop;
    if (this.#isLoading || this.failure !== null || signal.aborted) return;
    const page = this.#wanted();
    if (page === undefined) return;
    this.#isLoading = true;
    this.needs.load(page * ROWS_PER_PAGE, signal).then(
      (loaded) => {
        this.#isLoading = false;
        if (signal.aborted) return;
        this.#put(page, loaded);
        this.needs.onChange();
        this.#loadNext();
      },
      (failure: unknown) => {
        this.#isLoading = false;
        if (signal.aborted) return;
        this.failure = failure;
        this.needs.onChange();
      },
    );
  }

  /** Returns the first page that is missing, in sight before beside it. */
  #wanted(): number | undefined {
    const { from, to } = this.#sight;
    const all = this.count ?? ROWS_PER_PAGE;
    const pages = [...pagesOf(from, to, all), ...pagesOf(from - AHEAD, to + AHEAD, all)];
    return pages.find((page) => !this.#current.has(page));
  }

  #put(page: number, { rows, totalCount }: LoadedPage): void {
    // Tracks have come or gone, so that others may be at the places of other pages.
    if (totalCount !== this.count) this.#current.clear();
    this.count = totalCount;
    this.#pages.set(page, rows);
    this.#current.add(page);
  }
}

const pageOf = (index: number): number => Math.floor(index / ROWS_PER_PAGE);

/** Returns the pages with rows from one up to before another, of a list of so many. */
function pagesOf(from: number, to: number, count: number): readonly number[] {
  const first = pageOf(Math.max(0, from));
  const last = pageOf(Math.min(to, count) - 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
}
