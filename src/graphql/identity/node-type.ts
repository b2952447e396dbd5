import { Field, ID, InterfaceType } from "type-graphql";
import type { NodeName } from "./global-id.js";

/** An object with a global id. */
@InterfaceType("Node", {
  description:
    "An object with an id that no other object has, of whichever type. It can be read again by `node` and `nodes`.",
  resolveType: ({ __typename }: { readonly __typename: NodeName }) => __typename,
})
export abstract class NodeType {
  @Field(() => ID, {
    description:
      "Identifies the object among all objects. It stays the same; do not compose it or take it apart.",
  })
  readonly id!: string;
}
