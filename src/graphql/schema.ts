import {
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputObjectType,
  specifiedDirectives,
} from "graphql";
import "reflect-metadata";
import { buildSchema, type ContainerType, type PubSub } from "type-graphql";
import type { Services } from "../services/services.js";
import { ApiKeysResolver } from "./access/api-keys-resolver.js";
import { AnalysisProgressResolver } from "./analysis/analysis-progress-resolver.js";
import { AnalysisResolver, TrackAnalysisResolver } from "./analysis/analysis-resolver.js";
import { cacheControlDirective } from "./caching/cache-for.js";
import { MoodHolderResolver, MoodsResolver } from "./catalogue/moods-resolver.js";
import { FacetsResolver } from "./catalogue/facets-resolver.js";
import {
  FoundTrackResolver,
  SentencePartResolver,
  SentenceResolver,
} from "./catalogue/sentence-resolver.js";
import { TrackColumnsResolver } from "./catalogue/track-columns-resolver.js";
import { TrackEdgeResolver, TracksResolver } from "./catalogue/tracks-resolver.js";
import { ChangedAnalysisResolver, ChangesResolver } from "./catalogue/changes-resolver.js";
import {
  DuplicateGroupResolver,
  DuplicatesResolver,
  DuplicateTrackResolver,
} from "./duplicates/duplicates-resolver.js";
import { NodeResolver } from "./node-resolver.js";
import {
  LibraryFailureConnectionResolver,
  LibraryFailureResolver,
  LibraryResolver,
} from "./library/library-resolver.js";
import { CorrectionResolver } from "./recordings/correction-resolver.js";
import { ForgettingResolver } from "./recordings/forgetting-resolver.js";
import {
  AnalysedRecordingResolver,
  RecordingFileResolver,
  RecordingResolver,
  SamePerformanceResolver,
  SamePerformanceTrackResolver,
  TrackRecordingResolver,
} from "./recordings/recording-resolver.js";
import { nullFailedRoots, semanticNonNullDirective } from "./semantic-non-null.js";
import {
  SuggestedNamesResolver,
  SuggestedTrackResolver,
  SuggestionsResolver,
} from "./recordings/suggestion-resolver.js";
import { paceFields } from "./limits/paced-fields.js";
import {
  PlaylistRowResolver,
  PlaylistRowsResolver,
  PlaylistsResolver,
} from "./playlists/playlists-resolver.js";
import { ServerPlaylistsResolver } from "./playlists/server-playlists-resolver.js";
import type { RequestContext } from "./request-context.js";
import {
  ContinuationResolver,
  ContinuedTrackResolver,
} from "./similarity/continuation-resolver.js";
import { MixPathResolver, MixStepResolver } from "./similarity/mix-path-resolver.js";
import {
  SimilarTrackResolver,
  SimilarTracksResolver,
} from "./similarity/similar-tracks-resolver.js";
import { SoundsLikeResolver } from "./similarity/sounds-like-resolver.js";
import { TimelineResolver } from "./analysis/timeline-resolver.js";
import { AnalysedTrackResolver } from "./track/analysed-track-resolver.js";
import {
  LibrarySearchEdgeResolver,
  LibrarySearchResolver,
} from "./track/library-search-resolver.js";
import { SearchResolver, SearchResultResolver } from "./track/search-resolver.js";
import { TrackLookupResolver } from "./track/track-lookup-resolver.js";
import { TrackResolver } from "./track/track-resolver.js";
import { IdentifiedTrackResolver, IdentifyResolver } from "./uploads/identify-resolver.js";
import { UploadResolver } from "./uploads/upload-resolver.js";
import { WebhooksResolver } from "./webhooks/webhooks-resolver.js";

const resolverClasses = [
  AnalysedTrackResolver,
  AnalysisProgressResolver,
  AnalysisResolver,
  ApiKeysResolver,
  ChangesResolver,
  ChangedAnalysisResolver,
  DuplicateGroupResolver,
  DuplicatesResolver,
  DuplicateTrackResolver,
  IdentifiedTrackResolver,
  IdentifyResolver,
  LibraryFailureConnectionResolver,
  LibraryFailureResolver,
  LibraryResolver,
  LibrarySearchEdgeResolver,
  LibrarySearchResolver,
  MoodHolderResolver,
  MoodsResolver,
  ContinuationResolver,
  ContinuedTrackResolver,
  MixPathResolver,
  MixStepResolver,
  NodeResolver,
  PlaylistRowResolver,
  PlaylistRowsResolver,
  PlaylistsResolver,
  ServerPlaylistsResolver,
  AnalysedRecordingResolver,
  CorrectionResolver,
  ForgettingResolver,
  RecordingFileResolver,
  RecordingResolver,
  SamePerformanceResolver,
  SamePerformanceTrackResolver,
  TrackRecordingResolver,
  SearchResolver,
  SearchResultResolver,
  SimilarTrackResolver,
  SimilarTracksResolver,
  SoundsLikeResolver,
  SuggestedNamesResolver,
  SuggestedTrackResolver,
  SuggestionsResolver,
  TimelineResolver,
  TrackAnalysisResolver,
  TrackColumnsResolver,
  FacetsResolver,
  FoundTrackResolver,
  SentencePartResolver,
  SentenceResolver,
  TrackEdgeResolver,
  TrackLookupResolver,
  TrackResolver,
  TracksResolver,
  UploadResolver,
  WebhooksResolver,
] as const;

let schema: Promise<GraphQLSchema> | undefined;

/** Returns the schema: one for all servers of the process, since each request brings its own services. */
export function graphqlSchema(): Promise<GraphQLSchema> {
  return (schema ??= build());
}

/** Creates the resolver of a field with the services of the request. */
const resolvers: ContainerType = {
  get: (resolverClass: new (services: Services) => object, { context }) =>
    new resolverClass((context as RequestContext).services),
};

/**
 * Type-GraphQL requires a broker for subscriptions; it is never used, because each has its own
 * source.
 */
const noBroker: PubSub = {
  publish: () => undefined,
  subscribe: () => {
    throw new Error("A subscription has no source of its own.");
  },
};

/** The queries whose types clients rely on, non-null. */
const strictRoots = ["search", "trackKey", "analysis", "analyses", "tracks"];

const NULL_WHERE_FAILED =
  "A field that fails is null, with its error, beside the results of the others; one whose type is non-null takes them along.";

async function build(): Promise<GraphQLSchema> {
  const built = await buildSchema({
    resolvers: resolverClasses,
    container: resolvers,
    pubSub: noBroker,
    directives: [...specifiedDirectives, cacheControlDirective, semanticNonNullDirective],
    validate: false,
  });
  // Type-GraphQL has no option for it.
  for (const name of ["TrackRef", "PlaylistRowEdit"]) {
    const type = built.getType(name);
    if (isInputObjectType(type)) type.isOneOf = true;
  }
  const { query, mutation, subscription } = built.toConfig();
  for (const root of [query, mutation]) if (root) nullFailedRoots(root, strictRoots);
  // Type-GraphQL has no decorator that describes the root types.
  describe(query, `The queries. Each requires an API key. ${NULL_WHERE_FAILED}`);
  describe(mutation, `The mutations. Each requires an API key. ${NULL_WHERE_FAILED}`);
  describe(subscription, "The subscriptions. Each requires an API key.");
  paceFields(built);
  return built;
}

function describe(root: GraphQLObjectType | null | undefined, description: string): void {
  if (root) root.description = description;
}
