import { GraphQLScalarType, Kind } from "graphql";
import { parseTrackKey, type TrackKey } from "../domain/track/track-key.js";

/** The GraphQL scalar of bytes in responses. Resolvers return the text, which takes time to make. */
export const base64Scalar = new GraphQLScalarType<never, string>({
  name: "Base64",
  description: "Bytes in base64, with padding (RFC 4648, section 4).",
  serialize: String,
});

/** The GraphQL scalar of track keys. An invalid key is refused with `INVALID_INPUT`. */
export const trackKeyScalar = new GraphQLScalarType<TrackKey, string>({
  name: "TrackKey",
  description:
    'Identifies a track: the first 16 lower-case hex characters of the SHA-256 of `trim(lower(artist)) + ":" + trim(lower(track))`.',
  serialize: (value) => parseTrackKey(value),
  parseValue: (value) => parseTrackKey(value),
  parseLiteral: (node) => parseTrackKey(node.kind === Kind.STRING ? node.value : null),
});
