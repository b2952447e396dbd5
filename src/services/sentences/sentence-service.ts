import type { Analysis } from "../../domain/analysis/analysis.js";
import { musicByDefault, type TrackFilter } from "../../domain/catalogue/catalogue-query.js";
import { MAX_FACET_VALUES } from "../../domain/catalogue/facets.js";
import { parseSimilarityWeights } from "../../domain/catalogue/similarity.js";
import { comparedConditions } from "../../domain/sentence/graded-fields.js";
import { mergedFilter } from "../../domain/sentence/merged-conditions.js";
import { parseSentence } from "../../domain/sentence/parse-sentence.js";
import type { RankedRecording } from "../../domain/sentence/ranking.js";
import type { Meaning, SentenceTrack, SentencePart } from "../../domain/sentence/sentence.js";
import {
  fieldValueOf,
  trackReasons,
  type TrackReason,
} from "../../domain/sentence/track-reasons.js";
import type { TrackFilterParameters } from "../../domain/catalogue/track-filter.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { Track } from "../../domain/track/track.js";
import type { WorkBudget } from "../../domain/work-budget.js";
import type { AnalysisCatalogue } from "../../ports/analysis/analysis-catalogue.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { TrackService } from "../search/track-service.js";
import type { SimilarityService } from "../similarity/similarity-service.js";
import type { SentenceNamesReader } from "./sentence-names-reader.js";

/** How many of the tracks that sound like the named one are ranked by what else is asked for. */
const MAX_NEAR = 500;

/** A track that a sentence finds. */
export interface AnsweredTrack {
  readonly track: Track;
  /** In [0, 1]; `null` where the sentence has conditions alone, which all tracks meet alike. */
  readonly score: number | null;
  /** What it has of each part of the sentence, in their order; none of words that are not known. */
  readonly reasons: readonly TrackReason[];
}

/** A part of a sentence as it was understood. */
export interface UnderstoodPart extends SentencePart {
  /** What tracks must meet, or must not meet, by a condition or a comparison; none otherwise. */
  readonly conditions: TrackFilterParameters;
}

/** What a sentence finds. */
export interface SentenceAnswer {
  /** How its words were understood, in their order. */
  readonly parts: readonly UnderstoodPart[];
  /** The best first. None where no word was understood. */
  readonly tracks: readonly AnsweredTrack[];
  /** The number of tracks that meet all conditions. */
  readonly totalCount: number;
}

/** Finds analysed tracks by what a sentence asks for. */
export class SentenceService {
  constructor(
    private readonly needs: {
      readonly catalogue: Pick<AnalysisCatalogue, "countFacets" | "rank">;
      readonly store: Pick<AnalysisStore, "findMany">;
      readonly similarity: Pick<SimilarityService, "findNearest">;
      readonly tracks: Pick<TrackService, "findMany">;
      readonly names: SentenceNamesReader;
    },
  ) {}

  /**
   * Returns the tracks that a sentence asks for, and how it was understood. Only music is found, unless it asks for speech.
   *
   * @param sentence 1 to 200 characters
   * @param first maximum number of tracks, 1..100
   * @throws what `WorkBudget.begin` throws
   */
  async find(sentence: string, first: number, budget?: WorkBudget): Promise<SentenceAnswer> {
    const names = await this.needs.names.read(sentence, await this.#genres(budget), budget);
    const parts = await this.#understood(parseSentence(sentence, names));
    if (parts.every(({ meaning }) => meaning.kind === "unknown")) {
      return { parts, tracks: [], totalCount: 0 };
    }
    const filter = musicByDefault(mergedFilter(conditionsOf(parts, false)));
    const near = await this.#near(parts, filter, budget);
    const { items, totalCount } = await this.needs.catalogue.rank(
      {
        filter,
        except: conditionsOf(parts, true).map((one) => mergedFilter([one])),
        wishes: parts.flatMap(({ meaning }) => (meaning.kind === "wish" ? meaning.wishes : [])),
        near,
        first,
      },
      budget,
    );
    return { parts, tracks: await this.#found(parts, items, near), totalCount };
  }

  async #genres(budget: WorkBudget | undefined): Promise<readonly string[]> {
    const request = { fields: ["genre"] as const, filter: {}, first: MAX_FACET_VALUES };
    const { facets } = await this.needs.catalogue.countFacets(request, budget);
    return facets.flatMap(({ values }) => values.map(({ value }) => value));
  }

  /** Adds what must be met: comparisons with tracks become bounds. One with a track whose value is not known is unknown. */
  async #understood(parts: readonly SentencePart[]): Promise<readonly UnderstoodPart[]> {
    const named = new Map<RecordingId, SentenceTrack>();
    for (const { meaning } of parts) {
      if (meaning.kind === "comparison") named.set(meaning.track.recordingId, meaning.track);
    }
    const ids = [...named.keys()];
    const analyses = await this.needs.store.findMany(ids);
    const analysisOf = (id: RecordingId): Analysis | undefined => analyses[ids.indexOf(id)];
    return parts.map((part) => understoodPart(part, analysisOf));
  }

  /** Returns the recordings that sound like the track that a sentence names; `undefined` where it names none. */
  async #near(
    parts: readonly SentencePart[],
    filter: TrackFilter,
    budget: WorkBudget | undefined,
  ): Promise<ReadonlyMap<RecordingId, number> | undefined> {
    const like = likeOf(parts);
    if (like === undefined) return undefined;
    const nearest = await this.needs.similarity.findNearest(
      like.recordingId,
      MAX_NEAR,
      parseSimilarityWeights(),
      { filter, budget },
    );
    return new Map(nearest.map(({ recordingId, similarity }) => [recordingId, similarity]));
  }

  async #found(
    parts: readonly SentencePart[],
    items: readonly RankedRecording[],
    near: ReadonlyMap<RecordingId, number> | undefined,
  ): Promise<readonly AnsweredTrack[]> {
    const ids = items.map(({ recordingId }) => recordingId);
    const analyses = await this.needs.store.findMany(ids);
    const known = new Map(
      analyses.flatMap((analysis) => (analysis ? [[analysis.recordingId, analysis] as const] : [])),
    );
    const tracks = await this.needs.tracks.findMany(ids, known);
    return items.flatMap(({ recordingId, score, closeness }, index) => {
      const [track, analysis] = [tracks[index], analyses[index]];
      if (track === undefined || analysis === undefined) return [];
      const similarity = near?.get(recordingId) ?? null;
      return [{ track, score, reasons: trackReasons(parts, analysis, closeness, similarity) }];
    });
  }
}

function understoodPart(
  part: SentencePart,
  analysisOf: (id: RecordingId) => Analysis | undefined,
): UnderstoodPart {
  const { meaning } = part;
  if (meaning.kind === "condition") return { ...part, conditions: meaning.conditions };
  if (meaning.kind !== "comparison") return { ...part, conditions: {} };
  const { field, isHigh, track } = meaning;
  const analysis = analysisOf(track.recordingId);
  const value = analysis && fieldValueOf(field, analysis);
  return value === undefined
    ? { ...part, meaning: { kind: "unknown" }, conditions: {} }
    : { ...part, conditions: comparedConditions(field, isHigh, value) };
}

const isExcluding = (meaning: Meaning): boolean =>
  meaning.kind === "condition" && meaning.isExcluded;

function conditionsOf(
  parts: readonly UnderstoodPart[],
  isExcluded: boolean,
): readonly TrackFilterParameters[] {
  return parts
    .filter(({ meaning }) => isExcluding(meaning) === isExcluded)
    .map(({ conditions }) => conditions);
}

function likeOf(parts: readonly SentencePart[]): SentenceTrack | undefined {
  for (const { meaning } of parts) if (meaning.kind === "like") return meaning.track;
  return undefined;
}
