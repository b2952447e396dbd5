import { useEffect, useRef, useState } from "preact/hooks";
import { TablePageDocument, type TrackFilter } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { PagedRows, ROWS_PER_PAGE, type LoadedPage } from "./paged-rows.js";
import { rowOfTrack } from "./shown-track.js";
import type { TableOrder } from "./table-order.js";
import { NO_ROWS, type TrackRows } from "./track-rows.js";

/** A list of the server. */
export interface TrackList {
  readonly filter: TrackFilter;
  readonly order: TableOrder;
}

const PAUSE_MS = 250;

/** The shortest time between two loads while the library grows. */
const GROWTH_PAUSE_MS = 2000;

/**
 * The rows of a list of the server. What is shown stays until the first rows of another list have come, which is asked for a moment
 * after the last change.
 *
 * @param version raised where the library has other tracks than before; the list is then read anew where its beginning is in sight
 */
export function useListedRows({ filter, order }: TrackList, version: number): TrackRows {
  const [shown, setShown] = useState(NO_ROWS);
  const list = JSON.stringify([filter, order]);
  const current = useRef<{ readonly rows: PagedRows; readonly list: string } | null>(null);
  const readAt = useRef(-Infinity);
  useEffect(() => {
    const last = current.current;
    const isSame = last?.list === list;
    if (isSame && !last.rows.isAtTop) return undefined;
    let begun: PagedRows | undefined;
    const begin = (): void => {
      readAt.current = performance.now();
      const rows = new PagedRows({
        load: (offset, signal) => loadPage({ filter, order }, offset, signal),
        onChange: () => {
          // What is shown of the same list is better than nothing.
          if (isSame && rows.count === null) return;
          if (current.current?.rows !== rows) current.current?.rows.close();
          current.current = { rows, list };
          setShown(shownRows(rows));
        },
      });
      begun = rows;
      rows.show(0, 1);
    };
    const untilGrown = Math.max(0, readAt.current + GROWTH_PAUSE_MS - performance.now());
    const timer = setTimeout(begin, last === null ? 0 : isSame ? untilGrown : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      // The one that is shown is closed by the next, or with the view.
      if (begun !== current.current?.rows) begun?.close();
    };
  }, [list, version]);
  useEffect(
    () => () => {
      current.current?.rows.close();
    },
    [],
  );
  return shown;
}

/** Returns the rows as they are now, in an object of its own, so that they are drawn anew. */
const shownRows = ({ count, rowAt, show, failure, retry }: PagedRows): TrackRows => ({
  ...{ count, rowAt, show, failure, retry },
});

async function loadPage(
  { filter, order }: TrackList,
  offset: number,
  signal: AbortSignal,
): Promise<LoadedPage> {
  const page = { filter, orderBy: order, first: ROWS_PER_PAGE, offset };
  const { tracks } = await request(TablePageDocument, page, signal);
  const rows = tracks.edges.map(({ node }) => node && rowOfTrack(node));
  return { rows, totalCount: tracks.totalCount };
}
