import type { JSX } from "preact";
import { useLanguage, useTexts } from "../texts/language.js";
import { axisTitle, axisValue, type MapAxis } from "./map-axes.js";
import {
  positionOn,
  shownRegion,
  type MapCamera,
  type MapPoint,
  type MapRegion,
} from "./map-geometry.js";

interface MapOverlayProps {
  readonly x: MapAxis;
  readonly y: MapAxis;
  readonly camera: MapCamera;
  /** Of the drawing, pixels. */
  readonly width: number;
  readonly region: MapRegion | null;
  readonly point: MapPoint | null;
}

/** Width of a letter of a label, and the space between two labels, pixels. */
const LETTER_WIDTH = 6.5;
const LABEL_SPACE = 14;

const percent = (share: number): string => `${(100 * share).toFixed(3)}%`;

/** The axes around the drawing, the rectangle and the marked track; texts are read elsewhere. */
export function MapOverlay(props: MapOverlayProps): JSX.Element {
  const { x, y, camera, width, region, point } = props;
  const texts = useTexts();
  const language = useLanguage();
  const shown = shownRegion(camera);
  const on = (at: MapPoint): MapPoint => positionOn(camera, at);
  const marks = x.ticksIn(shown.left, shown.right).map(({ at, value }) => ({
    place: percent(on({ x: at, y: 0 }).x),
    label: axisValue(texts, language, x.name, value),
  }));
  const lines = y.ticksIn(shown.bottom, shown.top).map(({ at, value }) => ({
    place: percent(1 - on({ x: 0, y: at }).y),
    label: axisValue(texts, language, y.name, value),
  }));
  const widest = Math.max(...marks.map(({ label }) => label.length)) * LETTER_WIDTH + LABEL_SPACE;
  const step = Math.max(1, Math.ceil((marks.length * widest) / Math.max(width, 1)));
  const [low, high] = region
    ? [on({ x: region.left, y: region.bottom }), on({ x: region.right, y: region.top })]
    : [];
  const place = point === null || Number.isNaN(point.x + point.y) ? null : on(point);
  return (
    <svg class="map-overlay" aria-hidden="true">
      {/* What is within the drawing is cut at its edges, the labels around it are not. */}
      <svg class="map-inside">
        {marks.map(({ place: at }) => (
          <line key={`x${at}`} x1={at} x2={at} y1="0" y2="100%" />
        ))}
        {lines.map(({ place: at }) => (
          <line key={`y${at}`} x1="0" x2="100%" y1={at} y2={at} />
        ))}
        {low && high && (
          <rect
            x={percent(low.x)}
            y={percent(1 - high.y)}
            width={percent(high.x - low.x)}
            height={percent(high.y - low.y)}
          />
        )}
        {place && <circle cx={percent(place.x)} cy={percent(1 - place.y)} r="9" />}
      </svg>
      {marks
        .filter((_, index) => index % step === 0)
        .map(({ place: at, label }) => (
          <text key={`x${at}`} x={at} y="100%" dy="18" text-anchor="middle">
            {label}
          </text>
        ))}
      {lines.map(({ place: at, label }) => (
        <text key={`y${at}`} x="0" dx="-8" y={at} dy="4" text-anchor="end">
          {label}
        </text>
      ))}
      <text class="map-axis" x="100%" y="100%" dy="38" text-anchor="end">
        {axisTitle(texts, x.name)} →
      </text>
      <text class="map-axis" x="0" y="0" dy="-10">
        ↑ {axisTitle(texts, y.name)}
      </text>
    </svg>
  );
}
