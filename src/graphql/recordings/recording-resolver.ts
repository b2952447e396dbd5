import { Arg, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from "type-graphql";
import { absolutePathOf, candidateFromFile } from "../../domain/library/library-file.js";
import { parseRecordingId } from "../../domain/track/recording-id.js";
import { refOf } from "../../domain/track/track-ref.js";
import type { Track } from "../../domain/track/track.js";
import { trackFrom } from "../../services/search/candidate-merge.js";
import type { Services } from "../../services/services.js";
import { toTrackAnalysis } from "../analysis/analysis-result.js";
import { TrackAnalysisType } from "../analysis/track-analysis-type.js";
import { costOfList } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { TrackType } from "../track/track-type.js";
import { RecordingFileType, RecordingType, toRecordingType } from "./recording-type.js";

/** As many files as a recording may reasonably have. */
const FILES = 5;

/** Reads a recording with its names and files. */
const RECORDING_COST = 3;

const costOfRecording = ({ childComplexity }: { readonly childComplexity: number }): number =>
  RECORDING_COST + childComplexity;

/** Resolves the query `recording`, and the fields of a recording. */
@Resolver(() => RecordingType)
export class RecordingResolver {
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

  @FieldResolver(() => TrackAnalysisType, { description: "What was measured on it." })
  analysis(@Root() { known }: RecordingType): TrackAnalysisType {
    return toTrackAnalysis(known.analysis);
  }

  @FieldResolver(() => [RecordingFileType], {
    complexity: costOfList(FILES),
    description: "The files of the library that hold it, newest first; may be empty.",
  })
  files(@Root() { known }: RecordingType): readonly RecordingFileType[] {
    return known.files.map((file) => ({ file }));
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
    @Ctx() { loaders }: RequestContext,
  ): Promise<RecordingType | null> {
    const state = await loaders.analysisStates.load(refOf(track));
    if (state.state !== "ready") return null;
    const known = await loaders.recordings.load(state.analysis.recordingId);
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
  otherRecordings(
    @Root() { analysis }: TrackAnalysisType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<number> {
    return loaders.otherRecordings.load(analysis);
  }
}
