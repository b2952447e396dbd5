import { parseOneOf } from "../parse-one-of.js";

/** Which recordings a client asks for: those that are there, those that are gone, or all. */
export const recordingPresences = ["present", "gone", "any"] as const;

export type RecordingPresence = (typeof recordingPresences)[number];

/** What the condition means, for the descriptions of all edges. */
export const PRESENCE_TEXT =
  "`gone` has what left with its last file, or was forgotten; by default only what is `present`.";

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
