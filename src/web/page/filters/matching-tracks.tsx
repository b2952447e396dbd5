import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { TableOrder } from "../table/table-order.js";
import { CountedTracks } from "../table/counted-tracks.js";
import { TrackTable } from "../table/track-table.js";
import { useListedRows } from "../table/use-listed-rows.js";
import { useTexts } from "../texts/language.js";
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
  const { filters } = useTexts();
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
        <CountedTracks count={count} none={filters.noTracks} />
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
