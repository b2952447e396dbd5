import { Field, Int, ObjectType } from "type-graphql";
import type { Page } from "../../domain/catalogue/catalogue-query.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** A track of the library whose analysis failed. */
@ObjectType("LibraryFailure", { description: "A track of the library whose analysis failed." })
export class LibraryFailureType {
  @Field(() => trackKeyScalar, { description: "The key of the track." })
  readonly trackKey!: TrackKey;

  @Field(() => String, { description: "The error code." })
  readonly code!: string;

  @Field(() => String, { description: "The reason, for people." })
  readonly message!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "The path of its newest file on the server; null for keys without the scope `write`, and where the file was removed.",
  })
  readonly path!: string | null;
}

/** A failed track on a page, with its cursor. */
@ObjectType("LibraryFailureEdge", { description: "A failed track on a page, with its cursor." })
export class LibraryFailureEdgeType {
  @Field(() => LibraryFailureType, { description: "The track and the reason." })
  readonly node!: LibraryFailureType;

  @Field(() => String, {
    description: "The position of this track: an opaque text, for `after` and `before`.",
  })
  readonly cursor!: string;
}

/** One page of failed tracks. */
@ObjectType("LibraryFailureConnection", {
  description: "One page of the tracks whose analysis failed, as a Relay cursor connection.",
})
export class LibraryFailureConnectionType {
  declare readonly page: Page<LibraryFailureEdgeType>;

  @Field(() => Int, { description: "Number of failed tracks, on all pages." })
  readonly totalCount!: number;
}
