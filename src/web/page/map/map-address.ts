import { oneOf, queryWith, type AddressCodec } from "../address/address.js";
import { AXES, COLOURS, PRESETS, type MapChoice } from "./map-choice.js";
import { bounded, WHOLE_MAP, type MapCamera, type MapRegion } from "./map-geometry.js";

/** What a map shows, and which part of it. */
export interface MapState {
  readonly choice: MapChoice;
  readonly camera: MapCamera;
  /** The rectangle whose tracks are listed; `null` where none is selected. */
  readonly region: MapRegion | null;
}

/** Decimals of shares of the map: less than a pixel where it is enlarged most. */
const DECIMALS = 6;

const FIRST = PRESETS.mood;

/** `#/map?x=TEMPO&y=ENERGY&colour=VALENCE&window=0.5,0.5,4&select=0.1,0.4,0.2,0.3`: `window` is the middle and the enlargement. */
export const mapAddress: AddressCodec<MapState> = {
  read: ({ query }) => ({
    choice: {
      x: oneOf(query.get("x"), AXES, FIRST.x),
      y: oneOf(query.get("y"), AXES, FIRST.y),
      colour: oneOf(query.get("colour"), COLOURS, FIRST.colour),
    },
    camera: cameraIn(query.get("window")),
    region: regionIn(query.get("select")),
  }),
  write: ({ choice: { x, y, colour }, camera, region }) => ({
    query: queryWith({
      x: x === FIRST.x ? "" : x,
      y: y === FIRST.y ? "" : y,
      colour: colour === FIRST.colour ? "" : colour,
      window: camera.zoom === 1 ? "" : textOf([camera.x, camera.y, camera.zoom]),
      select: region && textOf([region.left, region.right, region.bottom, region.top]),
    }),
  }),
};

function cameraIn(text: string | null): MapCamera {
  const [x, y, zoom] = numbersIn(text, 3);
  if (x === undefined || y === undefined || zoom === undefined) return WHOLE_MAP;
  return bounded({ x, y, zoom });
}

function regionIn(text: string | null): MapRegion | null {
  const [left, right, bottom, top] = numbersIn(text, 4);
  if (left === undefined || right === undefined || bottom === undefined || top === undefined) {
    return null;
  }
  return { left, right, bottom, top };
}

/** Returns the numbers of a list; none where they are not as many as they should be. */
function numbersIn(text: string | null, count: number): readonly number[] {
  const numbers = (text ?? "").split(",").map((part) => (part === "" ? NaN : Number(part)));
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : [];
}

const textOf = (numbers: readonly number[]): string =>
  numbers.map((number) => String(Number(number.toFixed(DECIMALS)))).join();
