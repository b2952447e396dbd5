import { Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { FileId } from "../../domain/library/library-file.js";
import type { ScanResult } from "../../domain/library/library-scan.js";
import type { LibraryStatus } from "../../domain/library/library-status.js";
import type { StoredCounts, StoredKind } from "../../domain/library/stored-check.js";
import type { Page } from "../../domain/catalogue/catalogue-query.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { costOfList } from "../limits/costs.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** As many directories as may reasonably be away at once. */
const AWAY_DIRECTORIES = 3;

/** As much damage as may reasonably be listed. */
const DAMAGED = 10;

/** Tracks whose analysis failed for one reason. */
@ObjectType("FailureCount", { description: "How many analyses failed for one reason." })
export class FailureCountType {
  @Field(() => String, { description: "The error code." })
  readonly code!: string;

  @Field(() => Int, { description: "Number of tracks, > 0." })
  readonly count!: number;
}

/** A directory whose files are away. */
@ObjectType("AwayDirectory", {
  description:
    "A directory whose files are away, as where a disk is not mounted. The library keeps the files until they are back, or are removed with `overtone library remove`.",
})
export class AwayDirectoryType {
  @Field(() => String, {
    nullable: true,
    description: "Its path on the server; null for keys without the scope `write`.",
  })
  readonly path!: string | null;

  @Field(() => String, { description: "Why, in words that follow the path." })
  readonly reason!: string;

  @Field(() => Int, { description: "How many files of the library it had, > 0." })
  readonly fileCount!: number;
}

/** A folder with files in the library. */
@ObjectType("LibraryFolder", { description: "A folder with files in the library." })
export class LibraryFolderType {
  @Field(() => String, {
    nullable: true,
    description: "Its path on the server; null for keys without the scope `write`.",
  })
  readonly path!: string | null;

  @Field(() => Int, { description: "Number of its files in the library." })
  readonly fileCount!: number;

  @Field(() => Boolean, { description: "Whether this server scans it and reads its files." })
  readonly isConfigured!: boolean;

  @Field(() => Boolean, { description: "Whether it was added to those of `LIBRARY_DIRS`." })
  readonly isAdded!: boolean;

  @Field(() => Boolean, {
    description: "Whether it is neither scanned nor analysed until it is resumed.",
  })
  readonly isPaused!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "Why it cannot be used at the moment; null where it can.",
  })
  readonly problem!: string | null;

  @Field(() => [AwayDirectoryType], {
    complexity: costOfList(AWAY_DIRECTORIES),
    description: "Directories in it whose files are away, ordered by path.",
  })
  readonly away!: readonly AwayDirectoryType[];
}

/** The results of scans, by their enum values. */
const scanResults = {
  COMPLETED: "completed",
  FAILED: "failed",
  ABORTED: "aborted",
} as const satisfies Readonly<Record<string, ScanResult>>;

registerEnumType(scanResults, {
  name: "ScanResult",
  description: "How a scan ended.",
  valuesConfig: {
    COMPLETED: { description: "All folders that can be reached were scanned." },
    FAILED: { description: "An error ended it; the log of the server says which." },
    ABORTED: { description: "Its server stopped, or was killed." },
  },
});

/** A scan that runs. */
@ObjectType("RunningScan", { description: "A scan of library folders that runs." })
export class RunningScanType {
  @Field(() => String, {
    nullable: true,
    description:
      "The folder that is scanned; null for keys without the scope `write`, and before the first one.",
  })
  readonly path!: string | null;

  @Field(() => String, { description: "When it began, ISO 8601 in UTC." })
  readonly startedAt!: string;

  @Field(() => Int, { description: "Number of audio files that were found so far." })
  readonly filesSeen!: number;

  @Field(() => Int, {
    description:
      "Of those, the number of new and changed ones that are still to be read: searches do not find them yet.",
  })
  readonly filesLeft!: number;
}

/** What a scan has found. */
@ObjectType("ScanCounts", { description: "What a scan has found, as numbers of files." })
export class ScanCountsType {
  @Field(() => Int, { description: "New files." })
  readonly added!: number;

  @Field(() => Int, { description: "Files whose content or tags are other than before." })
  readonly changed!: number;

  @Field(() => Int, { description: "Files that were elsewhere before." })
  readonly moved!: number;

  @Field(() => Int, { description: "Files that are gone." })
  readonly deleted!: number;

  @Field(() => Int, { description: "Files that are as before." })
  readonly unchanged!: number;

  @Field(() => Int, { description: "Files that look like audio and could not be read." })
  readonly failed!: number;

  @Field(() => Int, {
    description: "Files and folders that could not be reached; what is stored of them is kept.",
  })
  readonly unreachable!: number;
}

/** A scan that has ended. */
@ObjectType("EndedScan", { description: "A scan of library folders that has ended." })
export class EndedScanType {
  @Field(() => String, { description: "When it began, ISO 8601 in UTC." })
  readonly startedAt!: string;

  @Field(() => String, { description: "When it ended, ISO 8601 in UTC." })
  readonly endedAt!: string;

  @Field(() => scanResults, { description: "How it ended." })
  readonly result!: ScanResult;

  @Field(() => ScanCountsType, {
    nullable: true,
    description: "What it found; null unless it was completed.",
  })
  readonly counts!: ScanCountsType | null;
}

/** The kinds of what is stored, by their enum values. */
const storedKindNames = {
  ROW: "row",
  AUDIO: "audio",
  PLAYLIST: "playlist",
} as const satisfies Readonly<Record<string, StoredKind>>;

registerEnumType(storedKindNames, {
  name: "StoredKind",
  description: "What a check of what is stored compares.",
  valuesConfig: {
    ROW: { description: "A row of the database." },
    AUDIO: { description: "An audio file of the library." },
    PLAYLIST: { description: "A file of a playlist that was written." },
  },
});

/** How many things of each kind. */
@ObjectType("StoredCounts", { description: "How many things of each kind." })
class StoredCountsType {
  @Field(() => Int, { description: "Rows of the database." })
  readonly row!: number;

  @Field(() => Int, { description: "Audio files of the library." })
  readonly audio!: number;

  @Field(() => Int, { description: "Files of playlists that were written." })
  readonly playlist!: number;
}

/** Something stored that is damaged. */
@ObjectType("StoredDamage", { description: "Something stored that is damaged." })
export class StoredDamageType {
  @Field(() => storedKindNames, { description: "What it is." })
  readonly kind!: StoredKind;

  @Field(() => String, { description: "The table and the key of a row, or the path of a file." })
  readonly name!: string;
}

/** A check of what is stored. */
@ObjectType("StoredCheck", {
  description:
    "A check of what is stored, by the command `overtone verify` or of a share each night.",
})
export class StoredCheckType {
  @Field(() => String, { description: "When it ended, ISO 8601 in UTC." })
  readonly endedAt!: string;

  @Field(() => StoredCountsType, {
    description: "How many things it compared with what was stored.",
  })
  readonly checked!: StoredCounts;

  @Field(() => StoredCountsType, {
    description:
      "How many of them differ, although nobody has changed them; of playlists also those that somebody has changed, until the next scan.",
  })
  readonly damaged!: StoredCounts;

  @Field(() => [StoredDamageType], {
    complexity: costOfList(DAMAGED),
    description: "The first hundred of them; empty for keys without the scope `write`.",
  })
  readonly damage!: readonly StoredDamageType[];
}

/** As many tracks as may reasonably be analysed at once. */
const RUNNING = 10;

/** A track that is analysed now. */
@ObjectType("RunningAnalysis", { description: "A track that is analysed now." })
export class RunningAnalysisType {
  @Field(() => trackKeyScalar, { description: "The key of the track." })
  readonly trackKey!: TrackKey;

  @Field(() => String, { description: "Its artist." })
  readonly artist!: string;

  @Field(() => String, { description: "Its title." })
  readonly trackName!: string;
}

/** How far the analysis of the library is. */
@ObjectType("Library", {
  description:
    "How far the analysis of the library is, for all servers on its database. The counts are up to a second old, of a large library ten times as old as their reading takes.",
})
export class LibraryStatusType {
  declare readonly failures: LibraryStatus["failures"];
  declare readonly scans: LibraryStatus["scans"];
  declare readonly lastCheck: LibraryStatus["lastCheck"];
  declare readonly lastScan: LibraryStatus["lastScan"];

  @Field(() => Boolean, {
    description: "Whether this server analyses its library by itself (`LIBRARY_ANALYSIS`).",
  })
  readonly isAnalysing!: boolean;

  @Field(() => Int, { description: "Number of files that scans have found." })
  readonly files!: number;

  @Field(() => Int, {
    description: "Number of tracks: files with one artist and title count as one.",
  })
  readonly tracks!: number;

  @Field(() => Int, {
    description: "Number of tracks with an analysis, also one of an older version.",
  })
  readonly analysed!: number;

  @Field(() => Int, {
    description:
      "Of those analysed, the number whose analysis will be repeated, because its version is older.",
  })
  readonly outdated!: number;

  @Field(() => Int, {
    description:
      "Number of tracks that are neither analysed nor have failed, in folders that are not paused.",
  })
  readonly waiting!: number;

  @Field(() => Int, {
    description: "The same in folders that are paused: they are analysed on request only.",
  })
  readonly paused!: number;

  @Field(() => Int, {
    description: "Number of tracks without an analysis, because the last attempt failed.",
  })
  readonly failed!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      "Analyses an hour during the last ten minutes; null where there were fewer than two.",
  })
  readonly tracksPerHour!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Estimated time until all but the paused ones are analysed, seconds; null where it is unknown.",
  })
  readonly secondsLeft!: number | null;

  @Field(() => [RunningAnalysisType], {
    complexity: costOfList(RUNNING),
    description:
      "The tracks that are analysed now, on any server or worker, without uploads; those that were begun first are first.",
  })
  readonly running!: readonly RunningAnalysisType[];
}

/** A track of the library whose analysis failed. */
@ObjectType("LibraryFailure", { description: "A track of the library whose analysis failed." })
export class LibraryFailureType {
  @Field(() => ID, {
    description: "Identifies the file, by its path: two files of one name are two failures.",
  })
  readonly fileId!: FileId;

  @Field(() => trackKeyScalar, { description: "The key of the track." })
  readonly trackKey!: TrackKey;

  @Field(() => String, { description: "The error code." })
  readonly code!: string;

  @Field(() => String, { description: "The reason, for people." })
  readonly message!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "The path of its newest file on the server; null for keys without the scope `write`, and where the file was removed.",
  })
  readonly path!: string | null;
}

/** A failed track on a page, with its cursor. */
@ObjectType("LibraryFailureEdge", { description: "A failed track on a page, with its cursor." })
export class LibraryFailureEdgeType {
  @Field(() => LibraryFailureType, { description: "The track and the reason." })
  readonly node!: LibraryFailureType;

  @Field(() => String, {
    description: "The position of this track: an opaque text, for `after` and `before`.",
  })
  readonly cursor!: string;
}

/** One page of failed tracks. */
@ObjectType("LibraryFailureConnection", {
  description: "One page of the tracks whose analysis failed, as a Relay cursor connection.",
})
export class LibraryFailureConnectionType {
  declare readonly page: Page<LibraryFailureEdgeType>;

  @Field(() => Int, { description: "Number of failed tracks, on all pages." })
  readonly totalCount!: number;
}
