import type { MeasuredField, TrackFilter } from "../../../domain/catalogue/catalogue-query.js";
import type { Range } from "../../../domain/range.js";
import { parseNumber } from "../../../domain/catalogue/filter-texts.js";
import { InvalidInputError } from "../../../domain/errors/request-errors.js";
import { parseCount } from "../../../domain/parse-count.js";
import { MAX_SEEDS } from "../../../services/spotify/recommendation-service.js";
import { onlyParametersOf } from "../../request/query-parameters.js";
import type { RequestedId } from "../ready-analyses.js";
import { parseSpotifyId } from "./spotify-id.js";

/** The measured fields, by Spotify's names. */
const FIELDS_BY_NAME = {
  acousticness: "acousticness",
  danceability: "danceability",
  duration_ms: "durationMs",
  energy: "energy",
  instrumentalness: "instrumentalness",
  key: "key",
  liveness: "liveness",
  loudness: "loudness",
  mode: "mode",
  speechiness: "speechiness",
  tempo: "tempo",
  time_signature: "timeSignature",
  valence: "valence",
} as const satisfies Readonly<Record<string, MeasuredField>>;

const UNMEASURED_NAMES = ["popularity"] as const;

const measuredNames = Object.keys(FIELDS_BY_NAME) as (keyof typeof FIELDS_BY_NAME)[];
const tuningNames = [...measuredNames, ...UNMEASURED_NAMES].flatMap((name) => [
  `min_${name}` as const,
  `max_${name}` as const,
  `target_${name}` as const,
]);
const seedNames = ["seed_tracks", "seed_artists", "seed_genres"] as const;
const names = [...tuningNames, ...seedNames, "limit", "market"] as const;

type Texts = Readonly<Partial<Record<(typeof names)[number], string>>>;

/** The recommendations that a client requests. */
interface RecommendationWish {
  /** 1..5. */
  readonly seeds: readonly RequestedId[];
  /** 1..100. */
  readonly count: number;
  readonly filter: TrackFilter;
  readonly targets: ReadonlyMap<MeasuredField, number>;
}

/**
 * Parses the recommendations that a URL requests. `market` changes nothing here.
 *
 * @throws {InvalidInputError} names the parameter that is missing, unknown, malformed or not supported
 */
export function recommendationWishOf(url: string): RecommendationWish {
  const texts = onlyParametersOf(url, names);
  refuseUnsupported(texts);
  return {
    seeds: seedsOf(texts.seed_tracks),
    count: parseCount(texts.limit, { parameter: "limit", defaultValue: 20, min: 1, max: 100 }),
    filter: filterOf(texts),
    targets: targetsOf(texts),
  };
}

function refuseUnsupported(texts: Texts): void {
  for (const name of ["seed_artists", "seed_genres"] as const) {
    if (texts[name] === undefined || texts[name] === "") continue;
    throw new InvalidInputError(name, 'is not supported; name tracks in "seed_tracks"');
  }
  for (const name of UNMEASURED_NAMES) {
    for (const parameter of [`min_${name}`, `max_${name}`, `target_${name}`] as const) {
      if (texts[parameter] === undefined) continue;
      throw new InvalidInputError(parameter, `is not supported: ${name} is not measured`);
    }
  }
}

function seedsOf(list = ""): readonly RequestedId[] {
  if (list.trim() === "") throw new InvalidInputError("seed_tracks", "is required");
  const texts = list.split(",");
  if (texts.length <= MAX_SEEDS) {
    return texts.map((text) => parseSpotifyId(text.trim(), "seed_tracks"));
  }
  throw new InvalidInputError("seed_tracks", `must contain at most ${MAX_SEEDS} ids`);
}

function filterOf(texts: Texts): TrackFilter {
  const ranges = new Map<MeasuredField, Range>();
  for (const name of measuredNames) {
    const gte = parseNumber(texts[`min_${name}`], `min_${name}`);
    const lte = parseNumber(texts[`max_${name}`], `max_${name}`);
    if (gte === undefined && lte === undefined) continue;
    const range = { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) };
    ranges.set(FIELDS_BY_NAME[name], range);
  }
  const durationMs = ranges.get("durationMs");
  ranges.delete("durationMs");
  return { ...(durationMs && { durationMs }), estimates: Object.fromEntries(ranges) };
}

function targetsOf(texts: Texts): ReadonlyMap<MeasuredField, number> {
  const targets = new Map<MeasuredField, number>();
  for (const name of measuredNames) {
    const target = parseNumber(texts[`target_${name}`], `target_${name}`);
    if (target !== undefined) targets.set(FIELDS_BY_NAME[name], target);
  }
  return targets;
}
