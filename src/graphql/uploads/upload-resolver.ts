import { Args, ArgsType, Ctx, Field, Float, Mutation, ObjectType, Resolver } from "type-graphql";
import { parseOptionalName } from "../../domain/track/name-text.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Services } from "../../services/services.js";
import { type AnalysisResult, analysisResultUnion } from "../analysis/analysis-result-union.js";
import { toAnalysisResult } from "../analysis/analysis-result.js";
import { parseWaitSeconds } from "../analysis/read-analysis.js";
import { ANALYSIS_COST } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { trackKeyScalar } from "../track-key-scalar.js";
import { uploadScalar, type UploadedFile } from "./uploaded-file.js";

/** The arguments of the mutation `analyzeUpload`. */
@ArgsType()
class AnalyzeUploadArgs {
  @Field(() => uploadScalar, { description: "The audio file." })
  readonly file!: UploadedFile;

  @Field(() => String, {
    nullable: true,
    description:
      "The artist, 1 to 4096 characters; by default that of the file's tags or its name.",
  })
  readonly artist!: string | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "The title, 1 to 4096 characters; by default that of the file's tags or its name.",
  })
  readonly track!: string | null | undefined;

  @Field(() => Float, {
    nullable: true,
    description:
      "Maximum time to wait for the analysis, seconds, >= 0. The default is the limit that the server is configured with, which cannot be exceeded.",
  })
  readonly waitSeconds!: number | null | undefined;
}

/** The analysis of a file. */
@ObjectType("AnalyzeUploadPayload", { description: "The analysis of a file that was uploaded." })
class AnalyzeUploadPayloadType {
  @Field(() => trackKeyScalar, { description: "The key of the track, of its artist and title." })
  readonly trackKey!: TrackKey;

  @Field(() => analysisResultUnion, { description: "The analysis of this file, or its state." })
  readonly analysis!: AnalysisResult;

  @Field(() => Boolean, {
    description:
      "Whether this analysis is stored for the track; false where it is not ready, and where one of another whole file is stored.",
  })
  readonly isStored!: boolean;
}

/** Analyses files that clients upload. */
@Resolver()
export class UploadResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Mutation(() => AnalyzeUploadPayloadType, {
    complexity: ({ childComplexity }) => ANALYSIS_COST + childComplexity,
    description:
      "Analyses an audio file that is sent with the operation, as `POST /api/audio/analysis` does, with the same limits. Requires the scope `write` and, with a session instead of a key, the header `Apollo-Require-Preflight`.",
  })
  async analyzeUpload(
    @Args(() => AnalyzeUploadArgs) { file, artist, track, waitSeconds }: AnalyzeUploadArgs,
    @Ctx() { identity, signal, requestId }: RequestContext,
  ): Promise<AnalyzeUploadPayloadType> {
    const { access, uploads, failures } = this.#services;
    access.requireScope(identity, "write");
    const { announcedBytes, fileName } = file;
    const names = {
      artist: parseOptionalName(artist, "artist"),
      track: parseOptionalName(track, "track"),
      fileName,
    };
    const wait = { waitSeconds: parseWaitSeconds(waitSeconds), signal: signal() };
    const upload = { bytes: file.read(), announcedBytes, names: () => names };
    const { trackKey, state, isStored } = await uploads.analyze(upload, wait);
    if (state.state === "failed") failures.record(state.error, { requestId, trackKey });
    return { trackKey, analysis: toAnalysisResult(state), isStored };
  }
}
