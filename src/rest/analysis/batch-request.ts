import { z } from "zod";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { MAX_TRACK_KEYS, parseTrackKey, type TrackKey } from "../../domain/track/track-key.js";
import { shaped } from "../request/shaped.js";
import { type AnalysisView, parseInclude } from "./analysis-view.js";

/** A request for several analyses. */
export interface AnalysisBatch {
  /** 1..100 keys; may contain duplicates. */
  readonly trackKeys: readonly TrackKey[];
  /** Whether to start missing analyses. */
  readonly compute: boolean;
  readonly view: AnalysisView;
}

const KEY_COUNT = `must contain 1 to ${MAX_TRACK_KEYS} keys`;

const bodyShape = z.object(
  {
    trackKeys: z
      .array(z.unknown(), {
        error: ({ input }) => (input === undefined ? "is required" : "must be a list of keys"),
      })
      .min(1, KEY_COUNT)
      .max(MAX_TRACK_KEYS, KEY_COUNT),
    compute: z.boolean("must be true or false").default(true),
    include: z.literal("confidence", 'must be "confidence"').optional(),
  },
  'must be a JSON object with the member "trackKeys"',
);

/**
 * Parses a batch from a JSON body.
 *
 * @throws {InvalidInputError} names the member that is missing or malformed
 */
export function batchInBody(body: unknown): AnalysisBatch {
  const { trackKeys, compute, include } = shaped(body, bodyShape);
  return { trackKeys: trackKeys.map(trackKeyAt), compute, view: parseInclude(include) };
}

/**
 * Parses a batch from a URL: the keys are separated by commas.
 *
 * @throws {InvalidInputError} names the parameter that is missing or malformed
 */
export function batchInUrl(parameters: {
  readonly trackKeys?: string;
  readonly compute?: string;
  readonly include?: string;
}): AnalysisBatch {
  const { trackKeys, compute = "true", include } = parameters;
  return batchInBody({
    trackKeys: trackKeys?.split(",").map((key) => key.trim()),
    compute: compute === "true" || (compute === "false" ? false : compute),
    include,
  });
}

const MAX_CHARACTERS_SHOWN = 40;

function trackKeyAt(value: unknown, index: number): TrackKey {
  try {
    return parseTrackKey(value, "trackKeys");
  } catch (error) {
    const shown = JSON.stringify(value).slice(0, MAX_CHARACTERS_SHOWN);
    const problem = `must contain keys of 16 lower-case hex characters; number ${index + 1} is ${shown}`;
    throw new InvalidInputError("trackKeys", problem, error);
  }
}
