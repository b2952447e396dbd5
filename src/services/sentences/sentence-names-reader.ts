import { defaultOrder, type TrackFilter } from "../../domain/catalogue/catalogue-query.js";
import { tagValuesOf } from "../../domain/catalogue/text-tags.js";
import { namePlacesIn, type NamePlace } from "../../domain/sentence/name-phrases.js";
import type { SentenceTrack, SentenceNames } from "../../domain/sentence/sentence.js";
import { foldText } from "../../domain/track/folded-text.js";
import type { AnalysisValues } from "../../domain/analysis/analysis.js";
import type { WorkBudget } from "../../domain/work-budget.js";
import type { AnalysisCatalogue } from "../../ports/analysis/analysis-catalogue.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";

/** The most tracks whose names have the words of a title, among which that with the whole title is looked for. */
const MAX_SAME_WORDS = 50;

/** Finds the tracks and artists of the library that a sentence names. */
export class SentenceNamesReader {
  constructor(
    private readonly needs: {
      readonly catalogue: Pick<AnalysisCatalogue, "listIds">;
      readonly store: Pick<AnalysisStore, "findValues">;
    },
  ) {}

  /**
   * Returns the names that a sentence has where it may name a track or an artist, the longest at each place.
   *
   * @param genres those of the library
   */
  async read(
    sentence: string,
    genres: readonly string[],
    budget?: WorkBudget,
  ): Promise<SentenceNames> {
    const artists = new Map<string, string>();
    const tracks = new Map<string, SentenceTrack>();
    for (const { kind, candidates } of namePlacesIn(sentence)) {
      for (const name of candidates) {
        const analysis = await this.#find(kind, name, budget);
        if (analysis === undefined) continue;
        if (kind === "artist") artists.set(name, artistCalled(analysis, name));
        else tracks.set(name, analysis);
        break;
      }
    }
    return { genres, artists, tracks };
  }

  async #find(
    kind: NamePlace["kind"],
    name: string,
    budget: WorkBudget | undefined,
  ): Promise<AnalysisValues | undefined> {
    const filter: TrackFilter = kind === "artist" ? { tags: { artist: [name] } } : { text: name };
    const page = { filter, order: defaultOrder, first: kind === "artist" ? 1 : MAX_SAME_WORDS };
    const { items } = await this.needs.catalogue.listIds(page, budget);
    const analyses = await this.needs.store.findValues(items);
    return analyses.find(
      (analysis) => analysis !== undefined && (kind === "artist" || isCalled(analysis, name)),
    );
  }
}

/** Returns whether a track has a folded name: its title, or its title and artist in either order. */
function isCalled({ artist, trackName }: AnalysisValues, name: string): boolean {
  const [by, title] = [foldText(artist), foldText(trackName)];
  const names = [
    title,
    `${title} by ${by}`,
    `${title} von ${by}`,
    `${title} ${by}`,
    `${by} ${title}`,
  ];
  return names.includes(name);
}

/** Returns the artist of a track that has a folded name, as the tag spells it. */
const artistCalled = ({ artist }: AnalysisValues, name: string): string =>
  tagValuesOf("artist", artist).find((one) => foldText(one) === name) ?? artist;
