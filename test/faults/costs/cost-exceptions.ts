/** Longest processor time that a request without a valid key may take, milliseconds, a mean. */
export const REFUSAL_LIMIT_MILLISECONDS = 5;

/** Most that is read of a request without a valid key: 64 kB, and what one more read of a connection returns. */
export const READ_LIMIT_BYTES = 2 * 65_536;

/** Processor time from which on a request must be charged to its key, milliseconds. */
export const CHARGED_FROM_MILLISECONDS = 100;

/** Most processor time of a server while nobody waits for anything, milliseconds in half a second. */
export const IDLE_LIMIT_MILLISECONDS = 50;

/** Requests, by their names, that are not charged although they take long, or go on without their clients, with the reasons. */
export const costExceptions: Readonly<Record<string, string>> = {
  "analyzeUpload application/json":
    "A file that has arrived is a job, which its client may ask for by the key of the track, also after a connection that broke off, and which survives the end of the server.",
  "mutation scanLibrary":
    "A scan belongs to the server, and not to the client that asks for it: others who ask meanwhile wait for the same one, and what it has found stays true.",
};
