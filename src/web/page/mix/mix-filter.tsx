import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ConditionFields } from "../conditions/condition-fields.js";
import {
  CONDITIONS,
  parametersOf,
  withStated,
  type TrackConditions,
} from "../conditions/track-conditions.js";
import { useCountedValues } from "../conditions/use-counted-values.js";
import { useTexts } from "../texts/language.js";

interface MixFilterProps {
  readonly stated: TrackConditions["stated"];
  readonly onChange: (stated: TrackConditions["stated"], parameter: string) => void;
}

/** The conditions on the tracks between the ends of a mix, behind a heading that opens them. */
export function MixFilter(props: MixFilterProps): JSX.Element {
  const { mix } = useTexts();
  const count = CONDITIONS.filter((condition) =>
    parametersOf(condition).some((parameter) => props.stated[parameter] !== undefined),
  ).length;
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

function OpenFilter({ stated, onChange }: MixFilterProps): JSX.Element {
  const { filters } = useTexts();
  return (
    <>
      <div class="mix-steps-head">
        <button
          type="button"
          disabled={Object.keys(stated).length === 0}
          onClick={() => {
            onChange({}, "all");
          }}
        >
          {filters.clear}
        </button>
      </div>
      <ConditionFields
        stated={stated}
        valuesOf={useCountedValues(0)}
        onState={(parameter, value) => {
          onChange(withStated(stated, parameter, value), parameter);
        }}
      />
    </>
  );
}
