import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parseTrackKey } from "../../domain/track/track-key.js";
import { toAnalysisResult } from "../analysis/analysis-result.js";
import type { RequestContext } from "../request-context.js";

/** More than this is no plan of a router but a crawl. */
const maxEntities = 500;

/** An object of the type that it names. */
type Entity = { readonly __typename: string };

/**
 * The objects that a router refers to, in its order; `null` where there is none. Each kind is one
 * read, however many there are.
 *
 * @returns for each representation its own promise, so that one that fails takes no other along
 * @throws {InvalidInputError} more than 500
 */
export function findEntities(
  representations: readonly unknown[],
  context: RequestContext,
): readonly Promise<Entity | null>[] {
  if (representations.length > maxEntities) {
    throw new InvalidInputError("representations", `must be at most ${maxEntities}`);
  }
  return representations.map((representation) => findEntity(representation, context));
}

/** @throws {InvalidInputError} it is no track or analysis, or has no key of one */
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
