import { ObjectType } from "type-graphql";
import type { MixStep } from "../../domain/catalogue/mix-path.js";

/** A playlist that walks from one track to another. */
@ObjectType("MixPath", {
  description:
    "A playlist that walks from one track to another in small steps of tempo, key and mood. No recording is in it twice.",
})
export class MixPathType {
  declare readonly steps: readonly MixStep[];
}
