import { Field, ObjectType } from "type-graphql";
import type { SearchOutcome } from "../../domain/track/track.js";

/** What a search found, and who could not answer. */
@ObjectType("SearchPayload", {
  description: "What a search found, and which metadata providers could not answer.",
})
export class SearchPayloadType {
  declare readonly results: SearchOutcome["results"];

  @Field(() => [String], {
    description:
      "Names of the providers that failed; what the others found is here all the same. Only when all fail is it an error.",
  })
  readonly unavailableProviders!: readonly string[];
}
