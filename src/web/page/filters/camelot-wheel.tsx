import type { JSX } from "preact";
import { formatNumber } from "../parts/formats.js";
import { keyNameIn } from "../parts/key-name.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { WHEEL_KEYS, areCompatible, type WheelKey } from "../parts/wheel-keys.js";

interface CamelotWheelProps {
  /** The indexes of the chosen keys. */
  readonly chosen: ReadonlySet<number>;
  /** For each key, the number of tracks that the other filters leave. */
  readonly counts: Uint32Array;
  readonly onChange: (chosen: ReadonlySet<number>) => void;
}

/** The keys on the Camelot wheel, of which several can be chosen; those that go with them stand out. */
export function CamelotWheel({ chosen, counts, onChange }: CamelotWheelProps): JSX.Element {
  const { filters } = useTexts();
  const chosenKeys = WHEEL_KEYS.filter(({ index }) => chosen.has(index));
  const goesWith = (key: WheelKey): boolean =>
    !chosen.has(key.index) && chosenKeys.some((one) => areCompatible(one, key));
  const compatible = WHEEL_KEYS.filter(goesWith).map(({ index }) => index);
  return (
    <fieldset class="filters-keys">
      <legend>{filters.keys}</legend>
      <p class="filters-hint">{filters.keysHint}</p>
      <div class="filters-wheel">
        <Sectors chosen={chosen} goesWith={goesWith} />
        {WHEEL_KEYS.map((key) => (
          <KeyField
            key={key.camelot}
            wheelKey={key}
            isChosen={chosen.has(key.index)}
            isCompatible={goesWith(key)}
            count={counts[key.index] ?? 0}
            onChange={(isChosen) => {
              const changed = new Set(chosen);
              if (isChosen) changed.add(key.index);
              else changed.delete(key.index);
              onChange(changed);
            }}
          />
        ))}
      </div>
      <div class="filters-wheel-actions">
        <button
          type="button"
          disabled={compatible.length === 0}
          onClick={() => {
            onChange(new Set([...chosen, ...compatible]));
          }}
        >
          {filters.addCompatible}
        </button>
        <button
          type="button"
          disabled={chosen.size === 0}
          onClick={() => {
            onChange(new Set());
          }}
        >
          {filters.allKeys}
        </button>
      </div>
    </fieldset>
  );
}

interface KeyFieldProps {
  readonly wheelKey: WheelKey;
  readonly isChosen: boolean;
  readonly isCompatible: boolean;
  readonly count: number;
  readonly onChange: (isChosen: boolean) => void;
}

function KeyField(props: KeyFieldProps): JSX.Element {
  const { wheelKey, isChosen, isCompatible, count, onChange } = props;
  const texts = useTexts();
  const shown = formatNumber(useLanguage(), count);
  const { camelot, tonic, mode } = wheelKey;
  const name = keyNameIn(texts, tonic, mode) ?? "";
  const [left, top] = pointAt(wheelKey.number, RADII[mode]);
  return (
    <label
      class={`filters-key ${isChosen ? "filters-key-chosen" : ""}`}
      style={{ left: `${left.toFixed(2)}%`, top: `${top.toFixed(2)}%` }}
      title={name}
    >
      <input
        type="checkbox"
        aria-label={texts.filters.keyLabel(camelot, name, shown, isCompatible)}
        checked={isChosen}
        onChange={(event) => {
          onChange(event.currentTarget.checked);
        }}
      />
      <strong aria-hidden="true">{camelot}</strong>
      <span aria-hidden="true">{shown}</span>
    </label>
  );
}

/** Distances of the names from the centre, per cent of the width: of minor and of major keys. */
const RADII = [26.5, 42] as const;
/** Edges of the rings: the inner one of minor keys, and the outer one of major keys. */
const EDGES = [
  [18.5, 34.5],
  [34.5, 49.5],
] as const;

interface SectorsProps {
  readonly chosen: ReadonlySet<number>;
  readonly goesWith: (key: WheelKey) => boolean;
}

function Sectors({ chosen, goesWith }: SectorsProps): JSX.Element {
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true">
      {WHEEL_KEYS.map((key) => {
        const state = chosen.has(key.index) ? "chosen" : goesWith(key) ? "compatible" : "free";
        return (
          <path
            key={key.camelot}
            class={`filters-sector filters-sector-${state}`}
            d={sectorPath(key)}
          />
        );
      })}
    </svg>
  );
}

function sectorPath({ number, mode }: WheelKey): string {
  const [inner, outer] = EDGES[mode];
  const at = (edge: number, radius: number): string =>
    pointAt(number + edge, radius)
      .map((place) => place.toFixed(2))
      .join(" ");
  const arc = (radius: number, direction: 0 | 1, end: string): string =>
    `A${String(radius)} ${String(radius)} 0 0 ${String(direction)} ${end}`;
  const outwards = `M${at(-0.5, inner)}L${at(-0.5, outer)}${arc(outer, 1, at(0.5, outer))}`;
  return `${outwards}L${at(0.5, inner)}${arc(inner, 0, at(-0.5, inner))}Z`;
}

/** Returns the point of a number of the wheel at a radius, in [0, 100]; 12 is at the top. */
function pointAt(number: number, radius: number): readonly [number, number] {
  const angle = (number / 6) * Math.PI;
  return [50 + radius * Math.sin(angle), 50 - radius * Math.cos(angle)];
}
