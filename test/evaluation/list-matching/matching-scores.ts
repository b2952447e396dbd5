import { RowMatcher } from "../../../src/services/list-import/row-matcher.js";
import { RandomChoices } from "../../faults/fuzzing/random-choices.js";
import { madeUpFile, madeUpWorld, type MadeUpFile, type MadeUpTrack } from "./made-up-library.js";
import { spellings } from "./made-up-rows.js";

/** How rows of one spelling were answered. */
export interface MatchingScore {
  /** Rows whose recording the library has: sure and right, sure and wrong, unsure with the right one among the candidates, without it, absent. */
  readonly present: {
    readonly right: number;
    readonly wrong: number;
    readonly offered: number;
    readonly missed: number;
    readonly absent: number;
  };
  /** Rows whose recording it does not have: sure, which is wrong; unsure; absent, which is right. */
  readonly gone: { readonly wrong: number; readonly unsure: number; readonly right: number };
}

type Counts = { [Side in keyof MatchingScore]: Record<keyof MatchingScore[Side], number> };

/** The share of the world that a library has. */
const OWNED = 0.7;

/** A row, and the recording that it means. */
interface AskedRow {
  readonly spelling: string;
  readonly track: MadeUpTrack;
}

/** Matches rows of each spelling to a made-up library, in an order that its seed decides. */
export function matchingScores(options: {
  readonly seed: number;
  readonly artists: number;
  readonly rowsPerSpelling: number;
}): ReadonlyMap<string, MatchingScore> {
  const { seed, artists, rowsPerSpelling } = options;
  const random = new RandomChoices(seed, 0);
  const world = madeUpWorld(artists, random);
  const recordings = new Map<number, MadeUpTrack[]>();
  for (const track of world) {
    recordings.set(track.recording, [...(recordings.get(track.recording) ?? []), track]);
  }
  const owned = [...recordings.values()].filter(() => random.isLikely(OWNED));
  const files = owned.flat().map((track, index) => madeUpFile(track, random, index));
  const has = new Set(files.map(({ track }) => track.recording));
  const matcher = new RowMatcher();
  const asked: AskedRow[] = [];
  for (const [spelling, spelt] of Object.entries(spellings)) {
    for (let row = 0; row < rowsPerSpelling; row += 1) {
      const track = random.oneOf(world);
      asked.push({ spelling, track });
      matcher.add(spelt(track, random));
    }
  }
  for (const { compared } of files) {
    for (const index of matcher.rowsFor(compared)) matcher.compare(index, compared);
  }
  return scored(matcher, asked, { has, files });
}

function scored(
  matcher: RowMatcher,
  asked: readonly AskedRow[],
  { has, files }: { readonly has: ReadonlySet<number>; readonly files: readonly MadeUpFile[] },
): ReadonlyMap<string, MatchingScore> {
  const recordingOf = new Map(files.map(({ compared, track }) => [compared.ref, track.recording]));
  const scores = new Map<string, Counts>();
  for (const [index, { spelling, track }] of asked.entries()) {
    const counts: Counts = scores.get(spelling) ?? {
      present: { right: 0, wrong: 0, offered: 0, missed: 0, absent: 0 },
      gone: { wrong: 0, unsure: 0, right: 0 },
    };
    scores.set(spelling, counts);
    const { state, candidates } = matcher.matchOf(index);
    const isAmong = candidates.some(
      ({ recordingId }) => recordingId && recordingOf.get(recordingId) === track.recording,
    );
    if (!has.has(track.recording)) {
      counts.gone[state === "sure" ? "wrong" : state === "unsure" ? "unsure" : "right"] += 1;
    } else if (state === "absent") counts.present.absent += 1;
    else if (state === "sure") counts.present[isAmong ? "right" : "wrong"] += 1;
    else counts.present[isAmong ? "offered" : "missed"] += 1;
  }
  return scores;
}
