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
  readonly region: MapRegion | null;
  readonly point: MapPoint | null;
}

/** The axes, the rectangle and the marked track; texts are read elsewhere. */
export function MapOverlay({ x, y, camera, region, point }: MapOverlayProps): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const shown = shownRegion(camera);
  const percent = (share: number): string => `${(100 * share).toFixed(3)}%`;
  const on = (at: MapPoint): MapPoint => positionOn(camera, at);
  const marks = x.ticksIn(shown.left, shown.right);
  const lines = y.ticksIn(shown.bottom, shown.top);
  const [low, high] = region
    ? [on({ x: region.left, y: region.bottom }), on({ x: region.right, y: region.top })]
    : [];
  const place = point === null || Number.isNaN(point.x + point.y) ? null : on(point);
  return (
    <svg class="map-overlay" aria-hidden="true">
      {marks.map(({ at, value }) => (
        <g key={`x${String(value)}`}>
          <line
            x1={percent(on({ x: at, y: 0 }).x)}
            x2={percent(on({ x: at, y: 0 }).x)}
            y1="0"
            y2="100%"
          />
          <text x={percent(on({ x: at, y: 0 }).x)} y="100%" dx="4" dy="-6">
            {axisValue(texts, language, x.name, value)}
          </text>
        </g>
      ))}
      {lines.map(({ at, value }) => (
        <g key={`y${String(value)}`}>
          <line
            y1={percent(1 - on({ x: 0, y: at }).y)}
            y2={percent(1 - on({ x: 0, y: at }).y)}
            x1="0"
            x2="100%"
          />
          <text y={percent(1 - on({ x: 0, y: at }).y)} x="0" dx="4" dy="-4">
            {axisValue(texts, language, y.name, value)}
          </text>
        </g>
      ))}
      <text class="map-axis" x="100%" y="100%" dx="-6" dy="-22" text-anchor="end">
        {axisTitle(texts, x.name)} →
      </text>
      <text class="map-axis" x="100%" y="18" dx="-6" text-anchor="end">
        ↑ {axisTitle(texts, y.name)}
      </text>
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
  );
}
