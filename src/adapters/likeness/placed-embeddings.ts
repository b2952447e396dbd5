import { EMBEDDING_LENGTH, embeddingsAt } from "../../domain/analysis/sound-embedding.js";
import type { LikenessLayout, LikenessPlaces } from "../../domain/likeness/likeness-layout.js";
import { likenessPlaces } from "./likeness-places.js";

/** More than a map shows: about 40 MB. */
const MAX_KNOWN = 300_000;

/** The places of embeddings on the layout that was asked for last, each computed once: a place depends on nothing else. */
export class PlacedEmbeddings {
  /** By the bytes of an embedding, as text: across and upwards. */
  readonly #known = new Map<string, readonly [number, number]>();
  #layout = "";

  /** Returns what `likenessPlaces` returns. */
  placesOf(layout: LikenessLayout, embeddings: Int8Array): LikenessPlaces {
    this.#forgetOthers(layout);
    const count = embeddings.length / EMBEDDING_LENGTH;
    const keys = Array.from({ length: count }, (_, index) => keyAt(embeddings, index));
    this.#learn(layout, embeddings, keys);
    const places = keys.map((key) => this.#known.get(key));
    return {
      across: Float32Array.from(places, (place) => place?.[0] ?? NaN),
      upwards: Float32Array.from(places, (place) => place?.[1] ?? NaN),
    };
  }

  /** Computes the places of those that are new. */
  #learn(layout: LikenessLayout, embeddings: Int8Array, keys: readonly string[]): void {
    const missing = [...keys.keys()].filter((index) => !this.#known.has(keys[index] as string));
    const { across, upwards } = likenessPlaces(layout, embeddingsAt(embeddings, missing));
    for (const [place, index] of missing.entries()) {
      this.#known.set(keys[index] as string, [across[place] as number, upwards[place] as number]);
    }
  }

  #forgetOthers({ landmarks, places }: LikenessLayout): void {
    const layout = `${textOf(landmarks)} ${textOf(places)}`;
    if (layout === this.#layout && this.#known.size < MAX_KNOWN) return;
    this.#known.clear();
    this.#layout = layout;
  }
}

const keyAt = (embeddings: Int8Array, index: number): string =>
  textOf(embeddings.subarray(EMBEDDING_LENGTH * index, EMBEDDING_LENGTH * (index + 1)));

/** Returns bytes as a text with a letter for each. */
const textOf = ({ buffer, byteOffset, byteLength }: Int8Array | Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
