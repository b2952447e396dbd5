import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { formatField } from "../parts/field-value.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { pathThrough } from "./course-lanes.js";
import { mixedValuesOf, type MixedTrack } from "./mixed-track.js";

const AXES = ["valence", "arousal", "energy", "danceability", "tempo"] as const;

type Axis = (typeof AXES)[number];

const SIZE = 300;
const INSET = 18;

/** The tracks of a mix as points over two values, with the path through them. */
export function MixScatter({ tracks }: { readonly tracks: readonly MixedTrack[] }): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const [x, setX] = useState<Axis>("valence");
  const [y, setY] = useState<Axis>("arousal");
  const [xPlaces, yPlaces] = [placesOn(tracks, x), placesOn(tracks, y)];
  const places = tracks.map((_, step) => {
    const [across, up] = [xPlaces[step], yPlaces[step]];
    return across == null || up == null
      ? null
      : ([INSET + across * (SIZE - 2 * INSET), SIZE - INSET - up * (SIZE - 2 * INSET)] as const);
  });
  const shown = (track: MixedTrack, axis: Axis): string => {
    const value = mixedValuesOf(track)?.[axis] ?? null;
    return value === null ? texts.track.none : formatField(texts, language, axis, value);
  };
  const spoken = tracks.map((track) => `${shown(track, x)}, ${shown(track, y)}`);
  const names = `${texts.fields[x]}, ${texts.fields[y]}`;
  const missing = places.filter((place) => place === null).length;
  return (
    <section class="part-card" aria-labelledby="mix-scatter">
      <h2 id="mix-scatter" class="part-title">
        {texts.mix.scatter}
      </h2>
      <div class="mix-axes">
        <AxisField name={texts.mix.across} axis={x} onChange={setX} />
        <AxisField name={texts.mix.up} axis={y} onChange={setY} />
      </div>
      <svg
        class="mix-scatter"
        viewBox={`0 0 ${String(SIZE)} ${String(SIZE)}`}
        role="img"
        aria-label={`${names}: ${spoken.join("; ")}.`}
      >
        <rect class="mix-plane" width={SIZE} height={SIZE} rx={8} />
        <path class="mix-line" d={pathThrough(places.filter((place) => place !== null))} />
        {places.map(
          (place, step) =>
            place && (
              <g
                key={tracks[step]?.trackKey}
                transform={`translate(${place[0].toFixed(1)} ${place[1].toFixed(1)})`}
              >
                <title>{tracks[step]?.trackName}</title>
                <circle class="mix-point" r={10} />
                <text class="mix-number">{step + 1}</text>
              </g>
            ),
        )}
      </svg>
      {missing > 0 && (
        <p class="mix-hint">{texts.mix.withoutPlace(String(missing), missing === 1)}</p>
      )}
    </section>
  );
}

interface AxisFieldProps {
  readonly name: string;
  readonly axis: Axis;
  readonly onChange: (axis: Axis) => void;
}

function AxisField({ name, axis, onChange }: AxisFieldProps): JSX.Element {
  const { fields } = useTexts();
  return (
    <label class="part-field">
      {name}
      <select
        value={axis}
        onChange={(event) => {
          const chosen = AXES.find((one) => one === event.currentTarget.value);
          if (chosen) onChange(chosen);
        }}
      >
        {AXES.map((one) => (
          <option key={one} value={one}>
            {fields[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Returns the places of tracks on an axis, in [0, 1]; shares have the whole axis, tempo the range of the mix. */
function placesOn(tracks: readonly MixedTrack[], axis: Axis): readonly (number | null)[] {
  const values = tracks.map((track) => mixedValuesOf(track)?.[axis] ?? null);
  if (axis !== "tempo") return values;
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return values.map((value) =>
    value === null ? null : high === low ? 0.5 : (value - low) / (high - low),
  );
}
