import { GraphQLScalarType, Kind } from "graphql";
import { parseTrackKey, type TrackKey } from "../domain/track/track-key.js";

/** The key of a track as GraphQL reads and writes it. What is no key is `INVALID_INPUT`. */
export const trackKeyScalar = new GraphQLScalarType<TrackKey, string>({
  name: "TrackKey",
  description:
    'Names one recording: the first 16 lower-case hex characters of the SHA-256 of `trim(lower(artist)) + ":" + trim(lower(track))`.',
  serialize: (value) => parseTrackKey(value),
  parseValue: (value) => parseTrackKey(value),
  parseLiteral: (node) => parseTrackKey(node.kind === Kind.STRING ? node.value : null),
});
