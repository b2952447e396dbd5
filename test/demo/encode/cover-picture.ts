import type { CoverDesign } from "../score/piece.js";
import type { Picture } from "./png-picture.js";

const SIZE = 240;
const SAMPLES_PER_SIDE = 3;

type Rgb = readonly [number, number, number];

/** Index of the design's colour at a point of the unit square. */
type Motif = (x: number, y: number) => 0 | 1 | 2;

const MOTIFS: Readonly<Record<CoverDesign["motif"], Motif>> = {
  rings: (x, y) => {
    const ring = Math.floor(Math.hypot(x - 0.5, y - 0.5) * 14);
    return ring > 5 ? 0 : ring % 2 === 0 ? 1 : 2;
  },
  stripes: (x, y) => {
    const stripe = Math.floor((x + y) * 8);
    return stripe < 4 || stripe > 11 ? 0 : stripe % 2 === 0 ? 1 : 2;
  },
  waves: (x, y) => {
    const crest = 0.07 * Math.sin(2 * Math.PI * (1.5 * x + 0.6 * y));
    const wave = Math.floor((y + crest - 0.35) * 12);
    return wave < 0 ? 0 : wave % 2 === 0 ? 1 : 2;
  },
  tiles: (x, y) => {
    const column = Math.floor(x * 6);
    const row = Math.floor(y * 6);
    const isUpper = x * 6 - column > y * 6 - row;
    return (column * 5 + row * 3) % 4 === 0 ? 0 : isUpper ? 1 : 2;
  },
  sun: (x, y) => {
    if (y > 0.68) return Math.floor(y * 28) % 2 === 0 ? 2 : 0;
    return Math.hypot(x - 0.5, y - 0.6) < 0.3 ? 1 : 0;
  },
};

/** Draws a cover, 240 x 240 pixels with smooth edges. */
export function coverPicture({ motif, colours }: CoverDesign): Picture {
  const palette = colours.map(parseColour);
  const colourAt = MOTIFS[motif];
  const pixels = new Uint8Array(3 * SIZE * SIZE);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const colour = averageColour(x, y, (unitX, unitY) => palette[colourAt(unitX, unitY)]);
      pixels.set(colour, 3 * (y * SIZE + x));
    }
  }
  return { size: SIZE, pixels };
}

function averageColour(x: number, y: number, at: (x: number, y: number) => Rgb | undefined): Rgb {
  const sum: [number, number, number] = [0, 0, 0];
  for (let row = 0; row < SAMPLES_PER_SIDE; row++) {
    for (let column = 0; column < SAMPLES_PER_SIDE; column++) {
      const unitX = (x + (column + 0.5) / SAMPLES_PER_SIDE) / SIZE;
      const unitY = (y + (row + 0.5) / SAMPLES_PER_SIDE) / SIZE;
      const [red, green, blue] = at(unitX, unitY) ?? [0, 0, 0];
      sum[0] += red;
      sum[1] += green;
      sum[2] += blue;
    }
  }
  const count = SAMPLES_PER_SIDE * SAMPLES_PER_SIDE;
  return [Math.round(sum[0] / count), Math.round(sum[1] / count), Math.round(sum[2] / count)];
}

function parseColour(text: string): Rgb {
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
