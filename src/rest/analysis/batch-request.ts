import { z } from "zod";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { MAX_TRACK_KEYS } from "../../domain/track/track-key.js";
import { parseTrackRef, type TrackRef } from "../../domain/track/track-ref.js";
import { shaped } from "../request/shaped.js";
import { exportParameters } from "../catalogue/export-parameters.js";
import { describedAs } from "../shapes/plain-shapes.js";
import { trackRefShape } from "../shapes/track-shapes.js";
import { parametersIn, textOf } from "../shapes/url-parameters.js";
import { type AnalysisView, parseInclude, viewParameters } from "./analysis-view.js";

/** A request for several analyses. */
export interface AnalysisBatch {
  /** 1..100 keys or ids of recordings; may contain duplicates. */
  readonly trackKeys: readonly TrackRef[];
  /** Whether to start missing analyses. */
  readonly compute: boolean;
  readonly view: AnalysisView;
}

const KEY_COUNT = `must contain 1 to ${MAX_TRACK_KEYS} keys`;

export const batchRequestShape = z.object(
  {
    trackKeys: z
      .array(z.unknown(), {
        error: ({ input }) => (input === undefined ? "is required" : "must be a list of keys"),
      })
      .min(1, KEY_COUNT)
      .max(MAX_TRACK_KEYS, KEY_COUNT)
      .meta(describedAs(z.array(trackRefShape).min(1).max(MAX_TRACK_KEYS))),
    compute: z
      .boolean("must be true or false")
      .default(true)
      .describe("Whether to start missing analyses."),
    include: z
      .literal("confidence", 'must be "confidence"')
      .optional()
      .describe("Gives analyses the member `confidence`."),
  },
  'must be a JSON object with the member "trackKeys"',
);

/** The parameters of `GET /analysis`, which are read like the members of a body. */
export const batchParameters = z.object({
  trackKeys: textOf(z.string())
    .describe(`Track keys or ids of recordings, separated by commas, at most ${MAX_TRACK_KEYS}.`)
    .meta({ example: "bc24aaa5a97c70ed,f63116f780b3b1eb" }),
  compute: textOf(z.boolean().default(true)).describe("Whether to start missing analyses."),
  ...exportParameters,
  ...viewParameters,
});

/**
 * Parses a batch from a JSON body.
 *
 * @throws {InvalidInputError} names the member that is missing or malformed
 */
export function batchInBody(body: unknown): AnalysisBatch {
  const { trackKeys, compute, include } = shaped(body, batchRequestShape);
  return { trackKeys: trackKeys.map(trackRefAt), compute, view: parseInclude(include) };
}

/**
 * Parses a batch from a URL: the keys are separated by commas.
 *
 * @throws {InvalidInputError} names the parameter that is missing or malformed
 */
export function batchInUrl(url: string): AnalysisBatch {
  const { trackKeys, compute = "true", include } = parametersIn(url, batchParameters);
  return batchInBody({
    trackKeys: trackKeys?.split(",").map((key) => key.trim()),
    compute: compute === "true" || (compute === "false" ? false : compute),
    include,
  });
}

const MAX_CHARACTERS_SHOWN = 40;

function trackRefAt(value: unknown, index: number): TrackRef {
  try {
    return parseTrackRef(value, "trackKeys");
  } catch (error) {
    const shown = JSON.stringify(value).slice(0, MAX_CHARACTERS_SHOWN);
    const problem = `must contain keys of 16 lower-case hex characters, or ids of recordings; number ${index + 1} is ${shown}`;
    throw new InvalidInputError("trackKeys", problem, error);
  }
}
