import { GraphQLError } from "graphql";

/**
 * The failure of every field that is not read because its client has left. It is one error with a path, which GraphQL takes as it
 * is: an error with a stack for each of thousands of fields takes longer than the fields.
 */
const clientLeft = new GraphQLError("The client has left.", { path: [] });

/** @throws {GraphQLError} the client has left, as its signal says */
export function requireClient({ aborted }: AbortSignal): void {
  if (aborted) throw clientLeft;
}
