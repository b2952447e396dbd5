import { AudioTooLongError, AudioUndecodableError } from "../../../package/decode.js";

/** Why a file could not be decoded. */
export type DecodingFailure =
  | { readonly code: "AUDIO_UNDECODABLE"; readonly reason: string }
  | { readonly code: "AUDIO_TOO_LONG" | "FILE_UNREADABLE" | "INTERNAL" };

/** Returns what an error of a decoder means, as a worker can send it. */
export function decodingFailureOf(error: unknown): DecodingFailure {
  if (error instanceof AudioTooLongError) return { code: "AUDIO_TOO_LONG" };
  if (error instanceof AudioUndecodableError) {
    return { code: "AUDIO_UNDECODABLE", reason: error.message };
  }
  // The browser could not read the file, e.g. because it was moved.
  if (error instanceof DOMException) return { code: "FILE_UNREADABLE" };
  return { code: "INTERNAL" };
}

/** Returns whether a failure is that our decoders have none for the format, so that the browser's may. */
export const isForeign = (failure: DecodingFailure): boolean =>
  failure.code === "AUDIO_UNDECODABLE" && failure.reason.includes("cannot be decoded here");
