import type { ComplexityEstimator } from "graphql-query-complexity";
import {
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  Float,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import {
  DEFAULT_DUPLICATE_ORDER,
  parseDuplicateConditions,
  type DuplicateOrder,
} from "../../domain/duplicates/duplicate-conditions.js";
import { shownRecording } from "../../domain/duplicates/duplicate-group.js";
import type { DuplicateKind } from "../../domain/duplicates/duplicate-sets.js";
import type { Track } from "../../domain/track/track.js";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "../../services/catalogue/catalogue-service.js";
import type { Services } from "../../services/services.js";
import { costOfList, itemCount, SCAN_COST } from "../limits/costs.js";
import { PageArgs, toWindow } from "../paging/page-args.js";
import { PageInfoType, pageInfoOf } from "../paging/page-info-type.js";
import type { RequestContext } from "../request-context.js";
import { TrackType } from "../track/track-type.js";
import { duplicateKindValues, duplicateOrderValues } from "./duplicate-enums.js";
import {
  DuplicateGroupConnectionType,
  DuplicateGroupEdgeType,
  DuplicateGroupType,
  DuplicateRecordingType,
  MEMBERS,
} from "./duplicate-type.js";

/** The arguments of the query `duplicates`. */
@ArgsType()
export class DuplicatesArgs extends PageArgs {
  @Field(() => duplicateKindValues, {
    nullable: true,
    description:
      "One kind of groups only; both when absent. With COPIES, files of one recording are a group also where the recording is linked to others.",
  })
  readonly kind!: DuplicateKind | null | undefined;

  @Field(() => Float, {
    nullable: true,
    description: "The least score of the links that join recordings, 0.5 to 1; 0.5 when absent.",
  })
  readonly minScore!: number | null | undefined;

  @Field(() => String, {
    nullable: true,
    description:
      "The absolute path of a folder of the server: groups that have a file in it or below it. Requires the scope `write`, as paths do.",
  })
  readonly folder!: string | null | undefined;

  @Field(() => duplicateOrderValues, {
    nullable: true,
    description: "The order; by the bytes that would be freed when absent.",
  })
  readonly orderBy!: DuplicateOrder | null | undefined;
}

/** Cost of a page of groups: reading all, and the selections of each group on it. */
const costOfPage: ComplexityEstimator = ({ args, childComplexity }) =>
  SCAN_COST +
  1 +
  itemCount(args["first"] ?? args["last"], DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE) * childComplexity;

/** Resolves the query `duplicates`. */
@Resolver(() => DuplicateGroupConnectionType)
export class DuplicatesResolver {
  readonly #services: Pick<Services, "access" | "duplicates">;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => DuplicateGroupConnectionType, {
    complexity: costOfPage,
    description:
      "Groups of library files that hold the same recording, or recordings of one performance, with the file that would be kept: one that can be read now; a whole recording before an excerpt; one at least 95 % as long as the longest, before a cut; a format that is always lossless; the higher bit rate; the longest; most tags; the smallest path. A suggestion: nothing is removed. Files that have changed since they were measured are left out.",
  })
  async duplicates(
    @Args(() => DuplicatesArgs) { orderBy, ...args }: DuplicatesArgs,
    @Ctx() { identity, budget }: RequestContext,
  ): Promise<DuplicateGroupConnectionType> {
    const { access, duplicates } = this.#services;
    const order = orderBy ?? DEFAULT_DUPLICATE_ORDER;
    const conditions = parseDuplicateConditions(args);
    if (conditions.folder !== undefined) access.requireScope(identity, "write");
    const window = toWindow(args, { field: order });
    const page = await duplicates.list({ ...conditions, order, ...window }, budget());
    return { page, bytesToFree: page.bytesToFree, totalCount: page.totalCount };
  }

  @FieldResolver(() => [DuplicateGroupEdgeType], {
    complexity: 1,
    description: "The groups of the page, in order.",
  })
  edges(@Root() { page }: DuplicateGroupConnectionType): readonly DuplicateGroupEdgeType[] {
    return page.items.map(({ group, cursor }) => ({ node: { group, ...group }, cursor }));
  }

  @FieldResolver(() => [DuplicateGroupType], {
    complexity: 1,
    description: "The groups of the page without their cursors, in order.",
  })
  nodes(@Root() { page }: DuplicateGroupConnectionType): readonly DuplicateGroupType[] {
    return page.items.map(({ group }) => ({ group, ...group }));
  }

  // Charged by `duplicates`, because the size of the page makes no difference.
  @FieldResolver(() => PageInfoType, {
    complexity: 0,
    description: "The first and last cursor of the page.",
  })
  pageInfo(@Root() { page }: DuplicateGroupConnectionType): PageInfoType {
    return pageInfoOf(page);
  }
}

/** Resolves the recordings of a group. */
@Resolver(() => DuplicateGroupType)
export class DuplicateGroupResolver {
  readonly #access: Services["access"];

  constructor({ access }: Services) {
    this.#access = access;
  }

  @FieldResolver(() => [DuplicateRecordingType], {
    complexity: costOfList(MEMBERS),
    description: "That of the file that would be kept first; empty where all files have changed.",
  })
  recordings(
    @Root() { group }: DuplicateGroupType,
    @Ctx() { identity }: RequestContext,
  ): readonly DuplicateRecordingType[] {
    const maySeePaths = this.#access.hasScope(identity, "write");
    return group.recordings.map((recording) => ({
      ...shownRecording(recording, maySeePaths),
      track: recording.track,
    }));
  }
}

/** Resolves the track of a recording of a group. */
@Resolver(() => DuplicateRecordingType)
export class DuplicateTrackResolver {
  @FieldResolver(() => TrackType, { description: "The recording, with its metadata." })
  track(@Root() { track }: DuplicateRecordingType): Track {
    return track;
  }
}
