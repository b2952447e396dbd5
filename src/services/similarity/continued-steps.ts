import type { ContinuationRules } from "../../domain/catalogue/continuation.js";
import { meetsStepRules, type StepTrack } from "./step-rules.js";

/** The names of a track, as the rules of steps compare them. */
export interface StepNames {
  /** Empty where it is not known. */
  readonly album: string;
  /** Without what says that it is another version, such as "(Live)". */
  readonly title: string;
}

/** A track on the path, with its names. */
export type NamedStep = StepTrack & StepNames;

/** How many names are read at a time. */
const NAMES_PER_READ = 20;

/** How steps are chosen. */
interface StepChoice<Candidate> {
  /** What was heard before, the last one last. */
  readonly heard: readonly NamedStep[];
  readonly rules: ContinuationRules;
  /** Maximum number of steps. */
  readonly count: number;
  /** Reads names, in the order of the tracks; `undefined` where a track is not known any more. */
  readonly readNames: (
    candidates: readonly Candidate[],
  ) => Promise<readonly (StepNames | undefined)[]>;
}

/**
 * Chooses the first of some candidates that may follow one after the other: each meets the rules with the tracks before it, and none is
 * another version of one of these by the same artist, such as a live recording or a demo. Names are read only of candidates that
 * meet all other rules.
 */
export async function continuedSteps<Candidate extends StepTrack>(
  candidates: readonly Candidate[],
  { heard, rules, count, readNames }: StepChoice<Candidate>,
): Promise<readonly Candidate[]> {
  const path = new ContinuedPath(heard, rules);
  const left = new Set(candidates);
  const names = new Map<Candidate, StepNames>();
  const chosen: Candidate[] = [];
  while (chosen.length < count) {
    const fitting = [...left].filter((candidate) => path.allows(candidate));
    const next = fitting.find((candidate) => {
      const known = names.get(candidate);
      return known === undefined || path.allowsNames({ ...candidate, ...known });
    });
    if (next === undefined) break;
    const known = names.get(next);
    if (known !== undefined) {
      path.add({ ...next, ...known });
      chosen.push(next);
      left.delete(next);
      continue;
    }
    const unread = fitting.filter((candidate) => !names.has(candidate)).slice(0, NAMES_PER_READ);
    for (const [index, read] of (await readNames(unread)).entries()) {
      const candidate = unread[index] as Candidate;
      if (read) names.set(candidate, read);
      else left.delete(candidate);
    }
  }
  return chosen;
}

/** Tracks one after the other, and what may follow them. */
class ContinuedPath {
  readonly #steps: NamedStep[] = [];
  readonly #versions = new Set<string>();
  /** Artists and albums that the rules keep away from the next step. */
  #artists: ReadonlySet<string> = new Set();
  #albums: ReadonlySet<string> = new Set();

  constructor(
    heard: readonly NamedStep[],
    private readonly rules: ContinuationRules,
  ) {
    for (const step of heard) this.add(step);
  }

  add(step: NamedStep): void {
    const { artistSpacing, albumSpacing } = this.rules;
    this.#steps.push(step);
    this.#versions.add(versionOf(step));
    this.#artists = new Set(lastOf(this.#steps, artistSpacing).map(({ artist }) => artist));
    this.#albums = new Set(lastOf(this.#steps, albumSpacing).map(({ album }) => album));
  }

  /** Returns whether a track may follow, as far as that does not depend on its names. */
  allows(track: StepTrack): boolean {
    const last = this.#steps.at(-1);
    if (track.artist !== "" && this.#artists.has(track.artist)) return false;
    return last === undefined || meetsStepRules(this.rules, last, track);
  }

  /** Returns whether a track that `allows` may follow by its names, too. */
  allowsNames(track: NamedStep): boolean {
    if (this.#versions.has(versionOf(track))) return false;
    return track.album === "" || !this.#albums.has(track.album);
  }
}

const versionOf = ({ artist, title }: NamedStep): string => `${artist}\n${title}`;

const lastOf = (steps: readonly NamedStep[], count: number): readonly NamedStep[] =>
  count === 0 ? [] : steps.slice(-count);
