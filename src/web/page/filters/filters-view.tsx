import type { JSX } from "preact";
import { useCallback, useMemo, useRef } from "preact/hooks";
import { useAddressState, useTitle } from "../address/use-address.js";
import { useLibraryColumns } from "../columns/use-library-columns.js";
import { ExportButtons } from "../keep/export-buttons.js";
import { PlaylistForm } from "../keep/playlist-form.js";
import { WhileScanning } from "../library/while-scanning.js";
import { formatNumber } from "../parts/formats.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { orderParameter } from "../table/table-order.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { Texts } from "../texts/texts.js";
import { ConditionControls } from "./condition-controls.js";
import { NO_CONDITIONS, filterOf, queryOf, type Conditions } from "./conditions.js";
import { countTracks, type TrackCounts } from "./count-tracks.js";
import { filtersAddress } from "./filters-address.js";
import { FILTER_COLUMNS, libraryValuesOf, type LibraryValues } from "./library-values.js";
import { MatchingTracks } from "./matching-tracks.js";

import "../keep/keep.css";
import "../parts/parts.css";
import "./filters.css";

/** The view that filters the library by what is measured, with counts at once. */
export function FiltersView(): JSX.Element {
  const { filters } = useTexts();
  const { loaded, failure, reload } = useLibraryColumns(FILTER_COLUMNS);
  const library = useMemo(() => loaded && libraryValuesOf(loaded), [loaded]);
  const latest = useRef(reload);
  latest.current = reload;
  const onOutdated = useCallback(() => {
    latest.current();
  }, []);
  return (
    <section class="filters-view">
      <h1>{filters.heading}</h1>
      <p class="part-intro">{filters.intro}</p>
      {failure !== null && <FailureNotice failure={failure} onRetry={reload} />}
      {library === null && failure === null && <Notice>{filters.loading}</Notice>}
      {library?.count === 0 && (
        <Notice>
          <WhileScanning>{filters.empty}</WhileScanning>
        </Notice>
      )}
      {library !== null && library.count > 0 && (
        <Filters library={library} onOutdated={onOutdated} />
      )}
    </section>
  );
}

interface FiltersProps {
  readonly library: LibraryValues;
  /** Called where the server counts other tracks than the values have. */
  readonly onOutdated: () => void;
}

function Filters({ library, onOutdated }: FiltersProps): JSX.Element {
  const texts = useTexts();
  const { filters, keep } = texts;
  const language = useLanguage();
  const [state, setState] = useAddressState(filtersAddress);
  const { conditions, order } = state;
  const setConditions = (changed: Conditions, field: string): void => {
    setState({ ...state, conditions: changed }, field);
  };
  const counts = useMemo(() => countTracks(library, conditions), [library, conditions]);
  const compare = useComparison(library, counts, onOutdated);
  const query = queryOf(conditions);
  const recipe = { filter: filterOf(conditions), orderBy: order };
  const isAll = conditions.bounds.size === 0 && conditions.keys.size === 0;
  useTitle(conditionNames(texts, conditions));
  return (
    <>
      <div class="filters-count">
        <p role="status">
          {filters.count(
            formatNumber(language, counts.matching),
            formatNumber(language, library.count),
          )}
        </p>
        <button
          type="button"
          disabled={isAll}
          onClick={() => {
            setConditions(NO_CONDITIONS, "all");
          }}
        >
          {filters.clear}
        </button>
      </div>
      {library.totalCount > library.count && <Notice>{filters.notAll}</Notice>}
      <ConditionControls
        library={library}
        conditions={conditions}
        counts={counts}
        onChange={setConditions}
      />
      <MatchingTracks
        conditions={conditions}
        order={order}
        version={library.totalCount}
        onOrder={(next) => {
          setState({ ...state, order: next }, "sort");
        }}
        onCounted={compare}
      />
      <section class="part-card" aria-labelledby="filters-taken">
        <h2 id="filters-taken" class="part-title">
          {keep.heading}
        </h2>
        <ExportButtons
          path={`api/audio/tracks?${query === "" ? "" : `${query}&`}order=${orderParameter(order)}`}
          fileName="tracks"
        />
        <PlaylistForm kept={recipe} />
      </section>
    </>
  );
}

/** Returns the names of what is filtered by, for the title of the tab. */
function conditionNames(
  texts: Pick<Texts, "fields" | "filters" | "track">,
  { bounds, keys }: Conditions,
): string {
  const names = [...bounds.keys()].map(({ name }) =>
    name === "durationMs" ? texts.track.length : texts.fields[name],
  );
  return [...names, ...(keys.size > 0 ? [texts.filters.keys] : [])].join(", ");
}

/**
 * Returns a function that takes the server's count, and asks for newer values where it is another:
 * tracks were analysed or removed meanwhile. It asks once for each count, so that it comes to an end.
 */
function useComparison(
  library: LibraryValues,
  counts: TrackCounts,
  onOutdated: () => void,
): (totalCount: number) => void {
  const shown = useRef(counts.matching);
  shown.current = counts.matching;
  const asked = useRef<number | null>(null);
  const isWhole = library.count === library.totalCount;
  return useCallback(
    (totalCount) => {
      if (!isWhole || totalCount === shown.current || totalCount === asked.current) return;
      asked.current = totalCount;
      onOutdated();
    },
    [isWhole, onOutdated],
  );
}
