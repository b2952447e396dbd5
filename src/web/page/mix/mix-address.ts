import { queryWith, type AddressCodec } from "../address/address.js";
import { statedIn, type TrackConditions } from "../conditions/track-conditions.js";

export const MIX_LENGTHS = [3, 5, 8, 10, 15, 20];

/** The largest changes of tempo in a step to choose from, per cent. */
export const TEMPO_STEPS = [2, 3, 4, 6, 8, 10, 15];

/** The numbers of tracks between two of one artist to choose from. */
export const ARTIST_SPACINGS = [1, 2, 3, 5, 8];

const FIRST_LENGTH = 8;

/** What every step of a mix must meet; `null` for anything. */
export interface MixBounds {
  /** Per cent. */
  readonly maxTempoChangePercent: number | null;
  readonly artistSpacing: number | null;
  readonly compatibleKeysOnly: boolean;
}

/** A step that stays where the mix is found again. */
export interface LockedStep {
  /** Its place in the mix, 0 for the first track. */
  readonly place: number;
  /** The id of its recording. */
  readonly ref: string;
}

/** What a mix is asked for by. */
export interface MixWish {
  /** The ids of the recordings of its first and last track; `null` while none is chosen. */
  readonly from: string | null;
  readonly to: string | null;
  /** The number of tracks that are looked for. */
  readonly length: number;
  readonly bounds: MixBounds;
  /** What the tracks between the ends meet. */
  readonly stated: TrackConditions["stated"];
  readonly locked: readonly LockedStep[];
  /** The ids of the recordings in the order that the reader has given them; `null` where the mix is as it is found. */
  readonly tracks: readonly string[] | null;
}

/** More are not read of an address: each that is not found anew is asked for by itself. */
const MAX_TRACKS = 100;

/**
 * `#/mix?from=ID&to=ID&length=10&maxTempoChangePercent=6&artistSpacing=1&compatibleKeysOnly=true&locked=2-ID,4-ID&tracks=ID,ID`,
 * and conditions as over REST: `tempo.gte=120`.
 */
export const mixAddress: AddressCodec<MixWish> = {
  read: ({ query }) => ({
    from: query.get("from"),
    to: query.get("to"),
    length: offered(query.get("length"), MIX_LENGTHS) ?? FIRST_LENGTH,
    bounds: {
      maxTempoChangePercent: offered(query.get("maxTempoChangePercent"), TEMPO_STEPS),
      artistSpacing: offered(query.get("artistSpacing"), ARTIST_SPACINGS),
      compatibleKeysOnly: query.get("compatibleKeysOnly") === "true",
    },
    stated: statedIn(query),
    locked: lockedIn(query.get("locked")),
    tracks: tracksIn(query.get("tracks")),
  }),
  write: ({ from, to, length, bounds, stated, locked, tracks }) => ({
    query: queryWith({
      ...{ from, to, length: length === FIRST_LENGTH ? null : String(length) },
      maxTempoChangePercent: textOf(bounds.maxTempoChangePercent),
      artistSpacing: textOf(bounds.artistSpacing),
      compatibleKeysOnly: bounds.compatibleKeysOnly ? "true" : null,
      locked: locked.map(({ place, ref }) => `${String(place)}-${ref}`).join(),
      tracks: tracks && tracks.join(),
      ...stated,
    }),
  }),
};

const offered = (text: string | null, values: readonly number[]): number | null =>
  values.find((value) => String(value) === text) ?? null;

const textOf = (value: number | null): string | null => (value === null ? null : String(value));

function lockedIn(text: string | null): readonly LockedStep[] {
  return (text ?? "")
    .split(",")
    .flatMap((one) => {
      const [, place = "", ref = ""] = /^([1-9][0-9]?)-(.+)$/.exec(one) ?? [];
      return ref === "" ? [] : [{ place: Number(place), ref }];
    })
    .slice(0, MAX_TRACKS);
}

function tracksIn(text: string | null): readonly string[] | null {
  const ids = new Set((text ?? "").split(",").filter((id) => id !== ""));
  return ids.size === 0 ? null : [...ids].slice(0, MAX_TRACKS);
}
