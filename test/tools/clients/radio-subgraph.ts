import { buildSubgraphSchema } from "@apollo/subgraph";
import { parse, type GraphQLSchema } from "graphql";
import type { TrackKey } from "../../../src/domain/track/track-key.js";

/** Another service of a supergraph: it has a programme, and only the keys of its tracks. */
export const radioTypes = parse(`
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])

  type Query {
    programme: Programme!
  }

  type Programme {
    name: String!
    tracks: [Track!]!
    pageInfo: PageInfo!
  }

  type PageInfo @shareable {
    endCursor: String
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
  }

  scalar TrackKey

  type Track @key(fields: "trackKey") {
    trackKey: TrackKey!
    playCount: Int!
  }

  type TrackAnalysis @key(fields: "trackKey") {
    trackKey: TrackKey!
    isFavourite: Boolean!
  }
`);

/** Returns that service with one programme. */
export function radioSubgraph(trackKeys: readonly TrackKey[]): GraphQLSchema {
  return buildSubgraphSchema({
    typeDefs: radioTypes,
    resolvers: {
      Query: {
        programme: () => ({
          name: "Walks",
          tracks: trackKeys.map((trackKey) => ({ trackKey, playCount: 3 })),
        }),
      },
    },
  });
}
