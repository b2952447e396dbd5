import { arrangedLayout } from "../../../src/adapters/likeness/arranged-layout.js";
import { likenessPlaces } from "../../../src/adapters/likeness/likeness-places.js";
import { placesOnPlane, principalPlane } from "../../../src/adapters/likeness/principal-plane.js";
import { EMBEDDING_LENGTH, NO_EMBEDDING } from "../../../src/domain/analysis/sound-embedding.js";
import type { LikenessLayout } from "../../../src/domain/likeness/likeness-layout.js";
import { chanceFrom, madeUpSounds } from "./made-up-sounds.js";
import { trustworthiness } from "./trustworthiness.js";

const NEIGHBOURS = 10;

/** Few landmarks, so that most recordings lie between them, and tests take little time. */
const LANDMARKS = 200;

const versioned = (embeddings: Int8Array, before?: LikenessLayout): LikenessLayout => ({
  version: "1/1",
  ...arrangedLayout(embeddings, before, LANDMARKS),
});

/** Returns the places of recordings, two coordinates of each. */
function pairsOf(layout: LikenessLayout, embeddings: Int8Array): Float32Array {
  const { across, upwards } = likenessPlaces(layout, embeddings);
  return Float32Array.from({ length: 2 * across.length }, (_, at) =>
    at % 2 === 0 ? across[at / 2]! : upwards[(at - 1) / 2]!,
  );
}

/** Returns recordings in another order. */
function shuffled(embeddings: Int8Array, seed: number): Int8Array {
  const chance = chanceFrom(seed);
  const order = Array.from({ length: embeddings.length / EMBEDDING_LENGTH }, (_, index) => index)
    .map((index) => ({ index, place: chance() }))
    .sort((one, other) => one.place - other.place);
  return Int8Array.from(
    order.flatMap(({ index }) => [
      ...embeddings.subarray(EMBEDDING_LENGTH * index, EMBEDDING_LENGTH * (index + 1)),
    ]),
  );
}

/** Returns the mean distance between places, of the same index. */
function meanMove(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 2) {
    sum += Math.hypot(one[at]! - other[at]!, one[at + 1]! - other[at + 1]!);
  }
  return (2 * sum) / one.length;
}

describe("A layout by likeness", () => {
  const { embeddings, groups } = madeUpSounds(800, 24, 11);
  const layout = versioned(embeddings);
  const places = pairsOf(layout, embeddings);

  it("keeps neighbours together that the principal plane mixes", () => {
    const plane = principalPlane(embeddings, EMBEDDING_LENGTH);
    const onPlane = placesOnPlane(embeddings, plane);

    const [kept, keptOnPlane] = [places, onPlane].map((some) =>
      trustworthiness(embeddings, EMBEDDING_LENGTH, some, NEIGHBOURS),
    );

    // 0.998 and 0.93 when this was written.
    expect(kept).toBeGreaterThan(0.985);
    expect(keptOnPlane).toBeLessThan(0.96);
  });

  it("has each group beside itself: the nearest recording is of the same group", () => {
    let same = 0;
    for (const [one, group] of groups.entries()) {
      let [nearest, least] = [-1, Infinity];
      for (let other = 0; other < groups.length; other += 1) {
        const distance = Math.hypot(
          places[2 * one]! - places[2 * other]!,
          places[2 * one + 1]! - places[2 * other + 1]!,
        );
        if (other !== one && distance < least) [nearest, least] = [other, distance];
      }
      same += Number(groups[nearest] === group);
    }

    expect(same / groups.length).toBeGreaterThan(0.97);
  });

  it("is the same for the same recordings in any order, and fills the map", () => {
    const again = versioned(shuffled(embeddings, 5));

    expect(again).toEqual(layout);
    expect(layout.madeOf).toBe(800);
    expect(layout.landmarks).toHaveLength(EMBEDDING_LENGTH * LANDMARKS);
    expect(Math.min(...layout.places)).toBeCloseTo(0.02, 5);
    expect(Math.max(...layout.places)).toBeCloseTo(0.98, 5);
    expect(Math.max(...places)).toBeLessThanOrEqual(0.98001);
  });

  it("places recordings that are added without moving others, within the map", () => {
    const later = madeUpSounds(50, 24, 99).embeddings;
    const all = Int8Array.from([...later, ...embeddings]);

    const placed = pairsOf(layout, all);

    expect(placed.slice(100)).toEqual(places);
    expect(Math.min(...placed)).toBeGreaterThanOrEqual(0.0199);
    expect(Math.max(...placed)).toBeLessThanOrEqual(0.9801);
  });

  it("resembles the one of before where it is arranged anew of four times the recordings", () => {
    const many = madeUpSounds(3_200, 24, 11).embeddings;

    const resembling = meanMove(places, pairsOf(versioned(many, layout), embeddings));
    const unlike = meanMove(places, pairsOf(layout, shuffled(embeddings, 3)));

    expect(resembling).toBeLessThan(unlike / 2);
  });

  it("has no place for recordings without an embedding, nor of them", () => {
    const none = new Int8Array(EMBEDDING_LENGTH).fill(NO_EMBEDDING);
    const some = Int8Array.from([...none, ...embeddings]);

    const { across, upwards } = likenessPlaces(layout, some);

    expect([across[0], upwards[0]]).toEqual([NaN, NaN]);
    expect(across[1]).toBe(places[0]);
    expect(versioned(some)).toEqual(layout);
  });

  it.each([
    ["one recording", 1],
    ["two recordings", 2],
    ["a few recordings", 7],
  ])("has different places within the map for %s", (_name, count) => {
    const few = embeddings.slice(0, EMBEDDING_LENGTH * count);

    const fewPlaces = pairsOf(versioned(few), few);

    for (const place of fewPlaces) {
      expect(place).toBeGreaterThanOrEqual(0.0199);
      expect(place).toBeLessThanOrEqual(0.9801);
    }
    const texts = Array.from({ length: count }, (_, index) =>
      fewPlaces.slice(2 * index, 2 * index + 2).join(),
    );
    expect(new Set(texts).size).toBe(count);
  });

  it("has one place for many recordings that sound the same", () => {
    const same = Int8Array.from(
      { length: EMBEDDING_LENGTH * 300 },
      (_, at) => at % EMBEDDING_LENGTH,
    );

    const samePlaces = pairsOf(versioned(same), same);

    expect(new Set(samePlaces)).toEqual(new Set([0.5]));
  });
});
