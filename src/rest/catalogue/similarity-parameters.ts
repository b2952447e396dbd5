import { byField } from "../../domain/analysis/descriptors.js";
import type { TrackFilter } from "../../domain/catalogue/catalogue-query.js";
import {
  filterNames,
  filterParametersFrom,
  parseNumber,
  type FilterTexts,
} from "../../domain/catalogue/filter-texts.js";
import {
  parseMixPathLength,
  parseMixRules,
  type MixRules,
} from "../../domain/catalogue/mix-path.js";
import {
  parseSimilarCount,
  parseSimilarityWeights,
  weightNames,
  type FieldWeights,
} from "../../domain/catalogue/similarity.js";
import { parseComparedFilter } from "../../domain/catalogue/track-filter.js";
import { parseTrackKey, type TrackKey } from "../../domain/track/track-key.js";
import { onlyParametersOf } from "../request/query-parameters.js";
import { parseBoolean } from "./catalogue-parameters.js";

const conditionNames = [...filterNames, "analysed"] as const;
const similarNames = [
  ...conditionNames,
  "limit",
  ...weightNames.map((name) => `weights.${name}` as const),
] as const;
const ruleNames = ["maxTempoChangePercent", "artistSpacing", "compatibleKeysOnly"] as const;
const mixNames = [...conditionNames, "from", "to", "length", ...ruleNames] as const;

/** Which tracks that sound like one a client requests. */
interface SimilarRequest {
  /** 1..100. */
  readonly count: number;
  readonly weights: FieldWeights;
  /** Absent where the URL has no conditions. */
  readonly filter?: TrackFilter;
}

/** The mix that a client requests. */
interface MixRequest {
  readonly from: TrackKey;
  readonly to: TrackKey;
  /** 2..50. */
  readonly length: number;
  /** Absent where the URL has no conditions. */
  readonly filter?: TrackFilter;
  readonly rules: MixRules;
}

/**
 * Parses the similar tracks that a URL requests. Conditions are those of `GET /tracks`.
 *
 * @throws {InvalidInputError} names the parameter that is unknown or malformed
 */
export function similarRequestOf(url: string): SimilarRequest {
  const { limit, ...parameters } = onlyParametersOf(url, similarNames);
  return {
    count: parseSimilarCount(limit, "limit"),
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
  const { from, to, length, ...parameters } = onlyParametersOf(url, mixNames);
  const { maxTempoChangePercent: change, artistSpacing, compatibleKeysOnly } = parameters;
  return {
    from: parseTrackKey(from, "from"),
    to: parseTrackKey(to, "to"),
    length: parseMixPathLength(length),
    rules: parseMixRules({
      maxTempoChangePercent: parseNumber(change, "maxTempoChangePercent"),
      artistSpacing,
      compatibleKeysOnly: parseBoolean(compatibleKeysOnly, "compatibleKeysOnly"),
    }),
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
