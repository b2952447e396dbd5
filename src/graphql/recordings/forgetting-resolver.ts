import { Arg, Ctx, Field, ID, Mutation, ObjectType, Resolver } from "type-graphql";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { isoTimeOrNull } from "../../http/iso-time.js";
import type { Services } from "../../services/services.js";
import { toTrackAnalysis } from "../analysis/analysis-result.js";
import { TrackAnalysisType } from "../analysis/track-analysis-type.js";
import { costOfChange, namedTrackOf } from "../identity/named-track.js";
import { TrackRefInput } from "../identity/track-ref-input.js";
import type { RequestContext } from "../request-context.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** A recording that was forgotten. */
@ObjectType("ForgottenRecording", { description: "A recording that was forgotten." })
class ForgottenRecordingType {
  @Field(() => ID, { description: "Its id: `rec:` and 16 hex characters." })
  readonly recordingId!: RecordingId;

  @Field(() => trackKeyScalar, { description: "The key of its name." })
  readonly trackKey!: TrackKey;

  @Field(() => String, { description: "The artist." })
  readonly artist!: string;

  @Field(() => String, { description: "The title." })
  readonly trackName!: string;

  @Field(() => String, {
    nullable: true,
    description: "Since when it is gone, ISO 8601; null where its analysis was removed at once.",
  })
  readonly goneAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Until when its analysis is kept for a return, ISO 8601; null where it is not, or is kept forever.",
  })
  readonly keptUntil!: string | null;
}

/** Resolves the mutations by which users forget recordings, and let them return. */
@Resolver()
export class ForgettingResolver {
  readonly #services: Pick<Services, "access" | "forgetting">;

  constructor(services: Services) {
    this.#services = services;
  }

  @Mutation(() => ForgottenRecordingType, {
    complexity: costOfChange,
    description:
      "Forgets a recording that no file of the library holds, such as an upload: it leaves lists, facets, the map, exports, similar tracks, mixes and recipes of playlists at once; the filter `presence` lists it. It returns when the same audio is uploaded again, when a file holds it, or by `restoreTrack`. What files hold is the error FILES_DECIDE. The same again changes nothing. Requires the scope `write`.",
  })
  async forgetTrack(
    @Arg("by", () => TrackRefInput, {
      description: "The recording; a name means its preferred one.",
    })
    by: TrackRefInput,
    @Arg("keep", () => Boolean, {
      defaultValue: true,
      description:
        "Whether its analysis is kept for a return, as long as the server is set to; otherwise it is removed at once. What users state about it stays.",
    })
    isKept: boolean,
    @Ctx() context: RequestContext,
  ): Promise<ForgottenRecordingType> {
    const forgetting = this.#serviceFor(context);
    const { trackKey } = await namedTrackOf(by, "by", context);
    const forgotten = await forgetting.forget(trackKey, { isKept });
    const { goneAt, keptUntil } = forgotten;
    return { ...forgotten, goneAt: isoTimeOrNull(goneAt), keptUntil: isoTimeOrNull(keptUntil) };
  }

  @Mutation(() => TrackAnalysisType, {
    complexity: costOfChange,
    description:
      "Lets a forgotten recording return as it was; does nothing where it is not gone. What left the library with the last of its files is the error FILES_DECIDE. Returns its analysis. Requires the scope `write`.",
  })
  async restoreTrack(
    @Arg("by", () => TrackRefInput, {
      description: "The recording; a name means its preferred one.",
    })
    by: TrackRefInput,
    @Ctx() context: RequestContext,
  ): Promise<TrackAnalysisType> {
    const forgetting = this.#serviceFor(context);
    const { trackKey } = await namedTrackOf(by, "by", context);
    return toTrackAnalysis(await forgetting.restore(trackKey));
  }

  #serviceFor({ identity }: RequestContext): Services["forgetting"] {
    const { access, forgetting } = this.#services;
    access.requireScope(identity, "write");
    return forgetting;
  }
}
