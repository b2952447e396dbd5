import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { formatNumber } from "../parts/formats.js";
import type { TableOrder } from "../table/table-order.js";
import { TrackTable } from "../table/track-table.js";
import { useListedRows } from "../table/use-listed-rows.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { filterOf, type Conditions } from "./conditions.js";

interface MatchingTracksProps {
  readonly conditions: Conditions;
  readonly order: TableOrder;
  readonly onOrder: (order: TableOrder) => void;
  /** The number of tracks of the library, with which the list is read anew. */
  readonly version: number;
  /** Called with the number of matching tracks that the server counts. */
  readonly onCounted: (totalCount: number) => void;
}

/** The tracks that meet conditions, as the server lists them. */
export function MatchingTracks(props: MatchingTracksProps): JSX.Element {
  const { conditions, order, onOrder, version, onCounted } = props;
  const { filters, library } = useTexts();
  const language = useLanguage();
  const filter = useMemo(() => filterOf(conditions), [conditions]);
  const rows = useListedRows({ filter, order }, version);
  const { count } = rows;
  useEffect(() => {
    if (count !== null) onCounted(count);
  }, [rows, onCounted]);
  return (
    <section class="part-card" aria-labelledby="filters-tracks">
      <h2 id="filters-tracks" class="part-title">
        {filters.tracks}
      </h2>
      <p class="filters-hint">
        {count === 0 && filters.noTracks}
        {count !== null &&
          count > 0 &&
          library.trackCount(formatNumber(language, count), count === 1)}
      </p>
      <TrackTable
        label={filters.tracks}
        rows={rows}
        list={JSON.stringify([filter, order])}
        order={order}
        onOrder={onOrder}
      />
    </section>
  );
}
