import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useAddressState, useTitle } from "../address/use-address.js";
import type { LoadedColumns } from "../columns/load-columns.js";
import { useLibraryColumns } from "../columns/use-library-columns.js";
import { WhileScanning } from "../library/while-scanning.js";
import { formatNumber } from "../parts/formats.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { mapAddress, type MapState } from "./map-address.js";
import { axisOf, axisTitle, columnsOf, type MapAxis } from "./map-axes.js";
import { isByLikeness, isPreset } from "./map-choice.js";
import { MapCanvas } from "./map-canvas.js";
import { colourColumns, coloursOf } from "./map-colours.js";
import { MapControls, MapLegend } from "./map-controls.js";
import { pointsOf, tracksIn, WHOLE_MAP, type MapPoints } from "./map-geometry.js";
import {
  MapTracks,
  MarkedTrack,
  usePickedTrack,
  type KnownNames,
  type PickedTrack,
} from "./map-tracks.js";
import { useNamedClasses } from "./use-named-classes.js";
import "../parts/parts.css";
import "./map.css";

const THIRDS = 3;

/** The view of all analysed tracks at once. */
export function MapView(): JSX.Element {
  const texts = useTexts();
  const { map } = texts;
  const [state, setState] = useAddressState(mapAddress);
  const { choice } = state;
  const hasLikeness = isByLikeness(choice);
  useTitle(
    isPreset(choice, "likeness")
      ? map.presets.likeness
      : map.named(axisTitle(texts, choice.x), axisTitle(texts, choice.y)),
  );
  const needed = [...columnsOf(choice.x), ...columnsOf(choice.y), ...colourColumns(choice.colour)];
  const { loaded, failure, reload } = useLibraryColumns(needed);
  return (
    <section class="map-view">
      <h1>{map.heading}</h1>
      <p class="part-intro">{map.intro}</p>
      {failure !== null && <FailureNotice failure={failure} onRetry={reload} />}
      {loaded?.count === 0 ? (
        <EmptyMap />
      ) : (
        <>
          <MapControls
            choice={choice}
            onChoice={(chosen) => {
              const isSame = chosen.x === choice.x && chosen.y === choice.y;
              // A part of one map is no part of another.
              const whole = { camera: WHOLE_MAP, region: null };
              setState({ ...state, ...(!isSame && whole), choice: chosen }, "choice");
            }}
          />
          {hasLikeness && <p class="map-help">{map.likenessHelp}</p>}
          {loaded ? (
            <LoadedMap
              key={`${choice.x} ${choice.y}`}
              state={state}
              loaded={loaded}
              onState={setState}
            />
          ) : (
            failure === null && <Notice>{hasLikeness ? map.loadingLikeness : map.loading}</Notice>
          )}
        </>
      )}
    </section>
  );
}

/** What to do where no track is analysed. */
function EmptyMap(): JSX.Element {
  const { map } = useTexts();
  return (
    <div class="part-card">
      <p role="status">
        <WhileScanning>{map.empty}</WhileScanning>
      </p>
      <p>
        <a href="#/">{map.dropFile}</a> · <a href="#/library">{map.seeLibrary}</a>
      </p>
    </div>
  );
}

interface LoadedMapProps {
  readonly state: MapState;
  readonly loaded: LoadedColumns;
  readonly onState: (state: MapState, field: string) => void;
}

function LoadedMap({ state, loaded, onState }: LoadedMapProps): JSX.Element {
  const { choice, camera, region } = state;
  const { map } = useTexts();
  const language = useLanguage();
  const isDark = useIsDark();
  const [marked, setMarked] = useState<number | null>(null);
  const [picked, setPicked] = useState<PickedTrack | null>(null);
  const [names] = useState((): KnownNames => new Map());
  usePickedTrack(names, picked);
  const x = useMemo(() => axisOf(choice.x, loaded), [choice.x, loaded]);
  const y = useMemo(() => axisOf(choice.y, loaded), [choice.y, loaded]);
  const points = useMemo(() => pointsOf(x.places, y.places), [x, y]);
  const classes = useNamedClasses(choice.colour, loaded);
  const colours = useMemo(
    () => coloursOf(choice.colour, loaded, isDark, classes),
    [choice.colour, loaded, isDark, classes],
  );
  const selected = useMemo(
    () => (region === null ? null : tracksIn(points, region)),
    [points, region],
  );
  const drawn = useMemo(
    () => ({ points, colours: opaqueColours(colours.rgb, selected) }),
    [points, colours, selected],
  );
  const shownCount = useMemo(() => countOf(points), [points]);
  // After the library was loaded again, an index may be that of another track.
  useEffect(() => {
    setMarked(null);
  }, [loaded]);
  const number = (count: number): string => formatNumber(language, count);
  return (
    <div class="map-layout">
      <div>
        <p role="status" class="map-counts">
          {map.shown(number(shownCount), number(loaded.totalCount))}
          {loaded.totalCount > loaded.count && ` ${map.limited(number(loaded.count))}`}
        </p>
        <MapCanvas
          {...{ x, y, drawn, camera, region, marked }}
          onCamera={(moved) => {
            onState({ ...state, camera: moved }, "window");
          }}
          onRegion={(selected) => {
            onState({ ...state, region: selected }, "select");
          }}
          onMark={setMarked}
          onPick={(index) => {
            setPicked({ recordingId: loaded.recordingIdAt(index) });
          }}
        />
        <MapLegend name={choice.colour} colours={colours} />
        <MapInWords x={x} y={y} points={points} />
      </div>
      <div class="map-side">
        <MarkedTrack
          names={names}
          recordingId={marked === null ? null : loaded.recordingIdAt(marked)}
        />
        {selected === null && <p class="map-help">{map.noSelection}</p>}
      </div>
      {selected !== null && (
        <MapTracks
          key={JSON.stringify(region)}
          indexes={selected}
          recordingIdAt={loaded.recordingIdAt}
          onMark={setMarked}
          onClear={() => {
            onState({ ...state, region: null }, "select");
          }}
        />
      )}
    </div>
  );
}

/** Returns how many tracks have a point. */
function countOf(points: MapPoints): number {
  let count = 0;
  for (let index = 0; index < points.length; index += 2) {
    count += Number.isNaN((points[index] ?? NaN) + (points[index + 1] ?? NaN)) ? 0 : 1;
  }
  return count;
}

const FULL = 220;
const FAINT = 40;

/** Adds opacities to colours: tracks beside the selected ones are faint. */
function opaqueColours(rgb: Uint8Array, selected: readonly number[] | null): Uint8Array {
  const colours = new Uint8Array((rgb.length / 3) * 4);
  for (let index = 0; 3 * index < rgb.length; index += 1) {
    colours.set(rgb.subarray(3 * index, 3 * index + 3), 4 * index);
    colours[4 * index + 3] = selected === null ? FULL : FAINT;
  }
  for (const index of selected ?? []) colours[4 * index + 3] = 255;
  return colours;
}

/** Whether the reader's theme is dark. */
function useIsDark(): boolean {
  const [isDark, setDark] = useState(() => darkQuery().matches);
  useEffect(() => {
    const query = darkQuery();
    const follow = (): void => {
      setDark(query.matches);
    };
    query.addEventListener("change", follow);
    return () => {
      query.removeEventListener("change", follow);
    };
  }, []);
  return isDark;
}

const darkQuery = (): MediaQueryList => matchMedia("(prefers-color-scheme: dark)");
interface MapInWordsProps {
  readonly x: MapAxis;
  readonly y: MapAxis;
  readonly points: MapPoints;
}

/** The map as a table: how many tracks are in each ninth of it. */
function MapInWords({ x, y, points }: MapInWordsProps): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const counts = countsIn(points);
  const parts = [texts.map.low, texts.map.middle, texts.map.high];
  return (
    <details class="map-words">
      <summary>{texts.map.inWords}</summary>
      <table>
        <caption>{texts.map.tableOf(axisTitle(texts, x.name), axisTitle(texts, y.name))}</caption>
        <thead>
          <tr>
            <td />
            {parts.map((part) => (
              <th key={part} scope="col">
                {axisTitle(texts, x.name)}: {part}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[2, 1, 0].map((row) => (
            <tr key={row}>
              <th scope="row">
                {axisTitle(texts, y.name)}: {parts[row]}
              </th>
              {parts.map((part, column) => (
                <td key={part}>{formatNumber(language, counts[THIRDS * row + column] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Returns how many points are in each ninth, from the bottom left on. */
function countsIn(points: MapPoints): Uint32Array {
  const counts = new Uint32Array(THIRDS * THIRDS);
  const third = (share: number): number => Math.min(THIRDS - 1, Math.floor(THIRDS * share));
  for (let index = 0; index < points.length; index += 2) {
    const [x, y] = [points[index] ?? NaN, points[index + 1] ?? NaN];
    const ninth = THIRDS * third(y) + third(x);
    if (ninth >= 0) counts[ninth] = (counts[ninth] ?? 0) + 1;
  }
  return counts;
}
