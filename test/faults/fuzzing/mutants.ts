import { blindMutations } from "./blind-mutations.js";
import { asBelievable, formatMutations } from "./format-mutations.js";
import { RandomChoices } from "./random-choices.js";
import type { SeedFile } from "./seed-files.js";

/** A damaged file. */
export interface Mutant {
  /** The seed file and the mutations, as text. */
  readonly description: string;
  readonly seedFile: SeedFile;
  readonly bytes: Uint8Array;
}

const MAX_MUTATIONS = 4;

/** Maximum size, bytes; larger mutants are truncated, so that a run is bounded. */
const MAX_BYTES = 4 * 1024 * 1024;

const mutations = Object.entries({ ...blindMutations, ...formatMutations });

/** Returns the mutant of a seed and an index: the same on every machine. */
export function mutantOf(files: readonly SeedFile[], seed: number, index: number): Mutant {
  const random = new RandomChoices(seed, index);
  const seedFile = files[index % files.length]!;
  const names: string[] = [];
  let bytes = seedFile.bytes;
  const count = 1 + random.below(MAX_MUTATIONS);
  for (let done = 0; done < count; done += 1) {
    const [name, mutate] = random.oneOf(mutations);
    bytes = mutate(bytes, random, random.oneOf(files).bytes).slice(0, MAX_BYTES);
    names.push(name);
  }
  // Half of them keep wrong checksums, to test the page splitters.
  if (random.isLikely(0.5)) bytes = asBelievable(bytes);
  const { format, name } = seedFile;
  return { description: `${format} (${name}): ${names.join(", ")}`, seedFile, bytes };
}
