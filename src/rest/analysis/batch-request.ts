import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { maxTrackKeys, parseTrackKey, type TrackKey } from "../../domain/track/track-key.js";

/** A request for several analyses. */
export interface AnalysisBatch {
  /** 1..100 keys; may contain duplicates. */
  readonly trackKeys: readonly TrackKey[];
  /** Whether to start missing analyses. */
  readonly compute: boolean;
}

const MAX_CHARACTERS_SHOWN = 40;

/**
 * Parses a batch from a URL: the keys are separated by commas.
 *
 * @throws {InvalidInputError} names the parameter that is missing or malformed
 */
export function batchInUrl(parameters: {
  readonly trackKeys?: string;
  readonly compute?: string;
}): AnalysisBatch {
  const { trackKeys, compute = "true" } = parameters;
  const isPlain = compute === "true" || compute === "false";
  return batchFrom(
    trackKeys?.split(",").map((key) => key.trim()),
    isPlain ? compute === "true" : compute,
  );
}

/**
 * Parses a batch from a JSON body.
 *
 * @throws {InvalidInputError} names the member that is missing or malformed
 */
export function batchInBody(body: unknown): AnalysisBatch {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new InvalidInputError("body", 'must be a JSON object with the member "trackKeys"');
  }
  const { trackKeys, compute = true } = body as { trackKeys?: unknown; compute?: unknown };
  return batchFrom(trackKeys, compute);
}

function batchFrom(trackKeys: unknown, compute: unknown): AnalysisBatch {
  if (trackKeys === undefined) throw new InvalidInputError("trackKeys", "is required");
  if (!Array.isArray(trackKeys)) throw new InvalidInputError("trackKeys", "must be a list of keys");
  if (trackKeys.length === 0 || trackKeys.length > maxTrackKeys) {
    throw new InvalidInputError("trackKeys", `must hold 1 to ${maxTrackKeys} keys`);
  }
  if (typeof compute !== "boolean") {
    throw new InvalidInputError("compute", "must be true or false");
  }
  return { trackKeys: trackKeys.map(trackKeyAt), compute };
}

function trackKeyAt(value: unknown, index: number): TrackKey {
  try {
    return parseTrackKey(value, "trackKeys");
  } catch (error) {
    const shown = JSON.stringify(value).slice(0, MAX_CHARACTERS_SHOWN);
    const problem = `must hold keys of 16 lower-case hex characters; number ${index + 1} is ${shown}`;
    throw new InvalidInputError("trackKeys", problem, error);
  }
}
