import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useLibraryColumns } from "../columns/use-library-columns.js";
import { ConditionControls } from "../filters/condition-controls.js";
import { NO_CONDITIONS, type Conditions } from "../filters/conditions.js";
import { countTracks } from "../filters/count-tracks.js";
import { FILTER_COLUMNS, libraryValuesOf } from "../filters/library-values.js";
import { formatNumber } from "../parts/formats.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { useLanguage, useTexts } from "../texts/language.js";

interface MixFilterProps {
  readonly conditions: Conditions;
  readonly onChange: (conditions: Conditions, field: string) => void;
}

/** The conditions on the tracks between the ends of a mix, behind a heading that opens them. */
export function MixFilter(props: MixFilterProps): JSX.Element {
  const { mix } = useTexts();
  const { bounds, keys } = props.conditions;
  const count = bounds.size + (keys.size > 0 ? 1 : 0);
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <details
      class="mix-filter"
      open={isOpen}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{mix.filter(String(count), count)}</summary>
      {isOpen && <OpenFilter {...props} />}
    </details>
  );
}

function OpenFilter({ conditions, onChange }: MixFilterProps): JSX.Element {
  const { filters } = useTexts();
  const language = useLanguage();
  const { loaded, failure, reload } = useLibraryColumns(FILTER_COLUMNS);
  const library = useMemo(() => loaded && libraryValuesOf(loaded), [loaded]);
  const counts = useMemo(() => library && countTracks(library, conditions), [library, conditions]);
  if (failure !== null) return <FailureNotice failure={failure} onRetry={reload} />;
  if (library === null || counts === null) return <Notice>{filters.loading}</Notice>;
  return (
    <>
      <div class="mix-steps-head">
        <p class="mix-hint" role="status">
          {filters.count(
            formatNumber(language, counts.matching),
            formatNumber(language, library.count),
          )}
        </p>
        <button
          type="button"
          disabled={conditions.bounds.size === 0 && conditions.keys.size === 0}
          onClick={() => {
            onChange(NO_CONDITIONS, "all");
          }}
        >
          {filters.clear}
        </button>
      </div>
      <ConditionControls
        library={library}
        conditions={conditions}
        counts={counts}
        onChange={onChange}
      />
    </>
  );
}
