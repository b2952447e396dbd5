/** The codes of the documented errors, by which programs distinguish them. */
export const errorCodes = [
  "INVALID_INPUT",
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "NOT_FOUND",
  "TRACK_NOT_FOUND",
  "AUDIO_NOT_FOUND",
  "ANALYSIS_NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "NOT_ACCEPTABLE",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "RANGE_NOT_SATISFIABLE",
  "AUDIO_UNDECODABLE",
  "AUDIO_TOO_LONG",
  "ANALYSIS_TOO_COSTLY",
  "RATE_LIMITED",
  "PROVIDER_UNAVAILABLE",
  "PROVIDER_BAD_RESPONSE",
  "PROVIDER_RATE_LIMITED",
  "ANALYZER_BUSY",
  "ANALYSIS_DROPPED",
  "STORAGE_BUSY",
  "STORAGE_FULL",
  "STORAGE_UNAVAILABLE",
  "AUDIO_UNAVAILABLE",
  "TIMED_OUT",
  "CLAIM_LOST",
  "WORKER_VERSION",
] as const;

/** The code of a documented error. A failure without one is a bug, and clients get `INTERNAL`. */
export type ErrorCode = (typeof errorCodes)[number];
