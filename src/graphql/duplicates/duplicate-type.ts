import { Field, Float, ID, Int, ObjectType } from "type-graphql";
import type {
  DuplicateGroup,
  DuplicatePage,
  ShownDuplicateFile,
  ShownDuplicateRecording,
} from "../../domain/duplicates/duplicate-group.js";
import type { DuplicateKind } from "../../domain/duplicates/duplicate-sets.js";
import type { PerformanceLink } from "../../domain/fingerprint/performance-link.js";
import type { UnchangedPresence } from "../../domain/library/file-presence.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { Track } from "../../domain/track/track.js";
import { costOfList } from "../limits/costs.js";
import { duplicateKindValues, presenceValues } from "./duplicate-enums.js";

/** As many files, recordings and links as a group may reasonably have. */
export const MEMBERS = 5;

/** A file of a group of duplicates. */
@ObjectType("DuplicateFile", {
  description: "A file of a group of duplicates, which has not changed since it was measured.",
})
class DuplicateFileType implements ShownDuplicateFile {
  @Field(() => String, {
    nullable: true,
    description: "Its path on the server; null for keys without the scope `write`.",
  })
  readonly path!: string | null;

  @Field(() => presenceValues, { description: "Whether this server can read it." })
  readonly presence!: UnchangedPresence;

  @Field(() => Boolean, {
    description: "Whether it would be kept: a suggestion by a rule. Nothing is ever removed.",
  })
  readonly isKept!: boolean;

  @Field(() => String, { description: "The format that the extension of its name says." })
  readonly format!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the format is lossless; null where files of it may be either.",
  })
  readonly isLossless!: boolean | null;

  @Field(() => Float, { description: "Its size, bytes, an integer." })
  readonly sizeBytes!: number;

  @Field(() => Int, {
    description:
      "How much its tags say beside artist and title: album, cover, ISRC and the like, each counted once.",
  })
  readonly tagCount!: number;
}

/** A recording of a group of duplicates. */
@ObjectType("DuplicateRecording", { description: "A recording of a group of duplicates." })
export class DuplicateRecordingType implements ShownDuplicateRecording {
  declare readonly track: Track;

  @Field(() => ID, { description: "`rec:` and 16 hex characters." })
  readonly recordingId!: RecordingId;

  @Field(() => Float, { description: "Length of its audio, seconds." })
  readonly durationSeconds!: number;

  @Field(() => Boolean, { description: "Whether it is an excerpt." })
  readonly isExcerpt!: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      "Mean bit rate, bits per second: the size of its smallest file, tags and pictures included, over the length. Null of an excerpt, or without a length.",
  })
  readonly bitRate!: number | null;

  @Field(() => [DuplicateFileType], {
    complexity: costOfList(MEMBERS),
    description: "The files that hold it, in the order in which they would be kept.",
  })
  readonly files!: readonly ShownDuplicateFile[];
}

/** A link between two recordings. */
@ObjectType("PerformanceLink", {
  description: "A link between two recordings of one performance, by their sound.",
})
class PerformanceLinkType implements PerformanceLink {
  @Field(() => ID, { description: "The one of the smaller id." })
  readonly firstId!: RecordingId;

  @Field(() => ID, { description: "The other one." })
  readonly secondId!: RecordingId;

  @Field(() => Float, { description: "How sure it is, in [0.5, 1]." })
  readonly score!: number;

  @Field(() => Float, {
    description:
      "Where the second begins in the first, seconds, to within 0.13; negative where it begins before.",
  })
  readonly offsetSeconds!: number;

  @Field(() => Float, {
    description: "Share of the shorter of both that was found in the other, in [0, 1].",
  })
  readonly share!: number;
}

/** Files that are duplicates of each other. */
@ObjectType("DuplicateGroup", { description: "Files that are duplicates of each other." })
export class DuplicateGroupType {
  declare readonly group: DuplicateGroup;

  @Field(() => duplicateKindValues, { description: "Why they are duplicates." })
  readonly kind!: DuplicateKind;

  @Field(() => Float, {
    description:
      "The bytes that would be freed if all files but the one that would be kept were removed, an integer. Hard links to one file count once.",
  })
  readonly bytesToFree!: number;

  @Field(() => Int, {
    description:
      "How many files are left out, because they have changed since they were measured, or were removed.",
  })
  readonly changedFiles!: number;

  @Field(() => [PerformanceLinkType], {
    complexity: costOfList(MEMBERS),
    description:
      "The links that join the recordings, the surest first; none of copies. Two recordings may be joined by a third one only, also by one without a file.",
  })
  readonly links!: readonly PerformanceLink[];
}

/** A group on a page, with its cursor. */
@ObjectType("DuplicateGroupEdge", { description: "A group on a page, with its cursor." })
export class DuplicateGroupEdgeType {
  @Field(() => DuplicateGroupType, { description: "The group." })
  readonly node!: DuplicateGroupType;

  @Field(() => String, {
    description:
      "The position of this group in this order: an opaque text, for `after` and `before`.",
  })
  readonly cursor!: string;
}

/** One page of groups. */
@ObjectType("DuplicateGroupConnection", {
  description: "One page of groups of duplicates, as a Relay cursor connection.",
})
export class DuplicateGroupConnectionType {
  declare readonly page: DuplicatePage;

  @Field(() => Float, {
    description:
      "The bytes that would be freed by all groups that meet the conditions, on all pages, as the last scans found their files; an integer.",
  })
  readonly bytesToFree!: number;

  @Field(() => Int, { description: "Number of groups that meet the conditions, on all pages." })
  readonly totalCount!: number;
}
