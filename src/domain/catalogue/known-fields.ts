import { durationMsOf } from "../analysis/analysis-data.js";
import type { AnalysisValues } from "../analysis/analysis.js";
import type { HoldingFile } from "../track/holding-file.js";
import type { ReleaseDetails } from "../track/release-details.js";
import { favouriteTimeOf, type SongUse } from "../track/song-use.js";

/** The least and the greatest number that a bound may be. */
export interface BoundLimits {
  readonly min: number;
  readonly max: number;
}

/** The parts of a track that the fields are read from. */
interface KnownTrack extends Pick<AnalysisValues, "durationSeconds"> {
  readonly holdingFile?: HoldingFile | undefined;
  readonly release?: ReleaseDetails | undefined;
}

/** A field of a track, beside its estimates and texts, that filters and orders have. */
interface KnownField<Value> {
  /** The name of the field in a sentence, after an article: "year of the release". */
  readonly what: string;
  /** Returns the value of a track; `undefined` where it is not known. */
  readonly of: (track: KnownTrack) => Value | undefined;
}

type KnownFields<Value, Row extends KnownField<Value> = KnownField<Value>> = Readonly<
  Record<string, Row>
>;

/** Returns whether servers say something about their songs of a recording; `undefined` where no server has the recording. */
const onServer = (
  file: HoldingFile | undefined,
  isSaid: (use: SongUse) => boolean,
): boolean | undefined => (file?.servers === undefined ? undefined : isSaid(file.use ?? {}));

/** Fields with a number. */
export const knownNumbers = {
  durationMs: {
    what: "length of the audio, milliseconds",
    limits: { min: 0, max: Infinity },
    of: durationMsOf,
  },
  year: {
    what: "year of the release",
    limits: { min: 1000, max: 9999 },
    of: ({ release }) => release?.year,
  },
  bitRateKbps: {
    what: "mean bit rate of the file, kbit/s",
    limits: { min: 1, max: Infinity },
    of: ({ holdingFile }) => holdingFile?.bitRateKbps,
  },
  rating: {
    what: "rating on a music server",
    limits: { min: 1, max: 5 },
    of: ({ holdingFile }) => holdingFile?.use?.rating,
  },
  playCount: {
    what: "number of plays on a music server",
    limits: { min: 0, max: Infinity },
    of: ({ holdingFile }) => holdingFile?.use?.playCount,
  },
} as const satisfies KnownFields<number, KnownField<number> & { readonly limits: BoundLimits }>;

export type KnownNumber = keyof typeof knownNumbers;

export const knownNumberNames = Object.keys(knownNumbers) as readonly KnownNumber[];

/** Fields with a time, milliseconds since 1970. */
export const knownTimes = {
  addedAt: {
    what: "time when the file was added to the library",
    of: ({ holdingFile }) => holdingFile?.addedAt,
  },
  favouriteAt: {
    what: "time when it became a favourite on a music server",
    of: ({ holdingFile }) => favouriteTimeOf(holdingFile?.use ?? {}),
  },
  playedAt: {
    what: "time of the last play on a music server",
    of: ({ holdingFile }) => holdingFile?.use?.playedAt,
  },
} as const satisfies KnownFields<number>;

export type KnownTime = keyof typeof knownTimes;

export const knownTimeNames = Object.keys(knownTimes) as readonly KnownTime[];

/** Fields that are true or false. */
export const knownFlags = {
  hasFile: {
    what: "Whether a file of the library holds the recording",
    of: ({ holdingFile }) => holdingFile !== undefined,
  },
  isFavourite: {
    what: "Whether it is a favourite on a music server",
    of: ({ holdingFile }) => onServer(holdingFile, ({ favouriteAt }) => favouriteAt !== undefined),
  },
  isPlayed: {
    what: "Whether a music server says that it was played",
    of: ({ holdingFile }) =>
      onServer(
        holdingFile,
        ({ playCount = 0, playedAt }) => playCount > 0 || playedAt !== undefined,
      ),
  },
} as const satisfies KnownFields<boolean>;

export type KnownFlag = keyof typeof knownFlags;

export const knownFlagNames = Object.keys(knownFlags) as readonly KnownFlag[];

export const isKnownFlag = (field: string): field is KnownFlag => field in knownFlags;

/** The numbers and times, which tracks are ordered by. */
export const knownOrders: Readonly<Record<KnownNumber | KnownTime, KnownField<number>>> = {
  ...knownNumbers,
  ...knownTimes,
};

/** The names of the numbers, then of the times. */
export const knownOrderNames = [...knownNumberNames, ...knownTimeNames] as const;

export const isKnownOrder = (field: string): field is KnownNumber | KnownTime =>
  field in knownOrders;
