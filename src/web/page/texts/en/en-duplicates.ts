/** The English texts of the view of duplicates. */
export const DUPLICATES_TEXTS_EN = {
  heading: "Duplicates",
  intro:
    "Files that hold the same recording, or recordings of one performance, as their sound shows. Which file would be kept is a suggestion: nothing is deleted here.",
  loading: "Looking for duplicates…",
  none: "There are no such duplicates.",
  found: (count: string, isOne: boolean, bytes: string): string =>
    `${isOne ? "1 group" : `${count} groups`}; the files that would not be kept take ${bytes}.`,
  groups: "Groups of duplicates",
  more: "Show more groups",
  kind: "Kind",
  kinds: {
    ALL: "All",
    COPIES: "Copies of one recording",
    SAME_PERFORMANCE: "Recordings of one performance",
  },
  minScore: "How sure",
  atLeast: (share: string): string => `At least ${share}`,
  folder: "With a file in the folder",
  folderHint: "e.g. /music/downloads",
  order: "Order",
  orders: { BYTES: "Most bytes first", NAME: "Artist and title" },
  fileCount: (count: string, isOne: boolean): string => (isOne ? "1 file" : `${count} files`),
  freed: (bytes: string): string => `${bytes} could be freed`,
  changed: (count: string, isOne: boolean): string =>
    isOne
      ? "1 file has changed since it was measured"
      : `${count} files have changed since they were measured`,
  allChanged: "All files of this group have changed",
  file: "File",
  size: "Size",
  suggestion: "Suggestion",
  length: "Length",
  bitRate: "Bit rate",
  kept: "keep",
  other: "duplicate",
  excerpt: (length: string): string => `${length}, an excerpt`,
  kilobits: (rate: string): string => `${rate} kbit/s`,
  presences: { AWAY: "its disk is away", ELSEWHERE: "not on this machine" },
  link: (one: string, other: string, share: string, offset: string): string =>
    `${share} sure: ${one} begins at ${offset} of ${other}.`,
};
