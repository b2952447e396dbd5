import type { Kysely } from "kysely";
import type { Analysis } from "../../../domain/analysis/analysis.js";
import type { Timeline } from "../../../domain/analysis/timeline.js";
import { portionsOf } from "../portions.js";
import type { Schema } from "../tables.js";

/** Maximum number of values in one statement, for all database systems. */
const MAX_KEYS_PER_STATEMENT = 5000;

/** Stores the timeline of an analysis, and replaces an earlier one. */
export async function saveTimeline(
  kysely: Kysely<Schema>,
  { trackKey, timeline }: Analysis,
): Promise<void> {
  if (timeline === undefined) {
    await kysely.deleteFrom("analysisTimelines").where("trackKey", "=", trackKey).execute();
    return;
  }
  const row = { timeline: JSON.stringify(timeline) };
  await kysely
    .insertInto("analysisTimelines")
    .values({ trackKey, ...row })
    .onConflict((conflict) => conflict.column("trackKey").doUpdateSet(row))
    .execute();
}

/** Returns the timelines of the analyses that `AnalysisStore.findMany` returns, by the requested keys. */
export async function findTimelines(
  kysely: Kysely<Schema>,
  trackKeys: readonly string[],
): Promise<ReadonlyMap<string, Timeline>> {
  const found = new Map<string, FoundRow>();
  for (const some of portionsOf([...new Set(trackKeys)], MAX_KEYS_PER_STATEMENT)) {
    for (const row of await selectOwnOrShared(kysely, some)) {
      const other = found.get(row.requestedKey);
      if (other === undefined || other.version <= row.version) found.set(row.requestedKey, row);
    }
  }
  return new Map(
    [...found].flatMap(([trackKey, { timeline }]) =>
      timeline === null ? [] : [[trackKey, JSON.parse(timeline) as Timeline] as const],
    ),
  );
}

interface FoundRow {
  readonly version: number;
  readonly timeline: string | null;
}

/** Selects for each key the timeline that it shares with its recording, then its own; in one statement. */
function selectOwnOrShared(
  kysely: Kysely<Schema>,
  trackKeys: readonly string[],
): Promise<readonly (FoundRow & { readonly requestedKey: string })[]> {
  const kept = kysely
    .selectFrom("analyses")
    .leftJoin("analysisTimelines", "analysisTimelines.trackKey", "analyses.trackKey")
    .select(["version", "timeline"]);
  const shared = kept
    .innerJoin("analysisSpellings as requested", "requested.analysisKey", "analyses.trackKey")
    .select(["requested.trackKey as requestedKey", (build) => build.lit<number>(0).as("isOwn")])
    .where("requested.trackKey", "in", trackKeys);
  const own = kept
    .select(["analyses.trackKey as requestedKey", (build) => build.lit<number>(1).as("isOwn")])
    .where("analyses.trackKey", "in", trackKeys);
  return shared.unionAll(own).orderBy("isOwn").execute();
}
