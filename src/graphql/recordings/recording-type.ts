import { Field, Float, ID, ObjectType } from "type-graphql";
import { isVerified } from "../../domain/analysis/analysis.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Track } from "../../domain/track/track.js";
import { isoTimeOrNull } from "../../http/iso-time.js";
import type { KnownFile, KnownRecording } from "../../services/catalogue/recording-service.js";
import { costOfList } from "../limits/costs.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** As many names as a recording may reasonably have. */
const NAMES = 5;

/** A name of a recording. */
@ObjectType("RecordingName", { description: "An artist and a title that a recording has." })
class RecordingNameType {
  @Field(() => trackKeyScalar, { description: "The key of the name." })
  readonly trackKey!: TrackKey;

  @Field(() => String, { description: "The artist." })
  readonly artist!: string;

  @Field(() => String, { description: "The title." })
  readonly trackName!: string;

  @Field(() => Boolean, { description: "Whether the user chose the recording for this name." })
  readonly isPinned!: boolean;
}

/** A file of the library that holds a recording. */
@ObjectType("RecordingFile", { description: "A file of the library that holds a recording." })
export class RecordingFileType {
  declare readonly file: KnownFile;
}

const linkedBy = (what: string): { nullable: true; description: string } => ({
  nullable: true,
  description: `${what} Null where only a third recording links the two.`,
});

/** A recording of the same performance as another. */
@ObjectType("SamePerformance", { description: "A recording of the same performance as another." })
export class SamePerformanceType {
  declare readonly track: Track;

  @Field(() => Float, linkedBy("How sure it is, in [0.5, 1]."))
  readonly score!: number | null;

  @Field(
    () => Float,
    linkedBy(
      "Where it begins in the other, seconds, to within 0.13; negative where it begins before.",
    ),
  )
  readonly offsetSeconds!: number | null;

  @Field(
    () => Float,
    linkedBy("Share of the shorter of both that was found in the other, in [0, 1]."),
  )
  readonly share!: number | null;
}

/** One stream of audio, with all that leads to it. */
@ObjectType("Recording", {
  description:
    "One stream of audio, whatever it is named and wherever it is stored. Copies of a file are one recording; two recordings may have one name.",
})
export class RecordingType {
  declare readonly known: KnownRecording;

  @Field(() => ID, {
    description: "`rec:` and 16 hex characters, which can be given wherever an id of a track can.",
  })
  readonly id!: RecordingId;

  @Field(() => Boolean, {
    description:
      "Whether the audio that was measured is known to be that of the recording. False for analyses of databases of earlier versions until the file has been read again.",
  })
  readonly isVerified!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      "Since when it is gone, ISO 8601: with the last of its files, or because it was forgotten; null while it is there.",
  })
  readonly goneAt!: string | null;

  @Field(() => [RecordingNameType], {
    complexity: costOfList(NAMES),
    description:
      "The names of its files, and those under which it was measured; the one that it is listed under is the first.",
  })
  readonly names!: readonly RecordingNameType[];
}

/** Converts a recording to its schema type. */
export function toRecordingType(known: KnownRecording): RecordingType {
  const { recordingId: id, analysis, names } = known;
  const goneAt = isoTimeOrNull(analysis.goneAt ?? null);
  return { known, id, isVerified: isVerified(analysis), goneAt, names };
}
