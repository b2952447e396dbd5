import { compareTexts } from "../../domain/compare-texts.js";
import type { FieldWeights } from "../../domain/catalogue/similarity.js";
import { leadArtistOf } from "../../domain/track/lead-artist.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { SlicedWork, SoundTable } from "../../ports/analysis/sound-catalogue.js";
import { closenessFrom, eachDistance } from "./nearest-tracks.js";

/** Maximum number of tracks of the artist that are compared with all others; more would change the result little. */
const MAX_SEEDS = 8;

/** Maximum number of tracks of each of two artists that are returned as examples. */
const MAX_REPRESENTATIVES = 3;

/**
 * The number of tracks of average similarity that are added to those of each artist, as a prior, because one near track is weaker
 * evidence than many. Without them, artists with a single track lead most lists.
 */
const PRIOR_TRACKS = 3;

/** Texts of artists that are folded before other work runs: about a millisecond. */
const TEXTS_PER_SLICE = 500;

/** An artist whose tracks sound like those of another. */
export interface NearArtist {
  readonly artist: string;
  /** [0, 1]. */
  readonly similarity: number;
  /** Tracks of the other one that are closest to this one's, the closest first; at least one. */
  readonly others: readonly RecordingId[];
  /** Tracks of this one that are closest to the other's, the closest first; at least one. */
  readonly own: readonly RecordingId[];
}

/** Which artists are found. */
interface WantedArtists {
  readonly artist: string;
  /** Maximum number of artists, >= 1. */
  readonly first: number;
  readonly weights: FieldWeights;
  /** The slots of the tracks of all artists; all tracks when absent. */
  readonly among?: Uint32Array | undefined;
}

/**
 * Finds, in slices, the artists whose tracks sound most like those of one, the most similar first, guests left out; `undefined`
 * where no track is by that one.
 *
 * The similarity of two artists is the mean of those of their tracks: of all tracks of the one, with at most eight of the other that
 * are spread over the ids of its recordings.
 */
export function* similarArtists(
  table: SoundTable,
  { artist, first, weights, among }: WantedArtists,
): SlicedWork<readonly NearArtist[] | undefined> {
  const artists = yield* ArtistsOfSlots.in(table);
  const slots = among ?? Uint32Array.from({ length: table.size }, (_, slot) => slot);
  const wanted = artists.find(artist);
  yield;
  const seeds = seedsAmong(table, artists.slotsBy(wanted, slots));
  if (wanted === undefined || seeds.length === 0) return undefined;
  const closeness = new SummedCloseness(table.size, artists.count, seeds.length);
  for (const [place, seed] of seeds.entries()) {
    const reference = table.measuredAt(seed);
    yield* eachDistance(table, reference, weights, slots, (slot, squaredDistance) => {
      const number = artists.at(slot);
      if (number !== wanted) closeness.add(place, slot, number, closenessFrom(squaredDistance));
    });
  }
  yield;
  const near = closeness.nearest(first);
  yield;
  const slotsOf = new Map(near.map(({ number }): [number, number[]] => [number, []]));
  for (const slot of slots) slotsOf.get(artists.at(slot))?.push(slot);
  yield;
  return near.map(({ number, similarity }) => ({
    artist: artists.nameOf(number),
    similarity,
    others: closeness
      .seedsFor(number)
      .slice(0, MAX_REPRESENTATIVES)
      .map((place) => table.recordingIdAt(seeds[place] as number)),
    own: [...(slotsOf.get(number) ?? [])]
      .sort((one, other) => closeness.ofSlot(other) - closeness.ofSlot(one))
      .slice(0, MAX_REPRESENTATIVES)
      .map((slot) => table.recordingIdAt(slot)),
  }));
}

/** Returns some of the slots of an artist, at equal distances in the order of the ids of their recordings. */
function seedsAmong(table: SoundTable, slots: readonly number[]): readonly number[] {
  const inOrder = [...slots].sort((one, other) =>
    compareTexts(table.recordingIdAt(one), table.recordingIdAt(other)),
  );
  const count = Math.min(MAX_SEEDS, inOrder.length);
  const distance = inOrder.length / count;
  return Array.from({ length: count }, (_, index) => inOrder[Math.floor(index * distance)] ?? 0);
}

/** The artists of tracks, each with a number, without guests and whatever their spelling. */
class ArtistsOfSlots {
  private constructor(
    private readonly indexes: Readonly<Uint32Array>,
    /** By the index of a text. */
    private readonly numbers: Uint32Array,
    private readonly numberOf: ReadonlyMap<string, number>,
    private readonly names: readonly string[],
  ) {}

  static *in({ artists: { indexes, texts } }: SoundTable): SlicedWork<ArtistsOfSlots> {
    const numbers = new Uint32Array(texts.length);
    const numberOf = new Map<string, number>();
    const names: string[] = [];
    for (const [index, text] of texts.entries()) {
      if (index % TEXTS_PER_SLICE === 0) yield;
      const lead = leadArtistOf(text);
      const number = numberOf.get(lead) ?? names.push(text) - 1;
      numberOf.set(lead, number);
      numbers[index] = number;
      const name = names[number] as string;
      // The shortest spelling has no guests.
      if (text.length < name.length) names[number] = text;
    }
    return new ArtistsOfSlots(indexes, numbers, numberOf, names);
  }

  get count(): number {
    return this.names.length;
  }

  /** Returns the number of an artist; `undefined` where no track is by it. */
  find(artist: string): number | undefined {
    return this.numberOf.get(leadArtistOf(artist));
  }

  at(slot: number): number {
    return this.numbers[this.indexes[slot] as number] as number;
  }

  nameOf(number: number): string {
    return this.names[number] as string;
  }

  slotsBy(number: number | undefined, slots: Uint32Array): readonly number[] {
    return number === undefined ? [] : [...slots.filter((slot) => this.at(slot) === number)];
  }
}

/** How close tracks and artists are to some seeds, summed over these. */
class SummedCloseness {
  readonly #bySlot: Float64Array;
  /** By seed, then by the number of an artist. */
  readonly #bySeed: readonly Float64Array[];
  /** By the number of an artist: how many comparisons of its tracks there were. */
  readonly #counts: Uint32Array;

  constructor(slots: number, artists: number, seeds: number) {
    this.#bySlot = new Float64Array(slots);
    this.#bySeed = Array.from({ length: seeds }, () => new Float64Array(artists));
    this.#counts = new Uint32Array(artists);
  }

  add(seed: number, slot: number, artist: number, closeness: number): void {
    const sums = this.#bySeed[seed] as Float64Array;
    sums[artist] = (sums[artist] as number) + closeness;
    this.#bySlot[slot] = (this.#bySlot[slot] as number) + closeness;
    this.#counts[artist] = (this.#counts[artist] as number) + 1;
  }

  ofSlot(slot: number): number {
    return this.#bySlot[slot] as number;
  }

  /** Returns the places of the seeds, that which is closest to an artist first. */
  seedsFor(artist: number): readonly number[] {
    const closenessOf = (seed: number): number => this.#bySeed[seed]?.[artist] ?? 0;
    return [...this.#bySeed.keys()].sort((one, other) => closenessOf(other) - closenessOf(one));
  }

  /** Returns the artists with the highest similarity, ties by their numbers. */
  nearest(first: number): readonly { readonly number: number; readonly similarity: number }[] {
    const sums = Array.from(this.#counts, (_, artist) =>
      this.#bySeed.reduce((sum, ofSeed) => sum + (ofSeed[artist] as number), 0),
    );
    const compared = this.#counts.reduce((sum, count) => sum + count, 0);
    const mean = sums.reduce((sum, own) => sum + own, 0) / compared;
    const prior = PRIOR_TRACKS * this.#bySeed.length;
    return sums
      .flatMap((sum, number) => {
        const count = this.#counts[number] as number;
        if (count === 0) return [];
        return { number, similarity: (sum + prior * mean) / (count + prior) };
      })
      .sort((one, other) => other.similarity - one.similarity || one.number - other.number)
      .slice(0, first);
  }
}
