import type { ComplexityEstimatorArgs } from "graphql-query-complexity";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parseTrackKey } from "../../domain/track/track-key.js";
import { toAnalysisResult } from "../analysis/analysis-result.js";
import { itemCount } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";

/** Maximum number of representations in one operation. */
const MAX_ENTITIES = 500;

/** An entity with its type name. */
type Entity = { readonly __typename: string };

/** Returns the cost of the entities of a router's representations. */
export function costOfEntities({ args, childComplexity }: ComplexityEstimatorArgs): number {
  return itemCount(args["representations"], 1, MAX_ENTITIES) * (1 + childComplexity);
}

/**
 * Finds the entities of a router's representations, in their order; `null` where there is none. All
 * entities of a type are read at once.
 *
 * @returns a promise for each representation, so that the failure of one does not fail the others
 * @throws {InvalidInputError} more than 500
 */
export function findEntities(
  representations: readonly unknown[],
  context: RequestContext,
): readonly Promise<Entity | null>[] {
  if (representations.length > MAX_ENTITIES) {
    throw new InvalidInputError("representations", `must be at most ${MAX_ENTITIES}`);
  }
  return representations.map((representation) => findEntity(representation, context));
}

/**
 * @throws {InvalidInputError} the type is not Track or TrackAnalysis, or the track key is invalid
 */
async function findEntity(
  representation: unknown,
  { loaders }: RequestContext,
): Promise<Entity | null> {
  const { __typename, trackKey } = Object(representation) as Readonly<Record<string, unknown>>;
  const key = parseTrackKey(typeof trackKey === "string" ? trackKey : "");
  switch (__typename) {
    case "Track": {
      const track = await loaders.tracks.load(key);
      return track ? { __typename, ...track } : null;
    }
    case "TrackAnalysis": {
      const state = await loaders.analysisStates.load(key);
      return state.state === "ready" ? { __typename, ...toAnalysisResult(state) } : null;
    }
    default:
      throw new InvalidInputError("representations", "must be of type Track or TrackAnalysis");
  }
}
