/** The number of tracks of a set: an hour and a little more. */
const SET_LENGTH = 20;

/** Returns the address of the mix of 20 tracks from one track to another, by the ids of their recordings or their track keys. */
export const setAddressOf = (from: string, to: string): string =>
  `#/mix?${new URLSearchParams({ from, to, length: String(SET_LENGTH) }).toString()}`;
