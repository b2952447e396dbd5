/** What the list of the library can be opened with. */
export type NamedCondition = "artist" | "album" | "genre" | "folder";

/** Returns the address of the tracks of the library with a name. */
export const addressOf = (condition: NamedCondition, name: string): string =>
  `#/library/${condition}/${encodeURIComponent(name)}`;
