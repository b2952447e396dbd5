import type { JSX, TargetedKeyboardEvent } from "preact";
import { useRef, useState } from "preact/hooks";
import { useWidth } from "../parts/use-width.js";
import { useTexts } from "../texts/language.js";
import type { MapAxis } from "./map-axes.js";
import {
  grownRegion,
  movedBy,
  nearestTo,
  pointAt,
  shownRegion,
  WHOLE_MAP,
  zoomedAt,
  type MapCamera,
  type MapPoint,
  type MapRegion,
} from "./map-geometry.js";
import { MapOverlay } from "./map-overlay.js";
import type { DrawnPoints } from "./point-renderer.js";
import { useDrawing } from "./use-drawing.js";
import { useMapGestures } from "./use-map-gestures.js";

interface MapCanvasProps {
  readonly x: MapAxis;
  readonly y: MapAxis;
  readonly drawn: DrawnPoints;
  /** The part of the map that is shown. */
  readonly camera: MapCamera;
  readonly onCamera: (camera: MapCamera) => void;
  /** The rectangle whose tracks are listed. */
  readonly region: MapRegion | null;
  readonly onRegion: (region: MapRegion | null) => void;
  /** The index of the track that is marked. */
  readonly marked: number | null;
  readonly onMark: (index: number | null) => void;
  readonly onPick: (index: number) => void;
}

/** The largest distance of a track to the pointer, or to the finger, that points to it, pixels. */
const REACH = { mouse: 16, touch: 28 };
const STEP = 0.1;
const KEY_ZOOM = 1.5;
const CENTRE: MapPoint = { x: 0.5, y: 0.5 };

const moves: Readonly<Record<string, MapPoint>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: STEP },
  ArrowDown: { x: 0, y: -STEP },
};
const zooms: Readonly<Record<string, number>> = {
  "+": KEY_ZOOM,
  "=": KEY_ZOOM,
  "-": 1 / KEY_ZOOM,
};

/** The drawing of a map, with its axes and what moves it. */
export function MapCanvas(props: MapCanvasProps): JSX.Element {
  const { x, y, drawn, camera, onCamera: setCamera } = props;
  const { region, onRegion, marked, onMark, onPick } = props;
  const { map } = useTexts();
  const [isSelecting, setSelecting] = useState(false);
  const [drawing, setDrawing] = useState<MapRegion | null>(null);
  const plot = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(plot);
  const isMissing = useDrawing(canvas, width, drawn, camera);
  const nearestAt = (at: MapPoint, pixels = REACH.mouse): number | null => {
    const { clientWidth: width = 1, clientHeight: height = 1 } = plot.current ?? {};
    const reach = { x: pixels / width / camera.zoom, y: pixels / height / camera.zoom };
    return nearestTo(drawn.points, pointAt(camera, at), reach);
  };
  const pick = (at: MapPoint, isTouch: boolean): void => {
    const nearest = nearestAt(at, REACH[isTouch ? "touch" : "mouse"]);
    onMark(nearest);
    if (nearest !== null) onPick(nearest);
  };
  useMapGestures(plot, {
    ...{ camera, setCamera, isSelecting, onPick: pick },
    onHover: (at) => {
      if (at !== null) onMark(nearestAt(at));
    },
    onRegion: (given, isDone) => {
      setDrawing(isDone ? null : given);
      if (isDone) onRegion(given);
    },
  });
  const look = (next: MapCamera): void => {
    setCamera(next);
    const { x: across, y: along, zoom } = next;
    const reach = { x: STEP / zoom, y: STEP / zoom };
    onMark(nearestTo(drawn.points, { x: across, y: along }, reach));
  };
  const press = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const [move, zoom] = [moves[event.key], zooms[event.key]];
    if (move && event.shiftKey) onRegion(grownRegion(region, camera, move));
    else if (move) look(movedBy(camera, move));
    else if (zoom !== undefined) look(zoomedAt(camera, zoom, CENTRE));
    else if (event.key === "0") look(WHOLE_MAP);
    else if (event.key === "Escape") onRegion(null);
    else if (event.key === "Enter" && marked !== null) onPick(marked);
    else return;
    event.preventDefault();
  };
  const zoom = (factor: number) => () => {
    setCamera(zoomedAt(camera, factor, CENTRE));
  };
  return (
    <div class="map-drawing">
      <div class="map-tools" role="group" aria-label={map.tools}>
        <button type="button" onClick={zoom(KEY_ZOOM)} aria-label={map.zoomIn}>
          +
        </button>
        <button type="button" onClick={zoom(1 / KEY_ZOOM)} aria-label={map.zoomOut}>
          −
        </button>
        <button
          type="button"
          onClick={() => {
            setCamera(WHOLE_MAP);
          }}
        >
          {map.whole}
        </button>
        <button
          type="button"
          aria-pressed={isSelecting}
          onClick={() => {
            setSelecting(!isSelecting);
          }}
        >
          {map.select}
        </button>
        <button
          type="button"
          onClick={() => {
            onRegion(shownRegion(camera));
          }}
        >
          {map.listShown}
        </button>
      </div>
      {isMissing && <p class="part-notice">{map.noDrawing}</p>}
      <div
        ref={plot}
        class={classOf(camera, isSelecting)}
        role="application"
        tabIndex={0}
        aria-label={map.label}
        aria-describedby="map-help"
        onKeyDown={press}
      >
        <canvas ref={canvas} />
        <MapOverlay
          {...{ x, y, camera, width, region: drawing ?? region }}
          point={marked === null ? null : pointOf(drawn, marked)}
        />
      </div>
      <p id="map-help" class="map-help">
        {map.help}
      </p>
    </div>
  );
}

function classOf({ zoom }: MapCamera, isSelecting: boolean): string {
  if (isSelecting) return "map-plot map-plot-selecting";
  return zoom === 1 ? "map-plot map-plot-whole" : "map-plot";
}

const pointOf = ({ points }: DrawnPoints, index: number): MapPoint => ({
  x: points[2 * index] ?? NaN,
  y: points[2 * index + 1] ?? NaN,
});
