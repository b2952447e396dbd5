import { portionsOf } from "../storage/portions.js";

/** Ids in one request: the shortest addresses that servers take have 8 kB. */
const SONGS_AT_ONCE = 100;

/** Splits ids, in order, into as many at a time as the address of a request can name. */
export const songPortions = (ids: readonly string[]): readonly (readonly string[])[] =>
  portionsOf(ids, SONGS_AT_ONCE);
