/** Dense layer: outputs = weights x inputs + biases. */
export interface Dense {
  /** Outputs x inputs. */
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

/** Convolution over pitch and time. */
export interface Convolution {
  readonly inputs: number;
  /** Semitones and steps to either side of the middle, at most PITCH_MARGIN and TIME_MARGIN. */
  readonly pitchReach: number;
  readonly timeReach: number;
  /** Outputs x inputs x pitches x steps. */
  readonly weights: Float32Array;
  /** One per output. */
  readonly biases: Float32Array;
}

/** Rows and columns of zeros around a map, so that a convolution meets no edge. */
const PITCH_MARGIN = 6;
const TIME_MARGIN = 2;

/** How maps of pitch x time lie in memory: pitch by pitch, with margins of zeros. */
export class MapGrid {
  /** Elements from one pitch to the next. */
  readonly stride: number;
  /** Elements of a map, margins included. */
  readonly size: number;

  constructor(
    readonly pitchCount: number,
    readonly stepCount: number,
  ) {
    this.stride = stepCount + TIME_MARGIN;
    this.size = (pitchCount + 2 * PITCH_MARGIN) * this.stride + 2 * TIME_MARGIN;
  }

  /** Where the first step of a pitch lies. */
  rowStart(pitch: number): number {
    return (pitch + PITCH_MARGIN) * this.stride + TIME_MARGIN;
  }
}

/**
 * Convolves maps, zeros beyond their edges, and sets what is negative to zero.
 *
 * @param maps one per input, as `grid` says
 * @returns one per output
 */
export function convolve(
  maps: readonly Float32Array[],
  { inputs, pitchReach, timeReach, weights, biases }: Convolution,
  grid: MapGrid,
): Float32Array[] {
  const taps: { map: Float32Array; offset: number }[] = [];
  for (let i = 0; i < inputs; i++) {
    for (let dp = -pitchReach; dp <= pitchReach; dp++) {
      for (let dt = -timeReach; dt <= timeReach; dt++) {
        taps.push({ map: maps[i]!, offset: dp * grid.stride + dt });
      }
    }
  }
  return Array.from(biases, (bias, o) => {
    const output = new Float32Array(grid.size);
    for (let first = 0; first < taps.length; first += 4) {
      const place = o * taps.length + first;
      addTaps(output, taps.slice(first, first + 4), weights.subarray(place, place + 4), grid);
    }
    rectify(output, bias, grid);
    return output;
  });
}

/** Adds up to four weighted taps to every element of the output. */
function addTaps(
  output: Float32Array,
  taps: readonly { map: Float32Array; offset: number }[],
  weights: Float32Array,
  grid: MapGrid,
): void {
  const none = taps[0]!;
  const [a, b, c, d] = [none, taps[1] ?? none, taps[2] ?? none, taps[3] ?? none];
  const [mapA, mapB, mapC, mapD] = [a.map, b.map, c.map, d.map];
  const [toA, toB, toC, toD] = [a.offset, b.offset, c.offset, d.offset];
  const [weightA, weightB, weightC, weightD] = [0, 1, 2, 3].map((i) =>
    i < taps.length ? weights[i]! : 0,
  ) as [number, number, number, number];
  const end = grid.rowStart(grid.pitchCount);
  for (let k = grid.rowStart(0); k < end; k++) {
    output[k]! +=
      weightA * mapA[k + toA]! +
      weightB * mapB[k + toB]! +
      weightC * mapC[k + toC]! +
      weightD * mapD[k + toD]!;
  }
}

/** Adds the bias, sets what is negative to zero, and the margins too. */
function rectify(output: Float32Array, bias: number, grid: MapGrid): void {
  for (let pitch = 0; pitch < grid.pitchCount; pitch++) {
    const start = grid.rowStart(pitch);
    const end = start + grid.stepCount;
    for (let k = start; k < end; k++) {
      const value = output[k]! + bias;
      output[k] = value > 0 ? value : 0;
    }
    output.fill(0, end, start + grid.stride);
  }
}

/** What a dense layer makes of its inputs. */
export function denseOutputs({ weights, biases }: Dense, inputs: Float32Array): Float32Array {
  return biases.map((bias, o) => {
    let sum = bias;
    for (let i = 0; i < inputs.length; i++) sum += weights[o * inputs.length + i]! * inputs[i]!;
    return sum;
  });
}
