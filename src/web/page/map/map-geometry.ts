/** What part of the map is shown. Coordinates are shares of both axes, from their beginnings. */
export interface MapCamera {
  /** The middle of what is shown. */
  readonly x: number;
  readonly y: number;
  /** How many times the whole map is enlarged, >= 1. */
  readonly zoom: number;
}

/** A point, or a position on the drawing: shares of its width from the left and height from below. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

/** A rectangle of the map, both ends included. */
export interface MapRegion {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Two numbers for each track: its point; `NaN` where it has none. */
export type MapPoints = Float32Array;

/** Returns the points of two axes, by the places of tracks on them. */
export function pointsOf(across: Float32Array, upwards: Float32Array): MapPoints {
  const points = new Float32Array(2 * across.length);
  for (let index = 0; index < across.length; index += 1) {
    points[2 * index] = across[index] ?? NaN;
    points[2 * index + 1] = upwards[index] ?? NaN;
  }
  return points;
}

/** The whole map. */
export const WHOLE_MAP: MapCamera = { x: 0.5, y: 0.5, zoom: 1 };

const MAX_ZOOM = 400;

const within = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/** Returns the camera within the map. */
export function bounded({ x, y, zoom }: MapCamera): MapCamera {
  const allowed = within(zoom, 1, MAX_ZOOM);
  const half = 0.5 / allowed;
  return { x: within(x, half, 1 - half), y: within(y, half, 1 - half), zoom: allowed };
}

/** Returns the point of the map at a position of the drawing. */
export function pointAt({ x, y, zoom }: MapCamera, at: MapPoint): MapPoint {
  return { x: x + (at.x - 0.5) / zoom, y: y + (at.y - 0.5) / zoom };
}

/** Returns the position of a point of the map on the drawing. */
export function positionOn({ x, y, zoom }: MapCamera, point: MapPoint): MapPoint {
  return { x: (point.x - x) * zoom + 0.5, y: (point.y - y) * zoom + 0.5 };
}

/** Enlarges by a factor; what was at a position comes to another, or stays there. */
export function zoomedAt(
  camera: MapCamera,
  factor: number,
  at: MapPoint,
  before: MapPoint = at,
): MapCamera {
  const zoom = within(camera.zoom * factor, 1, MAX_ZOOM);
  const fixed = pointAt(camera, before);
  return bounded({ x: fixed.x - (at.x - 0.5) / zoom, y: fixed.y - (at.y - 0.5) / zoom, zoom });
}

/** Moves by shares of the drawing. */
export function movedBy({ x, y, zoom }: MapCamera, by: MapPoint): MapCamera {
  return bounded({ x: x + by.x / zoom, y: y + by.y / zoom, zoom });
}

/** Returns the rectangle with two opposite corners. */
export function regionBetween(one: MapPoint, other: MapPoint): MapRegion {
  return {
    left: Math.min(one.x, other.x),
    right: Math.max(one.x, other.x),
    bottom: Math.min(one.y, other.y),
    top: Math.max(one.y, other.y),
  };
}

/**
 * Returns a rectangle with its upper right corner moved, which an arrow key does; the first is around the middle of
 * what is shown. A corner that is moved beyond the opposite one takes that one with it.
 *
 * @param by shares of what is shown
 */
export function grownRegion(
  region: MapRegion | null,
  { x, y, zoom }: MapCamera,
  by: MapPoint,
): MapRegion {
  const least = { x: Math.abs(by.x) / zoom, y: Math.abs(by.y) / zoom };
  const reach = 0.1 / zoom;
  const { left, right, bottom, top } =
    region ?? regionBetween({ x: x - reach, y: y - reach }, { x: x + reach, y: y + reach });
  const corner = { x: right + by.x / zoom, y: top + by.y / zoom };
  return {
    left: Math.min(left, corner.x - least.x),
    right: corner.x,
    bottom: Math.min(bottom, corner.y - least.y),
    top: corner.y,
  };
}

/** Returns what a camera shows. */
export function shownRegion(camera: MapCamera): MapRegion {
  return regionBetween(pointAt(camera, { x: 0, y: 0 }), pointAt(camera, { x: 1, y: 1 }));
}

/** Returns the indexes of the tracks in a rectangle, ascending. */
export function tracksIn(points: MapPoints, region: MapRegion): readonly number[] {
  const { left, right, bottom, top } = region;
  const found: number[] = [];
  for (let index = 0; 2 * index < points.length; index += 1) {
    const [x, y] = [points[2 * index] ?? NaN, points[2 * index + 1] ?? NaN];
    if (x >= left && x <= right && y >= bottom && y <= top) found.push(index);
  }
  return found;
}

/**
 * Returns the index of the track nearest to a point, `null` where none is near.
 *
 * @param reach the largest distance on both axes, which count alike
 */
export function nearestTo(points: MapPoints, { x, y }: MapPoint, reach: MapPoint): number | null {
  let nearest: number | null = null;
  let least = 1;
  for (let index = 0; 2 * index < points.length; index += 1) {
    const across = ((points[2 * index] ?? NaN) - x) / reach.x;
    const along = ((points[2 * index + 1] ?? NaN) - y) / reach.y;
    const distance = across * across + along * along;
    if (distance > least || Number.isNaN(distance)) continue;
    least = distance;
    nearest = index;
  }
  return nearest;
}
