import type { JSX } from "preact";
import { formatField } from "../parts/field-value.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { valueAt, type StepBounds } from "./conditions.js";
import { BARS } from "./count-tracks.js";
import type { FieldValues } from "./library-values.js";

interface RangeSliderProps {
  readonly values: FieldValues;
  /** Numbers of tracks by value, of those that the other filters leave. */
  readonly histogram: Uint32Array;
  readonly bounds: StepBounds;
  readonly onChange: (bounds: StepBounds) => void;
}

const HEIGHT = 48;
const BAR_WIDTH = 6;

/** A slider with two ends under a histogram of the library; at an end of the slider is no bound. */
export function RangeSlider({
  values,
  histogram,
  bounds,
  onChange,
}: RangeSliderProps): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const { field, low, high } = values;
  const name = field.name === "durationMs" ? texts.track.length : texts.fields[field.name];
  const [from, to] = [bounds.from ?? low, bounds.to ?? high];
  const shown = (step: number): string =>
    formatField(texts, language, field.name, valueAt(step, field) ?? 0);
  const isBounded = bounds.from !== null || bounds.to !== null;
  const end = (label: string, value: number, change: (step: number) => void): JSX.Element => (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={shown(value)}
      min={low}
      max={high}
      step={1}
      value={value}
      onInput={(event) => {
        change(event.currentTarget.valueAsNumber);
      }}
    />
  );
  return (
    <fieldset class="filters-slider">
      <legend>{name}</legend>
      <span class={isBounded ? "filters-range filters-range-bounded" : "filters-range"}>
        {texts.filters.range(shown(from), shown(to))}
      </span>
      <Histogram
        bars={histogram}
        from={(from - low) / (high - low)}
        to={(to - low) / (high - low)}
      />
      <div class="filters-ends">
        {end(texts.filters.from(name), from, (step) => {
          const lower = Math.min(step, to);
          onChange({ ...bounds, from: lower === low ? null : lower });
        })}
        {end(texts.filters.to(name), to, (step) => {
          const upper = Math.max(step, from);
          onChange({ ...bounds, to: upper === high ? null : upper });
        })}
      </div>
    </fieldset>
  );
}

interface HistogramProps {
  readonly bars: Uint32Array;
  /** The chosen part, in [0, 1]. */
  readonly from: number;
  readonly to: number;
}

function Histogram({ bars, from, to }: HistogramProps): JSX.Element {
  const highest = Math.max(1, ...bars);
  return (
    <svg
      class="filters-histogram"
      viewBox={`0 0 ${String(BARS * BAR_WIDTH)} ${String(HEIGHT)}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {Array.from(bars, (count, bar) => {
        // One track must be seen beside thousands.
        const height = count === 0 ? 0 : Math.max(2, (count / highest) * HEIGHT);
        const isChosen = (bar + 1) / BARS > from && bar / BARS < to;
        return (
          <rect
            key={bar}
            class={isChosen ? "filters-bar-chosen" : "filters-bar"}
            x={bar * BAR_WIDTH}
            y={HEIGHT - height}
            width={BAR_WIDTH - 1}
            height={height}
          />
        );
      })}
    </svg>
  );
}
