import { EMBEDDING_LENGTH } from "../../domain/analysis/sound-embedding.js";
import { countOfEmbeddings } from "../../domain/likeness/counted-embeddings.js";
import type { LikenessLayout } from "../../domain/likeness/likeness-layout.js";
import { chosenLandmarks } from "./landmark-choice.js";
import { likenessPlaces } from "./likeness-places.js";
import { embedNeighbours } from "./neighbour-embedding.js";
import { placesOnPlane, principalPlane } from "./principal-plane.js";

/** The maximum number of landmarks: arranging them takes a few seconds, and more with their square. */
const MAX_LANDMARKS = 2000;

/** Fewer lie on their principal plane, where more of their neighbours stay together. */
const MIN_EMBEDDED = 50;

/** What the map leaves free at each edge, as a share of it. */
const MARGIN = 0.02;

const SEED = 1;

/**
 * Arranges recordings so that those that sound alike are near each other. The same recordings in any order give the same layout.
 *
 * @param embeddings `EMBEDDING_LENGTH` coordinates of each; those that begin with `NO_EMBEDDING` are none
 * @param before the layout of fewer of them, which the new one resembles
 */
export function arrangedLayout(
  embeddings: Int8Array,
  before: LikenessLayout | undefined = undefined,
  maxLandmarks = MAX_LANDMARKS,
): Omit<LikenessLayout, "version"> {
  const landmarks = chosenLandmarks(embeddings, maxLandmarks, SEED);
  const count = landmarks.length / EMBEDDING_LENGTH;
  const start = before
    ? pairsOf(likenessPlaces(before, landmarks))
    : placesOnPlane(landmarks, principalPlane(landmarks, EMBEDDING_LENGTH));
  const arranged =
    count < MIN_EMBEDDED
      ? start
      : embedNeighbours(landmarks, EMBEDDING_LENGTH, {
          places: start,
          isArranged: before !== undefined && before.places.length >= 2 * MIN_EMBEDDED,
        });
  return { landmarks, places: fitted(arranged), madeOf: countOfEmbeddings(embeddings) };
}

function pairsOf({ across, upwards }: ReturnType<typeof likenessPlaces>): Float64Array {
  return Float64Array.from({ length: 2 * across.length }, (_, at) =>
    Number((at % 2 === 0 ? across : upwards)[at >> 1]),
  );
}

/** Returns places that fill the map, each axis by itself. */
function fitted(places: Float64Array): Float32Array {
  const fit = new Float32Array(places.length);
  for (const axis of [0, 1]) {
    let [low, high] = [Infinity, -Infinity];
    for (let at = axis; at < places.length; at += 2) {
      low = Math.min(low, places[at] as number);
      high = Math.max(high, places[at] as number);
    }
    for (let at = axis; at < places.length; at += 2) {
      const share = high > low ? ((places[at] as number) - low) / (high - low) : 0.5;
      fit[at] = MARGIN + (1 - 2 * MARGIN) * share;
    }
  }
  return fit;
}
