import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import {
  movedBy,
  pointAt,
  regionBetween,
  zoomedAt,
  type MapCamera,
  type MapPoint,
  type MapRegion,
} from "./map-geometry.js";

/** What the gestures on a map change. */
interface MapGestures {
  readonly camera: MapCamera;
  readonly setCamera: (camera: MapCamera) => void;
  /** Whether dragging selects; with the shift key, it always does. */
  readonly isSelecting: boolean;
  /** Called with the rectangle while it is drawn, and once more when it is done. */
  readonly onRegion: (region: MapRegion, isDone: boolean) => void;
  /** Called with the position of the pointer; `null` when it has left. */
  readonly onHover: (at: MapPoint | null) => void;
  /** Called with the place that was pressed, and whether a finger has. */
  readonly onPick: (at: MapPoint, isTouch: boolean) => void;
}

/** A press that moves less is a click, pixels; a finger trembles more than a mouse. */
const CLICK_REACH = { mouse: 5, touch: 12 };
/** Enlargement by a turn of the wheel, for each pixel that it would scroll. */
const WHEEL_ZOOM = 0.0015;
const PIXELS_PER_LINE = 16;

interface Press {
  readonly from: MapPoint;
  readonly isSelecting: boolean;
  hasMoved: boolean;
}

/** Lets a map be moved, enlarged and selected in by pointers and the wheel. */
export function useMapGestures(element: RefObject<HTMLElement | null>, given: MapGestures): void {
  const latest = useRef(given);
  latest.current = given;
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    const pointers = new Map<number, MapPoint>();
    let press: Press | null = null;
    const positionOf = ({ clientX, clientY }: MouseEvent): MapPoint => {
      const { left, bottom, width, height } = current.getBoundingClientRect();
      return { x: (clientX - left) / width, y: (bottom - clientY) / height };
    };
    const isTouch = ({ pointerType }: PointerEvent): boolean => pointerType === "touch";
    const isFar = (event: PointerEvent, one: MapPoint, other: MapPoint): boolean =>
      Math.hypot(
        (one.x - other.x) * current.clientWidth,
        (one.y - other.y) * current.clientHeight,
      ) > CLICK_REACH[isTouch(event) ? "touch" : "mouse"];
    const down = (event: PointerEvent): void => {
      if (event.button !== 0) return;
      current.setPointerCapture(event.pointerId);
      const at = positionOf(event);
      pointers.set(event.pointerId, at);
      const isSelecting = latest.current.isSelecting || event.shiftKey;
      press = pointers.size === 1 ? { from: at, isSelecting, hasMoved: false } : null;
    };
    const move = (event: PointerEvent): void => {
      const at = positionOf(event);
      const before = pointers.get(event.pointerId);
      const { camera, setCamera, onHover, onRegion } = latest.current;
      if (before === undefined) {
        onHover(at);
        return;
      }
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (other !== undefined) {
        pointers.set(event.pointerId, at);
        setCamera(pinched(camera, before, at, other));
        return;
      }
      if (press === null) return;
      if (!press.hasMoved && !isFar(event, press.from, at)) return;
      press.hasMoved = true;
      pointers.set(event.pointerId, at);
      if (press.isSelecting) onRegion(regionOf(camera, press.from, at), false);
      else setCamera(movedBy(camera, { x: before.x - at.x, y: before.y - at.y }));
    };
    const up = (event: PointerEvent): void => {
      if (!pointers.delete(event.pointerId) || press === null) return;
      const at = positionOf(event);
      const { camera, onPick, onRegion } = latest.current;
      if (!press.hasMoved) onPick(at, isTouch(event));
      else if (press.isSelecting) onRegion(regionOf(camera, press.from, at), true);
      press = null;
    };
    const cancel = (event: PointerEvent): void => {
      pointers.delete(event.pointerId);
      press = null;
    };
    const leave = (): void => {
      latest.current.onHover(null);
    };
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { camera, setCamera } = latest.current;
      const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : PIXELS_PER_LINE);
      setCamera(zoomedAt(camera, Math.exp(-pixels * WHEEL_ZOOM), positionOf(event)));
    };
    current.addEventListener("pointerdown", down, { signal });
    current.addEventListener("pointermove", move, { signal });
    current.addEventListener("pointerup", up, { signal });
    current.addEventListener("pointercancel", cancel, { signal });
    current.addEventListener("pointerleave", leave, { signal });
    // Otherwise the page would scroll.
    current.addEventListener("wheel", wheel, { signal, passive: false });
    return () => {
      abort.abort();
    };
  }, [element]);
}

const regionOf = (camera: MapCamera, one: MapPoint, other: MapPoint): MapRegion =>
  regionBetween(pointAt(camera, one), pointAt(camera, other));

/** Moves and enlarges with one of two fingers, of which the other rests. */
function pinched(camera: MapCamera, before: MapPoint, at: MapPoint, other: MapPoint): MapCamera {
  const distance = (point: MapPoint): number => Math.hypot(point.x - other.x, point.y - other.y);
  const middle = (point: MapPoint): MapPoint => ({
    x: (point.x + other.x) / 2,
    y: (point.y + other.y) / 2,
  });
  // Fingers that begin close to each other would enlarge without end.
  const factor = distance(at) / Math.max(distance(before), 0.01);
  return zoomedAt(camera, factor, middle(at), middle(before));
}
