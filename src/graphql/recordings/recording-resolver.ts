import {
  Arg,
  Ctx,
  FieldResolver,
  Float,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import { shownRangeOf } from "../../domain/audio-range.js";
import { absolutePathOf, candidateFromFile } from "../../domain/library/library-file.js";
import { parseRecordingId } from "../../domain/track/recording-id.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { refOf } from "../../domain/track/track-ref.js";
import type { Track } from "../../domain/track/track.js";
import { trackFrom } from "../../services/search/candidate-merge.js";
import type { SamePerformance } from "../../services/performances/performance-service.js";
import type { Services } from "../../services/services.js";
import { toTrackAnalysis } from "../analysis/analysis-result.js";
import { findReadyAnalysis } from "../analysis/read-analysis.js";
import { TrackAnalysisType } from "../analysis/track-analysis-type.js";
import { costOfList } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { trackKeyScalar } from "../track-key-scalar.js";
import { TrackType } from "../track/track-type.js";
import {
  RecordingFileType,
  RecordingType,
  SamePerformanceType,
  toRecordingType,
} from "./recording-type.js";

/** As many files as a recording may reasonably have. */
const FILES = 5;

/** As many other recordings of a performance as there reasonably are. */
const SAME = 5;

/** Reads a recording with its names and files. */
const RECORDING_COST = 3;

const costOfRecording = ({ childComplexity }: { readonly childComplexity: number }): number =>
  RECORDING_COST + childComplexity;

/** Resolves the query `recording`, the choice of one for a name, and the fields of a recording. */
@Resolver(() => RecordingType)
export class RecordingResolver {
  readonly #services: Pick<Services, "access" | "recordings">;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => RecordingType, {
    complexity: costOfRecording,
    nullable: true,
    description: "A recording with its names and files; null if none that is analysed has the id.",
  })
  async recording(
    @Arg("id", () => ID, { description: "The id of a recording: `rec:` and 16 hex characters." })
    id: string,
    @Ctx() { loaders }: RequestContext,
  ): Promise<RecordingType | null> {
    const known = await loaders.recordings.load(parseRecordingId(id, "id"));
    return known ? toRecordingType(known) : null;
  }

  @Mutation(() => TrackAnalysisType, {
    complexity: costOfRecording,
    description:
      "Lets a name answer for one of the recordings that it means, whatever the rule says, until another is pinned or `unpinRecording` takes it back. While the library has no file of the recording under the name, the pin has no effect. Returns the analysis that the name answers for now. Requires the scope `write`.",
  })
  async pinRecording(
    @Arg("trackKey", () => trackKeyScalar, { description: "The key of the name." })
    trackKey: TrackKey,
    @Arg("recordingId", () => ID, {
      description: "The recording: `rec:` and 16 hex characters. The name must mean it.",
    })
    recordingId: string,
    @Ctx() { identity }: RequestContext,
  ): Promise<TrackAnalysisType> {
    const { access, recordings } = this.#services;
    access.requireScope(identity, "write");
    return toTrackAnalysis(await recordings.pin(trackKey, parseRecordingId(recordingId)));
  }

  @Mutation(() => TrackAnalysisType, {
    complexity: costOfRecording,
    nullable: true,
    description:
      "Lets a name answer by the rule again. Returns the analysis that it answers for now; null where it has none. Requires the scope `write`.",
  })
  async unpinRecording(
    @Arg("trackKey", () => trackKeyScalar, { description: "The key of the name." })
    trackKey: TrackKey,
    @Ctx() { identity }: RequestContext,
  ): Promise<TrackAnalysisType | null> {
    const { access, recordings } = this.#services;
    access.requireScope(identity, "write");
    const analysis = await recordings.unpin(trackKey);
    return analysis ? toTrackAnalysis(analysis) : null;
  }

  @FieldResolver(() => TrackAnalysisType, { description: "What was measured on it." })
  analysis(@Root() { known }: RecordingType): TrackAnalysisType {
    return toTrackAnalysis(known.analysis);
  }

  @FieldResolver(() => [RecordingFileType], {
    complexity: costOfList(FILES),
    description:
      "The files of the library that hold it, in the order of their paths; may be empty.",
  })
  files(@Root() { known }: RecordingType): readonly RecordingFileType[] {
    return known.files.map((file) => ({ file }));
  }
}

/** Resolves the other recordings of the performance of a recording. */
@Resolver(() => RecordingType)
export class SamePerformanceResolver {
  @FieldResolver(() => [SamePerformanceType], {
    complexity: costOfList(SAME),
    description:
      "The other recordings of the same performance, as their sound fingerprints show, the surest first: other encodings, masters and cuts, and no other takes. Empty until the recording has been compared, in the background after its analysis.",
  })
  samePerformance(
    @Root() { id }: RecordingType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<readonly SamePerformance[]> {
    return loaders.samePerformances.load(id);
  }
}

/** Resolves the track of a recording of the same performance. */
@Resolver(() => SamePerformanceType)
export class SamePerformanceTrackResolver {
  @FieldResolver(() => TrackType, { description: "The recording, with its metadata." })
  track(@Root() { track }: SamePerformanceType): Track {
    return track;
  }
}

/** Resolves the fields of a file of a recording. */
@Resolver(() => RecordingFileType)
export class RecordingFileResolver {
  readonly #access: Services["access"];

  constructor({ access }: Services) {
    this.#access = access;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Its path on the server; null for keys without the scope `write`.",
  })
  path(@Root() { file }: RecordingFileType, @Ctx() { identity }: RequestContext): string | null {
    return this.#access.hasScope(identity, "write") ? absolutePathOf(file) : null;
  }

  @FieldResolver(() => Boolean, {
    description: "Whether it cannot be read now, because the last scan found its disk away.",
  })
  isAway(@Root() { file }: RecordingFileType): boolean {
    return file.isAway;
  }

  @FieldResolver(() => Float, {
    nullable: true,
    description:
      "Where the recording begins in the file, of which it is a track by a cue sheet, seconds; null where it is the whole file.",
  })
  startSeconds(@Root() { file }: RecordingFileType): number | null {
    return shownRangeOf(file).startSeconds;
  }

  @FieldResolver(() => Float, {
    nullable: true,
    description: "Where it ends there, seconds; null where that is the end of the file.",
  })
  endSeconds(@Root() { file }: RecordingFileType): number | null {
    return shownRangeOf(file).endSeconds;
  }

  @FieldResolver(() => TrackType, {
    description: "The track as the tags of this file describe it.",
  })
  track(@Root() { file }: RecordingFileType): Track {
    const { trackKey, recordingId } = file;
    const track = trackFrom(trackKey, candidateFromFile(file));
    return recordingId === undefined ? track : { ...track, recordingId };
  }
}

/** Resolves the recording of a track. */
@Resolver(() => TrackType)
export class TrackRecordingResolver {
  @FieldResolver(() => RecordingType, {
    complexity: costOfRecording,
    nullable: true,
    description:
      "The recording that the track is, or the preferred one of its name; null if none is analysed.",
  })
  async recording(
    @Root() track: TrackType,
    @Ctx() context: RequestContext,
  ): Promise<RecordingType | null> {
    const analysis = await findReadyAnalysis(refOf(track), context);
    if (!analysis) return null;
    const known = await context.loaders.recordings.load(analysis.recordingId);
    return known ? toRecordingType(known) : null;
  }
}

/** Resolves the recording of an analysis, and how many others its name has. */
@Resolver(() => TrackAnalysisType)
export class AnalysedRecordingResolver {
  @FieldResolver(() => RecordingType, {
    complexity: costOfRecording,
    nullable: true,
    description:
      "The recording that was measured; null if its analysis has been deleted since it was read.",
  })
  async recording(
    @Root() { analysis }: TrackAnalysisType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<RecordingType | null> {
    const known = await loaders.recordings.load(analysis.recordingId);
    return known ? toRecordingType(known) : null;
  }

  @FieldResolver(() => Int, {
    complexity: 1,
    description: "Number of other recordings that have the same artist and title, >= 0.",
  })
  async otherRecordings(
    @Root() { analysis }: TrackAnalysisType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<number> {
    return (await loaders.underNames.load(analysis)).otherRecordings;
  }

  @FieldResolver(() => Boolean, {
    complexity: 1,
    description:
      "Whether the user chose this recording for the name. It is answered for the name's track key then, whatever the rule says.",
  })
  async isPinned(
    @Root() { analysis }: TrackAnalysisType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<boolean> {
    return (await loaders.underNames.load(analysis)).isPinned;
  }
}
