import { FieldResolver, Resolver, Root } from "type-graphql";
import type { KeyChangeData, KeyData } from "../../domain/analysis/timeline-data.js";
import { KeyChangeType } from "../types/timeline/key-change-type.js";
import { KeySpellingType } from "../types/timeline/key-spelling-type.js";

/** Leads from a modulation to its two keys. */
@Resolver(() => KeyChangeType)
export class KeyChangeResolver {
  @FieldResolver(() => KeySpellingType, { description: "The key before." })
  from(@Root() { from }: KeyChangeData): KeyData {
    return from;
  }

  @FieldResolver(() => KeySpellingType, { description: "The key from then on." })
  to(@Root() { to }: KeyChangeData): KeyData {
    return to;
  }
}
