import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { TrackFeatures } from "../../src/dsp/index.js";
import { analyzeFiles } from "./analyze-files.js";

/** Maximum distance from a join of a boundary, a bar, and of a key change, the hop of the readings; seconds. */
const NEAR_BOUNDARY_SECONDS = 2;
const NEAR_KEY_SECONDS = 6;
/** Distance in the list from a clip to the one joined to it; large enough for another genre. */
const PLACES_ON = 13;

const keyOf = ({ estimates }: TrackFeatures): string | null =>
  estimates.key.value === null ? null : `${estimates.key.value}/${estimates.mode.value}`;

const behindFirst = (parts: readonly { readonly startSeconds: number }[]): number[] =>
  parts.slice(1).map(({ startSeconds }) => startSeconds);

const percent = (share: number, whole: number): number =>
  whole === 0 ? 100 : Math.round((1000 * share) / whole) / 10;

const isNear = (times: readonly number[], moment: number, seconds: number): boolean =>
  times.some((time) => Math.abs(time - moment) < seconds);

/**
 * Measures how well sections and local keys are found on recordings joined end to end, whose joins are
 * known: each clip is followed by another one from further down the list.
 *
 * joins: share of joins that a section starts at, percent. boundariesAtJoins: share of all
 * boundaries that do, though clips have parts of their own. keyChanges, keyChangesAtJoins: the same
 * of the joins where the keys of the clips, as found alone, differ.
 *
 * @param folder holds `audio/`; clips of different sample rates are not joined
 */
export async function evaluateJoined(folder: string): Promise<Record<string, number>> {
  const names = (await readdir(join(folder, "audio"))).sort();
  const paths = names.map((name) => join(folder, "audio", name));
  const keys: (string | null)[] = [];
  for (const path of paths) {
    const alone = await analyzeFiles([path]);
    keys.push(alone ? keyOf(alone.features) : null);
  }
  const count = { joins: 0, found: 0, boundaries: 0, changes: 0, foundChanges: 0, allChanges: 0 };
  for (const [index, path] of paths.entries()) {
    const other = (index + PLACES_ON) % paths.length;
    const joined = await analyzeFiles([path, paths[other] ?? path]);
    if (joined === undefined || other === index) continue;
    const { features, joinSeconds } = joined;
    const boundaries = behindFirst(features.timeline.sections);
    const changes = behindFirst(features.timeline.localKeys);
    const [before, after] = [keys[index], keys[other]];
    const isChange = before !== after && before !== null && after !== null;
    count.joins += 1;
    count.found += Number(isNear(boundaries, joinSeconds, NEAR_BOUNDARY_SECONDS));
    count.boundaries += boundaries.length;
    count.changes += Number(isChange);
    count.foundChanges += Number(isChange && isNear(changes, joinSeconds, NEAR_KEY_SECONDS));
    count.allChanges += changes.length;
  }
  return {
    joins: percent(count.found, count.joins),
    boundariesAtJoins: percent(count.found, count.boundaries),
    keyChanges: percent(count.foundChanges, count.changes),
    keyChangesAtJoins: percent(count.foundChanges, count.allChanges),
  };
}
