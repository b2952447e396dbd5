import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { useLibraryColumns } from "../columns/use-library-columns.js";
import { axisOf, type MapAxis } from "../map/map-axes.js";
import { Choice } from "../parts/choice.js";
import { FailureNotice } from "../parts/notice.js";
import { formatField } from "../parts/field-value.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { pathThrough } from "./course-lanes.js";
import { mixedValuesOf, type MixedTrack } from "./mixed-track.js";
import { pointsOf, WHOLE_MAP } from "../map/map-geometry.js";
import { useDrawing } from "../map/use-drawing.js";
import { useWidth } from "../parts/use-width.js";

/** Red, green, blue and opacity of a track that is not in the mix: seen on light and on dark. */
const COLOUR = [128, 128, 128, 140];

const COLUMNS = {
  valence: "VALENCE",
  arousal: "AROUSAL",
  energy: "ENERGY",
  danceability: "DANCEABILITY",
  tempo: "TEMPO",
} as const;

type Axis = keyof typeof COLUMNS;

const AXES = Object.keys(COLUMNS) as readonly Axis[];

const SIZE = 300;

/** The tracks of a mix on a map of the library over two values, with the path through them. */
export function MixScatter({ tracks }: { readonly tracks: readonly MixedTrack[] }): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const [x, setX] = useState<Axis>("valence");
  const [y, setY] = useState<Axis>("arousal");
  const { loaded, failure, reload } = useLibraryColumns([COLUMNS[x], COLUMNS[y]]);
  const across = useMemo(() => loaded && axisOf(COLUMNS[x], loaded), [x, loaded]);
  const upwards = useMemo(() => loaded && axisOf(COLUMNS[y], loaded), [y, loaded]);
  const indexes = useMemo(
    () => loaded && tracks.map(({ recordingId }) => loaded.indexOf(recordingId)),
    [tracks, loaded],
  );
  const places = tracks.map((_, step) => {
    const index = indexes?.[step] ?? -1;
    const [left, up] = [across?.places[index] ?? NaN, upwards?.places[index] ?? NaN];
    return Number.isNaN(left + up) ? null : ([left * SIZE, (1 - up) * SIZE] as const);
  });
  const shown = (track: MixedTrack, axis: Axis): string => {
    const value = mixedValuesOf(track)?.[axis] ?? null;
    return value === null ? texts.track.none : formatField(texts, language, axis, value);
  };
  const spoken = tracks.map((track) => `${shown(track, x)}, ${shown(track, y)}`);
  const names = `${texts.fields[x]}, ${texts.fields[y]}`;
  const nameOf = (axis: Axis): string => texts.fields[axis];
  const missing = places.filter((place) => place === null).length;
  return (
    <section class="part-card" aria-labelledby="mix-scatter">
      <h2 id="mix-scatter" class="part-title">
        {texts.mix.scatter}
      </h2>
      <div class="mix-axes">
        <Choice label={texts.mix.across} value={x} values={AXES} nameOf={nameOf} onChoose={setX} />
        <Choice label={texts.mix.up} value={y} values={AXES} nameOf={nameOf} onChoose={setY} />
      </div>
      {failure !== null && <FailureNotice failure={failure} onRetry={reload} />}
      <div class="mix-plane">
        {across && upwards && <MixLibrary across={across} upwards={upwards} />}
        <svg
          class="mix-scatter"
          viewBox={`0 0 ${String(SIZE)} ${String(SIZE)}`}
          role="img"
          aria-label={`${names}: ${spoken.join("; ")}.`}
        >
          <path class="mix-line" d={pathThrough(places.filter((place) => place !== null))} />
          {places.map(
            (place, step) =>
              place && (
                <g
                  key={step}
                  transform={`translate(${place[0].toFixed(1)} ${place[1].toFixed(1)})`}
                >
                  <title>{tracks[step]?.trackName}</title>
                  <circle class="mix-point" r={10} />
                  <text class="mix-number">{step + 1}</text>
                </g>
              ),
          )}
        </svg>
      </div>
      {loaded && missing > 0 && (
        <p class="mix-hint">{texts.mix.withoutPlace(String(missing), missing === 1)}</p>
      )}
    </section>
  );
}

interface MixLibraryProps {
  readonly across: MapAxis;
  readonly upwards: MapAxis;
}

/** All tracks of the library as points behind the path of a mix, which are for the eye alone. */
function MixLibrary({ across, upwards }: MixLibraryProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(canvas);
  const drawn = useMemo(() => {
    const points = pointsOf(across.places, upwards.places);
    const colours = new Uint8Array(2 * points.length).map((_, at) => COLOUR[at % 4] ?? 0);
    return { points, colours };
  }, [across, upwards]);
  useDrawing(canvas, width, drawn, WHOLE_MAP);
  return <canvas ref={canvas} class="mix-library" aria-hidden="true" />;
}
