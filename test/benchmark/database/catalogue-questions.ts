import type { PageRequest, TrackOrder } from "../../../src/domain/catalogue/catalogue-query.js";
import type { TrackFilterParameters } from "../../../src/domain/catalogue/track-filter.js";

/** A query, and the equivalent SQL. */
interface CatalogueQuestion extends Omit<PageRequest, "filter"> {
  readonly name: string;
  /** By default, all tracks. */
  readonly filter?: TrackFilterParameters;
  /** A condition and an order. */
  readonly sql?: readonly [where: string, orderBy: string];
}

const asc = (field: TrackOrder["field"]): TrackOrder => ({ field, direction: "asc" });
const desc = (field: TrackOrder["field"]): TrackOrder => ({ field, direction: "desc" });

/** One of each kind. */
export const catalogueQuestions: readonly CatalogueQuestion[] = [
  { name: "all, by artist", order: asc("artist"), sql: ["true", "artist_folded"] },
  { name: "all, by title, falling", order: desc("trackName") },
  { name: "all, by energy", order: desc("energy"), sql: ["true", "energy desc"] },
  { name: "all, by source", order: asc("source") },
  { name: "all, by date", order: desc("analyzedAt") },
  { name: "all, by confidence of tempo", order: desc("confidence.tempo") },
  {
    name: "from the middle, by tempo",
    order: asc("tempo"),
    after: { value: 110, id: "rec:8" },
    sql: ["(tempo, recording_id) > (110, '8')", "tempo"],
  },
  {
    name: "from the middle, by artist",
    order: asc("artist"),
    after: { value: "Maindo", id: "rec:8" },
    sql: ["(artist_folded, recording_id) > ('maindo', '8')", "artist_folded"],
  },
  { name: "the last page, by artist", order: asc("artist"), last: 20 },
  {
    name: "tempo 120 to 126, by energy",
    filter: { tempo: { gte: 120, lte: 126 } },
    order: desc("energy"),
    sql: ["tempo between 120 and 126", "energy desc"],
  },
  {
    name: "tempo and energy, by title",
    filter: { tempo: { gte: 100, lte: 130 }, energy: { gte: 0.5 } },
    order: asc("trackName"),
    sql: ["tempo between 100 and 130 and energy >= 0.5", "title_folded"],
  },
  {
    name: "three moods, by tempo",
    filter: { mood: { happy: { gte: 0.5 }, sad: { lte: 0.5 }, relaxed: { gte: 0.3 } } },
    order: asc("tempo"),
    sql: ["happy >= 0.5 and sad <= 0.5 and relaxed >= 0.3", "tempo"],
  },
  {
    name: "next to nothing, by artist",
    filter: { engagement: { gte: 0.99 }, approachability: { gte: 0.99 } },
    order: asc("artist"),
    sql: ["engagement >= 0.99 and approachability >= 0.99", "artist_folded"],
  },
  {
    name: "nothing, by tempo",
    filter: { engagement: { gte: 1 }, approachability: { lte: 0 } },
    order: asc("tempo"),
    sql: ["engagement >= 1 and approachability <= 0", "tempo"],
  },
  {
    name: "confidence, by danceability",
    filter: { confidence: { tempo: { gte: 0.5 }, key: { gte: 0.5 } } },
    order: desc("danceability"),
  },
  {
    name: "keys that mix, by energy",
    filter: { camelotCompatibleWith: "8A", source: "library" },
    order: desc("energy"),
  },
  {
    name: "duration, by date",
    filter: { durationMs: { gte: 180_000, lte: 200_000 } },
    order: desc("analyzedAt"),
  },
  {
    name: "one word, by artist",
    filter: { text: "glove" },
    order: asc("artist"),
    sql: ["names like '%glove%'", "artist_folded"],
  },
  {
    name: "two words, by energy",
    filter: { text: "remastered bra" },
    order: desc("energy"),
    sql: ["names like '%remastered%' and names like '%bra%'", "energy desc"],
  },
  {
    name: "two letters, by title",
    filter: { text: "lo" },
    order: asc("trackName"),
    sql: ["names like '%lo%'", "title_folded"],
  },
  {
    name: "a word without results, by artist",
    filter: { text: "nobody" },
    order: asc("artist"),
    sql: ["names like '%nobody%'", "artist_folded"],
  },
];
