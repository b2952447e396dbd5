import { Arg, Ctx, Field, InputType, Mutation, Resolver } from "type-graphql";
import { parseCorrectionList } from "../../domain/analysis/corrections.js";
import type { Services } from "../../services/services.js";
import { toTrackAnalysis } from "../analysis/analysis-result.js";
import { TrackAnalysisType } from "../analysis/track-analysis-type.js";
import { costOfChange, namedTrackOf } from "../identity/named-track.js";
import { TrackRefInput } from "../identity/track-ref-input.js";
import type { RequestContext } from "../request-context.js";

/** What is stated of one field. */
@InputType("CorrectionInput", {
  description: "What a user states of one field of a recording, or takes back.",
})
export class CorrectionInput {
  @Field(() => String, {
    description:
      'A value of TrackAnalysis or Mood ("tempo", "key", "timeSignature", "valence", "happy"), "firstBeat" (a time at which a bar begins, seconds), "artist" or "trackName".',
  })
  readonly field!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'A number; of a tempo also "double" or "half" of the measured one; a key as "A minor" or "8A"; "none" where the music has no tempo, key or metre. Null takes back what was stated.',
  })
  readonly value?: string | null;
}

/** Resolves the mutations by which users state what is true of a recording. */
@Resolver()
export class CorrectionResolver {
  readonly #services: Pick<Services, "access" | "corrections">;

  constructor(services: Services) {
    this.#services = services;
  }

  @Mutation(() => TrackAnalysisType, {
    complexity: costOfChange,
    description:
      "States values of a recording in place of measured ones, or takes them back; other fields stay as they are. What is stated is answered, filtered, ordered, exported and written into tags from then on. It belongs to the recording, and survives newer versions of the analysis, other tags and moves of the file. Returns the analysis with the stated values. Requires the scope `write`.",
  })
  async correctRecording(
    @Arg("by", () => TrackRefInput, {
      description: "The recording; a name means its preferred one.",
    })
    by: TrackRefInput,
    @Arg("corrections", () => [CorrectionInput], {
      description:
        'At least one, a field once: tempo (a number, "double" or "half"), key ("A minor", "8A"), timeSignature, firstBeat (seconds), any descriptor or mood, artist, trackName. Null takes a value back.',
    })
    corrections: readonly CorrectionInput[],
    @Ctx() context: RequestContext,
  ): Promise<TrackAnalysisType> {
    const service = this.#serviceFor(context);
    const given = corrections.map(({ field, value }) => [field, value ?? null] as const);
    const changes = parseCorrectionList(given);
    const { trackKey } = await namedTrackOf(by, "by", context);
    return toTrackAnalysis((await service.correct(trackKey, changes)).analysis);
  }

  @Mutation(() => TrackAnalysisType, {
    complexity: costOfChange,
    description:
      "Takes back all that is stated about a recording. Returns the analysis with the measured values. Requires the scope `write`.",
  })
  async takeBackCorrections(
    @Arg("by", () => TrackRefInput, {
      description: "The recording; a name means its preferred one.",
    })
    by: TrackRefInput,
    @Ctx() context: RequestContext,
  ): Promise<TrackAnalysisType> {
    const service = this.#serviceFor(context);
    const { trackKey } = await namedTrackOf(by, "by", context);
    return toTrackAnalysis((await service.takeBack(trackKey)).analysis);
  }

  #serviceFor({ identity }: RequestContext): Services["corrections"] {
    const { access, corrections } = this.#services;
    access.requireScope(identity, "write");
    return corrections;
  }
}
