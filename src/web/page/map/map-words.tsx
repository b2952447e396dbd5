import type { JSX } from "preact";
import { formatNumber } from "../parts/formats.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { axisTitle, type MapAxis } from "./map-axes.js";
import type { MapPoints } from "./map-geometry.js";

const THIRDS = 3;

interface MapInWordsProps {
  readonly x: MapAxis;
  readonly y: MapAxis;
  readonly points: MapPoints;
}

/** The map as a table: how many tracks are in each ninth of it. */
export function MapInWords({ x, y, points }: MapInWordsProps): JSX.Element {
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
