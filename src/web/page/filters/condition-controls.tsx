import type { JSX } from "preact";
import { useTexts } from "../texts/language.js";
import { CamelotWheel } from "./camelot-wheel.js";
import { withBounds, type Conditions } from "./conditions.js";
import type { TrackCounts } from "./count-tracks.js";
import type { LibraryValues } from "./library-values.js";
import { RangeSlider } from "./range-slider.js";
import { MAIN_FIELDS, MOOD_SLIDERS, OTHER_FIELDS, type FilterField } from "./slider-fields.js";
import "./filters.css";

interface ConditionControlsProps {
  readonly library: LibraryValues;
  readonly conditions: Conditions;
  readonly counts: TrackCounts;
  readonly onChange: (conditions: Conditions, field: string) => void;
}

/** The sliders and the wheel that conditions are set by, with how many tracks have each value. */
export function ConditionControls(props: ConditionControlsProps): JSX.Element {
  const { conditions, counts, onChange } = props;
  const { filters } = useTexts();
  return (
    <div class="filters-controls">
      <div>
        <SliderGroup {...props} name={filters.sound} fields={MAIN_FIELDS} />
        <SliderGroup {...props} name={filters.moods} fields={MOOD_SLIDERS} />
        <details class="part-card" open={OTHER_FIELDS.some((one) => conditions.bounds.has(one))}>
          <summary>{filters.more}</summary>
          <Sliders {...props} fields={OTHER_FIELDS} />
        </details>
      </div>
      <div class="part-card filters-wheel-card">
        <CamelotWheel
          chosen={conditions.keys}
          counts={counts.keys}
          onChange={(keys) => {
            onChange({ ...conditions, keys }, "keys");
          }}
        />
      </div>
    </div>
  );
}

interface SliderGroupProps extends ConditionControlsProps {
  readonly fields: readonly FilterField[];
}

function SliderGroup({ name, ...rest }: SliderGroupProps & { readonly name: string }): JSX.Element {
  return (
    <section class="part-card" aria-label={name}>
      <h2 class="part-title">{name}</h2>
      <Sliders {...rest} />
    </section>
  );
}

function Sliders(props: SliderGroupProps): JSX.Element {
  const { library, conditions, counts, fields, onChange } = props;
  return (
    <div class="filters-sliders">
      {library.fields.map((values, place) => {
        const { field } = values;
        if (!fields.includes(field)) return null;
        return (
          <RangeSlider
            key={field.name}
            values={values}
            histogram={counts.histograms[place] ?? new Uint32Array()}
            bounds={conditions.bounds.get(field) ?? { from: null, to: null }}
            onChange={(bounds) => {
              onChange(withBounds(conditions, field, bounds), field.name);
            }}
          />
        );
      })}
    </div>
  );
}
