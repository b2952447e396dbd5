import type { ComplexityEstimator } from "graphql-query-complexity";
import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from "type-graphql";
import {
  changeCursorFrom,
  hasMoreChanges,
  parseChangeCursor,
  type RecordingChange,
} from "../../domain/catalogue/recording-change.js";
import {
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  pageSizeOf,
} from "../../services/catalogue/catalogue-service.js";
import type { Services } from "../../services/services.js";
import { toTrackAnalysis } from "../analysis/analysis-result.js";
import { TrackAnalysisType } from "../analysis/track-analysis-type.js";
import { itemCount } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { RecordingChangesType, RecordingChangeType } from "./change-type.js";

const costOfPage: ComplexityEstimator = ({ args, childComplexity }) =>
  1 + itemCount(args["first"], DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE) * childComplexity;

function toChangeType(change: RecordingChange): RecordingChangeType {
  const { recordingId, revision, known } = change;
  return {
    ...{ change, recordingId, cursor: changeCursorFrom(revision), isRemoved: !known },
    soundEmbedding: known?.analysis.soundEmbedding ?? null,
    fingerprint: known?.fingerprint ?? null,
  };
}

/** Resolves the query `changes`. */
@Resolver(() => RecordingChangesType)
export class ChangesResolver {
  readonly #services: Pick<Services, "changes">;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => RecordingChangesType, {
    complexity: costOfPage,
    description:
      "The analysed recordings that were added, changed or removed after a cursor, each once, in the order of its last change. A program that applies them, and asks for what follows the last cursor, has what the catalogue has. `GET /api/audio/changes` has all in one stream.",
  })
  async changes(
    @Arg("after", () => String, {
      nullable: true,
      description: "Return the changes after this cursor; all, from the first on, when absent.",
    })
    after: string | null | undefined,
    @Arg("first", () => Int, {
      nullable: true,
      description: "Maximum number of changes, 1 to 100; 20 when absent.",
    })
    first: number | null | undefined,
    @Ctx() { budget }: RequestContext,
  ): Promise<RecordingChangesType> {
    const page = await this.#services.changes.page(
      parseChangeCursor(after, "after"),
      pageSizeOf("first", first ?? DEFAULT_PAGE_SIZE),
      budget(),
    );
    const nodes = page.changes.map(toChangeType);
    return { nodes, cursor: changeCursorFrom(page.revision), hasMore: hasMoreChanges(page) };
  }
}

/** Resolves the analysis of a changed recording. */
@Resolver(() => RecordingChangeType)
export class ChangedAnalysisResolver {
  @FieldResolver(() => TrackAnalysisType, {
    nullable: true,
    description:
      "What was measured on it, with its names and files by `recording`; null of removed ones.",
  })
  analysis(@Root() { change }: RecordingChangeType): Promise<TrackAnalysisType | null> {
    // As a promise, because lists of objects that are there at once are completed in one turn of the event loop.
    return Promise.resolve(change.known ? toTrackAnalysis(change.known.analysis) : null);
  }
}
