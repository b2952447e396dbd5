import { queryWith, type AddressCodec } from "../address/address.js";

export const MIX_LENGTHS = [3, 5, 8, 10, 15, 20];

const FIRST_LENGTH = 8;

/** What a mix is asked for by. */
export interface MixWish {
  /** The ids of the recordings of its first and last track; `null` while none is chosen. */
  readonly from: string | null;
  readonly to: string | null;
  /** The number of tracks that are looked for. */
  readonly length: number;
  /** The ids of the recordings in the order that the reader has given them; `null` where the mix is as it is found. */
  readonly tracks: readonly string[] | null;
}

/** More are not read of an address: each that is not found anew is asked for by itself. */
const MAX_TRACKS = 100;

/** `#/mix?from=ID&to=ID&length=10&tracks=ID,ID`. */
export const mixAddress: AddressCodec<MixWish> = {
  read: ({ query }) => ({
    from: query.get("from"),
    to: query.get("to"),
    length: MIX_LENGTHS.find((length) => String(length) === query.get("length")) ?? FIRST_LENGTH,
    tracks: tracksIn(query.get("tracks")),
  }),
  write: ({ from, to, length, tracks }) => ({
    query: queryWith({
      ...{ from, to, length: length === FIRST_LENGTH ? null : String(length) },
      tracks: tracks && tracks.join(),
    }),
  }),
};

function tracksIn(text: string | null): readonly string[] | null {
  const ids = new Set((text ?? "").split(",").filter((id) => id !== ""));
  return ids.size === 0 ? null : [...ids].slice(0, MAX_TRACKS);
}
