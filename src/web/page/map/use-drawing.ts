import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { MapCamera } from "./map-geometry.js";
import { openPointRenderer, type DrawnPoints, type PointRenderer } from "./point-renderer.js";

/**
 * Draws points before each frame in which they or their size have changed.
 *
 * @param width of the drawing, pixels; a change of it draws them anew
 *
 * @returns whether nothing can draw them
 */
export function useDrawing(
  canvas: { readonly current: HTMLCanvasElement | null },
  width: number,
  drawn: DrawnPoints,
  camera: MapCamera,
): boolean {
  const renderer = useRef<PointRenderer | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [generation, setGeneration] = useState(0);
  useLayoutEffect(() => {
    const { current } = canvas;
    if (!current) return undefined;
    const opened = openPointRenderer(current);
    renderer.current = opened;
    setMissing(opened === null);
    const restore = (): void => {
      setGeneration((last) => last + 1);
    };
    const lose = (event: Event): void => {
      // Only then is the context ever restored.
      event.preventDefault();
    };
    current.addEventListener("webglcontextlost", lose);
    current.addEventListener("webglcontextrestored", restore);
    return () => {
      current.removeEventListener("webglcontextlost", lose);
      current.removeEventListener("webglcontextrestored", restore);
      opened?.close();
    };
  }, [canvas, generation]);
  useLayoutEffect(() => {
    renderer.current?.setPoints(drawn);
  }, [drawn, generation]);
  useEffect(() => {
    const { current } = canvas;
    if (!current) return;
    const { clientWidth, clientHeight } = current;
    const [across, along] = [clientWidth, clientHeight].map((pixels) =>
      Math.round(pixels * devicePixelRatio),
    );
    if (current.width !== across) current.width = across ?? 0;
    if (current.height !== along) current.height = along ?? 0;
    renderer.current?.draw(camera, devicePixelRatio * diameterOf(drawn, camera));
  }, [canvas, drawn, camera, width, generation]);
  return isMissing;
}

/** Returns the diameter of points: large where there are few, and growing where they are enlarged. */
function diameterOf({ points }: DrawnPoints, { zoom }: MapCamera): number {
  const count = Math.max(1, points.length / 2);
  return Math.min(14, Math.max(2.5, (90 / Math.sqrt(count)) * zoom ** 0.3, zoom ** 0.4));
}
