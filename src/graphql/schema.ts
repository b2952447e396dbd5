import "reflect-metadata";
import type { GraphQLSchema } from "graphql";
import { buildSchema, type ContainerType } from "type-graphql";
import type { Services } from "../services/services.js";
import { AnalysisResolver } from "./resolvers/analysis-resolver.js";
import { MixPathResolver } from "./resolvers/mix-path-resolver.js";
import { MixStepResolver } from "./resolvers/mix-step-resolver.js";
import { SearchResolver } from "./resolvers/search-resolver.js";
import { SearchResultResolver } from "./resolvers/search-result-resolver.js";
import { SimilarTrackResolver } from "./resolvers/similar-track-resolver.js";
import { SimilarTracksResolver } from "./resolvers/similar-tracks-resolver.js";
import { TrackAnalysisResolver } from "./resolvers/track-analysis-resolver.js";
import { TrackEdgeResolver } from "./resolvers/track-edge-resolver.js";
import { TrackLookupResolver } from "./resolvers/track-lookup-resolver.js";
import { TrackResolver } from "./resolvers/track-resolver.js";
import { TracksResolver } from "./resolvers/tracks-resolver.js";

const resolverClasses = [
  AnalysisResolver,
  MixPathResolver,
  MixStepResolver,
  SearchResolver,
  SearchResultResolver,
  SimilarTrackResolver,
  SimilarTracksResolver,
  TrackAnalysisResolver,
  TrackEdgeResolver,
  TrackLookupResolver,
  TrackResolver,
  TracksResolver,
] as const;

/** The schema, answering from the services. */
export function createSchema(services: Services): Promise<GraphQLSchema> {
  const resolvers = new Map<unknown, object>(
    resolverClasses.map((resolverClass) => [resolverClass, new resolverClass(services)]),
  );
  return build({ get: (resolverClass) => resolvers.get(resolverClass) });
}

/** The schema as a description alone: it prints, and answers nothing. */
export function describeSchema(): Promise<GraphQLSchema> {
  return build({ get: () => undefined });
}

async function build(container: ContainerType): Promise<GraphQLSchema> {
  const schema = await buildSchema({ resolvers: resolverClasses, container, validate: false });
  const query = schema.getQueryType();
  // Type-GraphQL has no decorator that would describe the root.
  if (query) query.description = "Everything that can be asked. All of it needs an API key.";
  return schema;
}
