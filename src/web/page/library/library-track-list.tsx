import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAddressState, useTitle } from "../address/use-address.js";
import { ExportButtons } from "../keep/export-buttons.js";
import { PlaylistForm } from "../keep/playlist-form.js";
import { CountedTracks } from "../table/counted-tracks.js";
import { TrackTable } from "../table/track-table.js";
import { useListedRows } from "../table/use-listed-rows.js";
import { useTexts } from "../texts/language.js";
import { ConditionFields } from "../conditions/condition-fields.js";
import { conditionWords } from "../conditions/condition-words.js";
import {
  libraryListAddress,
  trackFilterOf,
  trackQueryOf,
  withStated,
} from "../conditions/track-conditions.js";
import { useCountedValues } from "../conditions/use-counted-values.js";
import "../keep/keep.css";

interface LibraryTrackListProps {
  readonly analysed: number;
}

/** The list of analysed tracks with filters, which the address has. */
export function LibraryTrackList({ analysed }: LibraryTrackListProps): JSX.Element {
  const allTexts = useTexts();
  const { library: texts, keep } = allTexts;
  const [conditions, setConditions] = useAddressState(libraryListAddress);
  useTitle(conditionWords(allTexts, conditions));
  const filter = useMemo(() => trackFilterOf(conditions), [conditions]);
  const { order } = conditions;
  const rows = useListedRows({ filter, order }, analysed);
  const { count } = rows;
  return (
    <>
      <section class="part-card" aria-labelledby="library-tracks">
        <h2 id="library-tracks" class="part-title">
          {texts.tracks}
        </h2>
        <ConditionFields
          stated={conditions.stated}
          valuesOf={useCountedValues(analysed)}
          onState={(parameter, value) => {
            const stated = withStated(conditions.stated, parameter, value);
            setConditions({ ...conditions, stated }, parameter);
          }}
        />
        <p role="status" class="library-hint">
          <CountedTracks count={count} none={texts.noTracks} />
        </p>
        <TrackTable
          label={texts.tracks}
          rows={rows}
          list={JSON.stringify([filter, order])}
          order={order}
          onOrder={(next) => {
            setConditions({ ...conditions, order: next }, "sort");
          }}
        />
      </section>
      {count !== null && count > 0 && (
        <section class="part-card" aria-labelledby="library-taken">
          <h2 id="library-taken" class="part-title">
            {keep.heading}
          </h2>
          <ExportButtons path={`api/audio/tracks?${trackQueryOf(conditions)}`} fileName="tracks" />
          <PlaylistForm kept={{ filter, orderBy: order }} />
        </section>
      )}
    </>
  );
}
