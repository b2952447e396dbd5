import { similarityFields, type FieldWeights } from "../../../src/domain/catalogue/similarity.js";
import type { MeasuredTrack } from "../../../src/domain/catalogue/measured-track.js";
import type { Spread } from "../../../src/domain/catalogue/field-distribution.js";

const FIFTHS = ["C", "G", "D", "A", "E", "B", "F#", "C#", "G#", "D#", "A#", "F"];
const NAMES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"];

/**
 * Returns the distance of two tracks by the definition; `undefined` if they share too few values.
 */
export function plainSquaredDistance(
  { values: one, embedding }: MeasuredTrack,
  { values: other, embedding: otherEmbedding }: MeasuredTrack,
  weights: FieldWeights,
  {
    spreads,
    embeddingVariance,
  }: { readonly spreads: Readonly<Record<string, Spread>>; readonly embeddingVariance: number },
): number | undefined {
  let [sum, shared, total] = [0, 0, 0];
  for (const field of similarityFields) {
    total += weights[field];
    const [a, b] = [one[field], other[field]];
    if (a === null || b === null) continue;
    let distance = Math.abs(a - b);
    if (field === "tempo") {
      const octaves = Math.abs(Math.log2(a / b));
      distance = Math.min(octaves, Math.abs(octaves - 1) + 0.15);
    }
    if (field === "key") {
      if (one.mode === null || other.mode === null) continue;
      const [from, to] = [placeOf(a, one.mode), placeOf(b, other.mode)];
      distance = Math.min(Math.abs(from - to), 12 - Math.abs(from - to));
    }
    shared += weights[field];
    sum += weights[field] * Math.min(9, (distance / spreads[field]!.deviation) ** 2);
  }
  if (shared < total / 2) return undefined;
  if (embedding && otherEmbedding) {
    const squares = embedding.map((value, index) => (value - otherEmbedding[index]!) ** 2);
    const square = squares.reduce((all, each) => all + each, 0) / embeddingVariance;
    sum += weights.sound * Math.min(9, square);
    shared += weights.sound;
  }
  return sum / shared;
}

function placeOf(tonic: number, mode: number): number {
  const relativeMajor = mode === 1 ? tonic : (tonic + 3) % 12;
  return FIFTHS.indexOf(NAMES[relativeMajor]!);
}
