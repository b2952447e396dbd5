/** Longest turn that any request may take, milliseconds. */
export const TURN_LIMIT_MILLISECONDS = 50;

/** Requests, by their names, that may take longer turns, with the reasons. Empty: none may. */
export const turnExceptions: Readonly<Record<string, string>> = {
  "listTracks application/vnd.apache.parquet":
    "The end of a Parquet file describes each column of each group of rows, and the library encodes it in one turn: some 100 ms for 100,000 tracks, once for each file.",
};
