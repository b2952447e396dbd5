import { parseOneOf } from "../parse-one-of.js";

/** Which recordings a client asks for: those that did not leave the library, those that did, or all. */
export const recordingPresences = ["present", "gone", "any"] as const;

export type RecordingPresence = (typeof recordingPresences)[number];

/** What the condition means, for the descriptions of all edges. */
export const PRESENCE_TEXT =
  "`gone` has what left the library with its last file; by default only what is `present`.";

/**
 * Parses which recordings a client asks for; `undefined` where absent.
 *
 * @throws {InvalidInputError} no such condition
 */
export const parseRecordingPresence = (
  text: string | undefined,
  parameter: string,
): RecordingPresence | undefined => parseOneOf(text, recordingPresences, parameter);

/** Returns whether a recording is one that a client asks for. */
export const isOfPresence = (isGone: boolean, wanted: RecordingPresence): boolean =>
  wanted === "any" || isGone === (wanted === "gone");
