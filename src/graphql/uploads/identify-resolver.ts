import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  Float,
  ID,
  Mutation,
  ObjectType,
  Resolver,
  Root,
} from "type-graphql";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { Track } from "../../domain/track/track.js";
import type { Services } from "../../services/services.js";
import { ANALYSIS_COST, costOfList } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { TrackType } from "../track/track-type.js";
import { uploadScalar, type UploadedFile } from "./uploaded-file.js";

/** As many recordings as a file may reasonably be an excerpt of. */
const MATCHES = 5;

/** A recording that a file is, or is an excerpt of. */
@ObjectType("IdentifiedTrack", {
  description: "An analysed recording that a file is, or is an excerpt of.",
})
export class IdentifiedTrackType {
  declare readonly track: Track;

  @Field(() => ID, { description: "The recording: `rec:` and 16 hex characters." })
  readonly recordingId!: RecordingId;

  @Field(() => Float, {
    description:
      "How sure it is, in [0.5, 1]; 1 where the audio is the same or no bit of its fingerprint differs.",
  })
  readonly score!: number;

  @Field(() => Float, {
    description:
      "Where the file begins in the recording, seconds, to within 0.2; below 0 where it begins before.",
  })
  readonly offsetSeconds!: number;
}

/** What a file was identified as. */
@ObjectType("IdentifyUploadPayload", {
  description: "The analysed recordings that an uploaded file is, or is an excerpt of.",
})
class IdentifyUploadPayloadType {
  @Field(() => Float, {
    description: "Length that was heard, from the beginning of the file on, seconds, 0 to 120.",
  })
  readonly heardSeconds!: number;

  @Field(() => Boolean, {
    description:
      "Whether the file was compared by how it sounds, for which it needs 5 s of sound that changes. Otherwise only a recording of the very same audio is found.",
  })
  readonly isCompared!: boolean;

  @Field(() => [IdentifiedTrackType], {
    complexity: costOfList(MATCHES),
    description: "Ordered by decreasing score; may be empty.",
  })
  readonly matches!: readonly IdentifiedTrackType[];
}

/** Resolves the track of a recording that was identified. */
@Resolver(() => IdentifiedTrackType)
export class IdentifiedTrackResolver {
  @FieldResolver(() => TrackType, { description: "The track, with its metadata." })
  track(@Root() { track }: IdentifiedTrackType): Track {
    return track;
  }
}

/** Identifies files that clients upload. */
@Resolver()
export class IdentifyResolver {
  readonly #services: Pick<Services, "access" | "identification">;

  constructor(services: Services) {
    this.#services = services;
  }

  @Mutation(() => IdentifyUploadPayloadType, {
    complexity: ({ childComplexity }) => ANALYSIS_COST + childComplexity,
    description:
      "Finds which analysed recordings an audio file that is sent with the operation is, or is an excerpt of, as `POST /api/audio/identify` does, with the same limits. It stores nothing. Requires, with a session instead of a key, the header `Apollo-Require-Preflight`.",
  })
  async identifyUpload(
    @Arg("file", () => uploadScalar, { description: "The audio file." }) file: UploadedFile,
    @Ctx() { identity, signal }: RequestContext,
  ): Promise<IdentifyUploadPayloadType> {
    const { access, identification } = this.#services;
    access.requireScope(identity, "read");
    const { announcedBytes } = file;
    return identification.identifyUpload({ bytes: file.read(), announcedBytes }, signal());
  }
}
