import type { RefObject } from "preact";
import { useState } from "preact/hooks";

/** A row that is being dragged: its place, and the place that it would get. */
export interface Dragged {
  readonly from: number;
  readonly to: number;
}

/**
 * Lets rows of a list be dragged to other places, with a mouse, a pen or a finger.
 *
 * @returns the row that is being dragged, and the function that begins it at a row's handle
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
): {
  readonly dragged: Dragged | null;
  readonly begin: (place: number, event: PointerEvent) => void;
} {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const begin = (from: number, event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    const stop = new AbortController();
    const { signal } = stop;
    let to = from;
    const end = (): void => {
      stop.abort();
      setDragged(null);
    };
    setDragged({ from, to });
    // On the window, because the pointer leaves the handle at once.
    addEventListener(
      "pointermove",
      ({ clientY }) => {
        to = placeAt(list.current, from, clientY);
        setDragged({ from, to });
      },
      { signal },
    );
    addEventListener(
      "pointerup",
      () => {
        end();
        if (to !== from) onMove(from, to);
      },
      { signal },
    );
    addEventListener("pointercancel", end, { signal });
    addEventListener(
      "keydown",
      ({ key }) => {
        if (key === "Escape") end();
      },
      { signal },
    );
  };
  return { dragged, begin };
}

/** Returns the place that a row gets at a height: behind all others whose middle is above it. */
function placeAt(list: HTMLElement | null, from: number, y: number): number {
  const others = [...(list?.children ?? [])].filter((_, place) => place !== from);
  return others.filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return (top + bottom) / 2 < y;
  }).length;
}
