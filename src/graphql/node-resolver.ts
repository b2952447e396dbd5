import type { ComplexityEstimatorArgs } from "graphql-query-complexity";
import { Arg, Ctx, ID, Query, Resolver } from "type-graphql";
import { InvalidInputError } from "../domain/errors/request-errors.js";
import { toTrackAnalysis } from "./analysis/analysis-result.js";
import { findReadyAnalysis } from "./analysis/read-analysis.js";
import { CacheFor } from "./caching/cache-for.js";
import { itemCount } from "./limits/costs.js";
import { toPlaylistType } from "./playlists/playlist-type.js";
import type { RequestContext } from "./request-context.js";
import { parseGlobalId, type NodeName } from "./identity/global-id.js";
import { NodeType } from "./identity/node-type.js";

/** Maximum number of ids in one field. */
const MAX_NODES = 100;

/** The source of an object, with the name of its type. */
type Node = { readonly __typename: NodeName };

/** Resolves the queries `node` and `nodes`. */
@Resolver()
export class NodeResolver {
  @CacheFor(0)
  @Query(() => NodeType, {
    complexity: ({ childComplexity }) => 1 + childComplexity,
    nullable: true,
    description:
      "The object with an id; null if there is none: the track is not stored, the analysis is not ready, or the playlist was deleted or is that of another API key. Starts no analysis.",
  })
  node(
    @Arg("id", () => ID, { description: "The id of the object." }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<Node | null> {
    return findNode(id, "id", context);
  }

  @CacheFor(0)
  @Query(() => [NodeType], {
    complexity: ({ args, childComplexity }: ComplexityEstimatorArgs) =>
      itemCount(args["ids"], 1, MAX_NODES) * (1 + childComplexity),
    nullable: "items",
    description:
      "The objects with these ids, at most 100, in the order of the ids; null where there is none, as in `node`. An id that is malformed is an error of its item alone.",
  })
  nodes(
    @Arg("ids", () => [ID], { description: "The ids of the objects, at most 100." })
    ids: readonly string[],
    @Ctx() context: RequestContext,
  ): readonly Promise<Node | null>[] {
    if (ids.length > MAX_NODES) {
      throw new InvalidInputError("ids", `must be at most ${MAX_NODES} ids`);
    }
    return ids.map((id) => findNode(id, "ids", context));
  }
}

/** @throws {InvalidInputError} the id is malformed */
async function findNode(
  id: string,
  parameter: string,
  context: RequestContext,
): Promise<Node | null> {
  const node = await readNode(id, parameter, context);
  // What is not there yet may be there soon.
  if (node === null) context.caching.isAllowed = false;
  return node;
}

async function readNode(
  id: string,
  parameter: string,
  context: RequestContext,
): Promise<Node | null> {
  const { loaders } = context;
  const node = parseGlobalId(id, parameter);
  const { typeName: __typename } = node;
  switch (node.typeName) {
    case "Track": {
      const track = await loaders.tracks.load(node.ref);
      return track ? { __typename, ...track } : null;
    }
    case "TrackAnalysis": {
      const analysis = await findReadyAnalysis(node.ref, context);
      return analysis ? { __typename, ...toTrackAnalysis(analysis) } : null;
    }
    case "Playlist": {
      const kept = await loaders.playlists.load(id);
      return kept ? { __typename, ...toPlaylistType(kept) } : null;
    }
  }
}
