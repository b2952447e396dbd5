import { neighbourAffinities, type Affinities } from "./neighbour-affinities.js";

/** Steps in which neighbours attract each other more, so that groups form; and those after them. */
const EARLY_STEPS = 250;
const LATE_STEPS = 400;
const EXAGGERATION = 12;

const EARLY_MOMENTUM = 0.5;
const LATE_MOMENTUM = 0.8;

/** The step size of points whose number is divided by the exaggeration, at least this. */
const MIN_STEP_SIZE = 20;

/** The standard deviation of the coordinates of a start that only says the large-scale order: so small that all points see each other. */
const START_DEVIATION = 1e-4;

/** That of a start which is an arrangement already, relative to the root of the number of points: about that of a result. */
const ARRANGED_DEVIATION = 0.5;

/** How much the step of a coordinate grows while its sign stays, and shrinks where it changes. */
const GAIN_GROWTH = 0.2;
const GAIN_DECAY = 0.8;
const MIN_GAIN = 0.01;

/**
 * Arranges points on a plane so that those that are near each other in space are near each other there: t-SNE with all pairs,
 * without chance. The result is a function of the arguments.
 *
 * Sources: L. van der Maaten and G. Hinton, "Visualizing Data using t-SNE", JMLR 9, 2008; A. Belkina et al., "Automated optimized
 * parameters for t-SNE", Nature Communications 10, 2019 (step size); D. Kobak and P. Berens, "The art of using t-SNE for single-cell
 * transcriptomics", Nature Communications 10, 2019 (a start by principal components).
 *
 * @param points `dimensions` coordinates of each, one point after the other; a few thousand points, since time grows with their square
 * @param start.places two coordinates of each
 * @param start.isArranged whether neighbours are near each other there already, and should stay where they are; else only the large-scale
 *   order of the start is kept
 *
 * @returns two coordinates of each
 */
export function embedNeighbours(
  points: Int8Array,
  dimensions: number,
  start: { readonly places: Float64Array; readonly isArranged: boolean },
): Float64Array {
  const count = points.length / dimensions;
  const affinities = neighbourAffinities(points, dimensions);
  const deviation = start.isArranged ? ARRANGED_DEVIATION * Math.sqrt(count) : START_DEVIATION;
  const places = scaledStart(start.places, deviation);
  const earlySteps = start.isArranged ? 0 : EARLY_STEPS;
  const [velocity, gains] = [new Float64Array(2 * count), new Float64Array(2 * count).fill(1)];
  const gradient = new Float64Array(2 * count);
  const stepSize = Math.max(count / EXAGGERATION, MIN_STEP_SIZE);
  for (let step = 0; step < earlySteps + LATE_STEPS; step += 1) {
    const isEarly = step < earlySteps;
    repel(places, gradient);
    attract(places, gradient, affinities, isEarly ? EXAGGERATION : 1);
    const momentum = isEarly ? EARLY_MOMENTUM : LATE_MOMENTUM;
    for (let index = 0; index < 2 * count; index += 1) {
      const slope = gradient[index] as number;
      const speed = velocity[index] as number;
      const gain = gains[index] as number;
      const next = slope > 0 === speed > 0 ? gain * GAIN_DECAY : gain + GAIN_GROWTH;
      gains[index] = Math.max(MIN_GAIN, next);
      velocity[index] = momentum * speed - stepSize * (gains[index] as number) * slope;
      places[index] = (places[index] as number) + (velocity[index] as number);
    }
    centre(places);
  }
  return places;
}

/** Sets the gradient to what pushes all points from each other. */
function repel(places: Float64Array, gradient: Float64Array): void {
  gradient.fill(0);
  const size = places.length;
  let sum = 0;
  for (let one = 0; one < size; one += 2) {
    const [x, y] = [places[one] as number, places[one + 1] as number];
    let [pushedX, pushedY] = [0, 0];
    for (let other = one + 2; other < size; other += 2) {
      const across = x - (places[other] as number);
      const along = y - (places[other + 1] as number);
      const closeness = 1 / (1 + across * across + along * along);
      sum += closeness;
      const push = closeness * closeness;
      pushedX += push * across;
      pushedY += push * along;
      gradient[other] = (gradient[other] as number) + push * across;
      gradient[other + 1] = (gradient[other + 1] as number) + push * along;
    }
    gradient[one] = (gradient[one] as number) - pushedX;
    gradient[one + 1] = (gradient[one + 1] as number) - pushedY;
  }
  const scale = 4 / Math.max(2 * sum, Number.MIN_VALUE);
  for (let index = 0; index < size; index += 1)
    gradient[index] = (gradient[index] as number) * scale;
}

/** Adds to the gradient what pulls neighbours to each other. */
function attract(
  places: Float64Array,
  gradient: Float64Array,
  { starts, neighbours, weights }: Affinities,
  exaggeration: number,
): void {
  for (let one = 0; one + 1 < starts.length; one += 1) {
    const [x, y] = [places[2 * one] as number, places[2 * one + 1] as number];
    let [pulledX, pulledY] = [0, 0];
    for (let at = starts[one] as number; at < (starts[one + 1] as number); at += 1) {
      const other = neighbours[at] as number;
      const across = x - (places[2 * other] as number);
      const along = y - (places[2 * other + 1] as number);
      const pull = (weights[at] as number) / (1 + across * across + along * along);
      pulledX += pull * across;
      pulledY += pull * along;
    }
    gradient[2 * one] = (gradient[2 * one] as number) + 4 * exaggeration * pulledX;
    gradient[2 * one + 1] = (gradient[2 * one + 1] as number) + 4 * exaggeration * pulledY;
  }
}

/** Returns places around 0 whose coordinates have a standard deviation; both axes are scaled alike. */
function scaledStart(start: Float64Array, deviation: number): Float64Array {
  const places = Float64Array.from(start);
  centre(places);
  let squares = 0;
  for (const coordinate of places) squares += coordinate * coordinate;
  const scale = deviation / (Math.sqrt(squares / places.length) || 1);
  return places.map((coordinate) => coordinate * scale);
}

function centre(places: Float64Array): void {
  for (const axis of [0, 1]) {
    let sum = 0;
    for (let index = axis; index < places.length; index += 2) sum += places[index] as number;
    const mean = (2 * sum) / places.length;
    for (let index = axis; index < places.length; index += 2)
      places[index] = (places[index] as number) - mean;
  }
}
