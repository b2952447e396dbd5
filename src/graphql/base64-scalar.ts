import { GraphQLScalarType } from "graphql";

/** The GraphQL scalar of bytes in responses. Resolvers return the text, which takes time to make. */
export const base64Scalar = new GraphQLScalarType<never, string>({
  name: "Base64",
  description: "Bytes in base64, with padding (RFC 4648, section 4).",
  serialize: String,
});
