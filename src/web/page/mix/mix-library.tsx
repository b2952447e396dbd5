import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { MapAxis } from "../map/map-axes.js";
import { pointsOf, WHOLE_MAP } from "../map/map-geometry.js";
import { useDrawing } from "../map/use-drawing.js";
import { useWidth } from "../parts/use-width.js";

/** Red, green, blue and opacity of a track that is not in the mix: seen on light and on dark. */
const COLOUR = [128, 128, 128, 140];

interface MixLibraryProps {
  readonly across: MapAxis;
  readonly upwards: MapAxis;
}

/** All tracks of the library as points behind the path of a mix, which are for the eye alone. */
export function MixLibrary({ across, upwards }: MixLibraryProps): JSX.Element {
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
