import "reflect-metadata";
import { specifiedDirectives, type GraphQLObjectType, type GraphQLSchema } from "graphql";
import { buildSchema, type ContainerType, type PubSub } from "type-graphql";
import type { Services } from "../services/services.js";
import { cacheControlDirective } from "./caching/cache-for.js";
import { AnalysisProgressResolver } from "./analysis/analysis-progress-resolver.js";
import { AnalysisResolver } from "./analysis/analysis-resolver.js";
import { KeyChangeResolver } from "./resolvers/key-change-resolver.js";
import { MoodHolderResolver } from "./resolvers/mood-holder-resolver.js";
import { MoodsResolver } from "./catalogue/moods-resolver.js";
import { MixPathResolver } from "./similarity/mix-path-resolver.js";
import { MixStepResolver } from "./resolvers/mix-step-resolver.js";
import { SearchResolver } from "./track/search-resolver.js";
import { SearchResultResolver } from "./resolvers/search-result-resolver.js";
import { SimilarTrackResolver } from "./resolvers/similar-track-resolver.js";
import { SimilarTracksResolver } from "./similarity/similar-tracks-resolver.js";
import { TimelinePartsResolver } from "./resolvers/timeline-parts-resolver.js";
import { TimelineResolver } from "./timeline/timeline-resolver.js";
import { TrackAnalysisResolver } from "./resolvers/track-analysis-resolver.js";
import { TrackEdgeResolver } from "./resolvers/track-edge-resolver.js";
import { TrackLookupResolver } from "./track/track-lookup-resolver.js";
import { TrackResolver } from "./track/track-resolver.js";
import { TracksResolver } from "./catalogue/tracks-resolver.js";

const resolverClasses = [
  AnalysisProgressResolver,
  AnalysisResolver,
  KeyChangeResolver,
  MoodHolderResolver,
  MoodsResolver,
  MixPathResolver,
  MixStepResolver,
  SearchResolver,
  SearchResultResolver,
  SimilarTrackResolver,
  SimilarTracksResolver,
  TimelinePartsResolver,
  TimelineResolver,
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

/** Type-GraphQL wants a broker wherever there are subscriptions. Ours bring their own sources. */
const noBroker: PubSub = {
  publish: () => undefined,
  subscribe: () => {
    throw new Error("A subscription has no source of its own.");
  },
};

async function build(container: ContainerType): Promise<GraphQLSchema> {
  const schema = await buildSchema({
    resolvers: resolverClasses,
    container,
    pubSub: noBroker,
    directives: [...specifiedDirectives, cacheControlDirective],
    validate: false,
  });
  // Type-GraphQL has no decorator that would describe the roots.
  describe(schema.getQueryType(), "Everything that can be asked. All of it needs an API key.");
  describe(schema.getMutationType(), "Everything that can be started. All of it needs an API key.");
  describe(
    schema.getSubscriptionType(),
    "Everything that can be followed. All of it needs an API key.",
  );
  return schema;
}

function describe(root: GraphQLObjectType | null | undefined, description: string): void {
  if (root) root.description = description;
}
