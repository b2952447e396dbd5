import { z } from "zod";
import { parseBoolean } from "../../domain/parse-one-of.js";
import { byField } from "../../domain/analysis/descriptors.js";
import { defaultCollapse, type Collapse } from "../../domain/catalogue/collapse.js";
import type { TrackFilter } from "../../domain/catalogue/catalogue-query.js";
import {
  filterParametersFrom,
  parseNumber,
  type FilterTexts,
} from "../../domain/catalogue/filter-texts.js";
import {
  DEFAULT_MIX_PATH_LENGTH,
  MAX_MIX_EXCLUDED,
  MAX_MIX_PATH_LENGTH,
  MAX_TEMPO_CHANGE_PERCENT,
  parseMixPathLength,
  parseMixRules,
  requireFewExcluded,
  type MixRules,
} from "../../domain/catalogue/mix-path.js";
import {
  DEFAULT_SIMILAR_COUNT,
  MAX_SIMILAR_COUNT,
  parseSimilarCount,
  parseSimilarityWeights,
  weightNames,
  type FieldWeights,
} from "../../domain/catalogue/similarity.js";
import {
  DEFAULT_ALBUM_SPACING,
  DEFAULT_ARTIST_SPACING,
  DEFAULT_CONTINUATION_LENGTH,
  librarySeeds,
  MAX_CONTINUATION_LENGTH,
  MAX_CONTINUATION_SEEDS,
  MAX_HEARD,
  parseContinuation,
  type Continuation,
} from "../../domain/catalogue/continuation.js";
import { parseComparedFilter } from "../../domain/catalogue/track-filter.js";
import { parseTrackRef, type TrackRef } from "../../domain/track/track-ref.js";
import { trackRefShape } from "../shapes/track-shapes.js";
import { parametersIn, readBy, textOf } from "../shapes/url-parameters.js";
import { exportParameters } from "./export-parameters.js";
import { collapseParameter, filterParameters, weightParameters } from "./filter-parameters.js";

/** Conditions on tracks that are compared. */
const conditions = {
  analysed: textOf(z.literal(true).optional()).describe(
    "Must not be `false`, because tracks that are not analysed cannot be compared.",
  ),
  ...filterParameters,
};

const conditionNames = Object.keys(conditions) as (keyof typeof conditions)[];

/** The parameters of `GET /tracks/{trackKey}/similar`. */
export const similarParameters = z.strictObject({
  limit: readBy(z.int().min(1).max(MAX_SIMILAR_COUNT).default(DEFAULT_SIMILAR_COUNT), (text) =>
    parseSimilarCount(text, "limit"),
  ).describe("Maximum number of tracks to return."),
  collapse: collapseParameter(defaultCollapse.compared),
  ...exportParameters,
  ...conditions,
  ...weightParameters,
});

/** The parameters of `GET /mix-path`. */
export const mixParameters = z.strictObject({
  from: readBy(trackRefShape, (text) => parseTrackRef(text, "from")).describe(
    "The key of the first track, or the id of its recording.",
  ),
  to: readBy(trackRefShape, (text) => parseTrackRef(text, "to")).describe(
    "The key of the last track, or the id of its recording, which must be another one.",
  ),
  length: readBy(
    z.int().min(2).max(MAX_MIX_PATH_LENGTH).default(DEFAULT_MIX_PATH_LENGTH),
    parseMixPathLength,
  ).describe(
    "Number of tracks, including the first and the last. Fewer are returned where the catalogue has too few suitable tracks.",
  ),
  maxTempoChangePercent: readBy(
    z.number().min(0).max(MAX_TEMPO_CHANGE_PERCENT).optional(),
    (text) => parseNumber(text, "maxTempoChangePercent"),
  ).describe(
    "Maximum change of tempo from one track to the next, per cent of the first of both; any change when absent. A track without a tempo then has no place.",
  ),
  artistSpacing: textOf(
    z
      .int()
      .min(0)
      .max(MAX_MIX_PATH_LENGTH - 1)
      .optional(),
  ).describe(
    "Minimum number of tracks between two tracks of one artist; when absent, two of one artist follow each other only where no other track is near. Guests make no difference.",
  ),
  compatibleKeysOnly: readBy(z.boolean().default(false), (text) =>
    parseBoolean(text, "compatibleKeysOnly"),
  ).describe(
    "Whether every two adjacent keys must be compatible on the Camelot wheel. A track without a key then has no place.",
  ),
  collapse: collapseParameter(defaultCollapse.compared),
  exclude: readBy(z.string().optional(), excludedIn).describe(
    `Tracks that it does not have between the first and the last, nor other recordings of their performances: keys or ids of recordings, separated by commas, at most ${MAX_MIX_EXCLUDED}.`,
  ),
  ...exportParameters,
  ...conditions,
});

/** @throws {InvalidInputError} one is no track key and no id of a recording, or there are too many */
function excludedIn(text: string | undefined): readonly TrackRef[] {
  const refs = listedIn(text);
  requireFewExcluded(refs, "exclude");
  return refs.map((ref) => parseTrackRef(ref, "exclude"));
}

/** Returns the items of a list in a URL, which are separated by commas. */
const listedIn = (text: string | undefined): readonly string[] =>
  (text ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** A list of tracks in a URL. */
const refs = readBy(z.string().optional(), listedIn);

const spacingOf = (what: string, byDefault: number) =>
  textOf(
    z
      .int()
      .min(0)
      .max(MAX_CONTINUATION_LENGTH - 1)
      .default(byDefault),
  ).describe(`Minimum number of tracks between two tracks of one ${what}.`);

/** The parameters of `GET /continuation`. */
export const continuationParameters = z.strictObject({
  seeds: refs.describe(
    `Seeds: the tracks sound like one of these, and are none of these. Track keys or ids of recordings, separated by commas, at most ${MAX_CONTINUATION_SEEDS}.`,
  ),
  unlike: refs.describe(`The tracks do not sound like these: at most ${MAX_CONTINUATION_SEEDS}.`),
  from: readBy(
    z
      .string()
      .regex(/^(?:favourites|plays)(?:,(?:favourites|plays))*$/)
      .optional(),
    listedIn,
  ).describe(
    `More seeds, as music servers know them, separated by commas: ${librarySeeds.map((one) => `\`${one}\``).join(", ")}. Ten favourites by chance, or the ten tracks that were played last.`,
  ),
  heard: refs.describe(
    `Tracks that were heard, the last one last; the seeds when absent. None of them follows again, and the first step leads from the last of them. At most ${MAX_HEARD}.`,
  ),
  limit: textOf(
    z.int().min(1).max(MAX_CONTINUATION_LENGTH).default(DEFAULT_CONTINUATION_LENGTH),
  ).describe("Maximum number of tracks to return."),
  exploration: readBy(z.number().min(0).max(1).default(0), (text) =>
    parseNumber(text, "exploration"),
  ).describe("How far from the seeds the tracks may be; 0 takes the nearest ones."),
  chance: textOf(z.int().min(0).default(0)).describe(
    "The seed of the random choice where `exploration` is above 0: the same number gives the same tracks.",
  ),
  maxTempoChangePercent: mixParameters.shape.maxTempoChangePercent,
  compatibleKeysOnly: mixParameters.shape.compatibleKeysOnly,
  artistSpacing: spacingOf("artist", DEFAULT_ARTIST_SPACING),
  albumSpacing: spacingOf("album", DEFAULT_ALBUM_SPACING),
  collapse: collapseParameter(defaultCollapse.compared),
  ...conditions,
  ...weightParameters,
});

/** Which tracks that sound like one a client requests. */
interface SimilarRequest {
  /** 1..100. */
  readonly count: number;
  readonly weights: FieldWeights;
  readonly collapse?: Collapse | undefined;
  /** Absent where the URL has no conditions. */
  readonly filter?: TrackFilter;
}

/** The mix that a client requests. */
interface MixRequest {
  readonly from: TrackRef;
  readonly to: TrackRef;
  /** 2..50. */
  readonly length: number;
  /** Absent where the URL has no conditions. */
  readonly filter?: TrackFilter;
  readonly rules: MixRules;
  readonly collapse?: Collapse | undefined;
  readonly exclude: readonly TrackRef[];
}

/**
 * Parses the similar tracks that a URL requests. Conditions are those of `GET /tracks`.
 *
 * @throws {InvalidInputError} names the parameter that is unknown or malformed
 */
export function similarRequestOf(url: string): SimilarRequest {
  const { limit, collapse, ...parameters } = parametersIn(url, similarParameters);
  return {
    count: limit,
    collapse,
    weights: parseSimilarityWeights(byField(weightNames, (name) => parameters[`weights.${name}`])),
    ...filterOf(parameters),
  };
}

/**
 * Parses the mix that a URL requests. Conditions are those of `GET /tracks`.
 *
 * @throws {InvalidInputError} names the parameter that is unknown or malformed
 */
export function mixRequestOf(url: string): MixRequest {
  const { from, to, length, collapse, exclude, ...parameters } = parametersIn(url, mixParameters);
  const rules = parseMixRules(parameters);
  return { from, to, length, collapse, exclude, rules, ...filterOf(parameters) };
}

/** The continuation that a client requests. */
interface ContinuationRequest {
  readonly continuation: Continuation;
  readonly weights: FieldWeights;
  readonly collapse?: Collapse | undefined;
  /** Absent where the URL has no conditions. */
  readonly filter?: TrackFilter;
}

/**
 * Parses the continuation that a URL requests. Conditions are those of `GET /tracks`.
 *
 * @throws {InvalidInputError} names the parameter that is unknown or malformed
 */
export function continuationRequestOf(url: string): ContinuationRequest {
  const { limit, collapse, ...parameters } = parametersIn(url, continuationParameters);
  return {
    continuation: parseContinuation({ ...parameters, count: limit }, "limit"),
    collapse,
    weights: parseSimilarityWeights(byField(weightNames, (name) => parameters[`weights.${name}`])),
    ...filterOf(parameters),
  };
}

/** Returns the filter of a request; nothing where it has no condition, because then no track is left out. */
function filterOf(texts: FilterTexts & { readonly analysed?: string | undefined }): {
  readonly filter?: TrackFilter;
} {
  if (conditionNames.every((name) => texts[name] === undefined)) return {};
  const analysed = parseBoolean(texts.analysed, "analysed");
  const filter = parseComparedFilter({ ...filterParametersFrom(texts), analysed });
  return filter ? { filter } : {};
}
