import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { Track } from "../../../src/domain/track/track.js";
import { RecordingAnalyses } from "../../../src/services/analysis/recording-analyses.js";
import { measuredAudio } from "../../fakes/measured-audio.js";

const VERSION = 3;

const trackOf = (trackName: string, facts: Partial<Track> = {}): Track => ({
  trackKey: trackKeyFrom("Overtone", trackName),
  artist: "Overtone",
  trackName,
  artwork: { kind: "none" },
  providers: [],
  ...facts,
});

/** An analysis of 100 seconds; a greater tempo is an analysis computed later. */
const analysisOf = (trackName: string, tempo: number, facts: Partial<Analysis> = {}): Analysis => ({
  ...measuredAudio({ tempo, durationSeconds: 100 }, VERSION),
  trackKey: trackKeyFrom("Overtone", trackName),
  artist: "Overtone",
  trackName,
  source: "library",
  analyzedAt: tempo,
  ...facts,
});

describe("A track whose recording may be analysed under another spelling", () => {
  const numbered = trackOf("06 - Salt");
  const any = { isWholeWanted: () => Promise.resolve(false) };
  const whole = { isWholeWanted: () => Promise.resolve(true) };
  let database: Database;
  let store: SqlAnalysisStore;
  let recordings: RecordingAnalyses;

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    store = new SqlAnalysisStore({ database });
    recordings = new RecordingAnalyses({ store });
  });
  afterEach(() => database.close());

  /** Returns the tempo of the analysis that a track has now. */
  async function tempoOf({ trackKey }: Track): Promise<number | null | undefined> {
    const [analysis] = await store.findMany([trackKey]);
    return analysis?.estimates.tempo.value;
  }

  it("gets that analysis under its own names", async () => {
    await store.save(analysisOf("Salt", 90));

    const isLinked = await recordings.linkSpelling(numbered, VERSION, whole);

    const { trackKey, artist, trackName } = numbered;
    expect(isLinked).toBe(true);
    expect(await store.findMany([trackKey])).toMatchObject([{ trackKey, artist, trackName }]);
    expect(await tempoOf(numbered)).toBe(90);
  });

  it.each([
    ["no spelling is analysed", []],
    ["the analysis is of an older version", [analysisOf("Salt", 90, { version: VERSION - 1 })]],
    ["the analysis is of another version of the title", [analysisOf("Salt (Live)", 90)]],
    ["the lengths differ", [analysisOf("Salt", 90, { durationSeconds: 200 })]],
  ])("gets none when %s", async (_when, analyses) => {
    for (const analysis of analyses) await store.save(analysis);

    const isLinked = await recordings.linkSpelling(
      { ...numbered, durationSeconds: 101 },
      VERSION,
      any,
    );

    expect(isLinked).toBe(false);
    expect(await tempoOf(numbered)).toBeUndefined();
  });

  it("is not linked to its own analysis", async () => {
    await store.save(analysisOf(numbered.trackName, 80, { excerptSeconds: 30 }));

    expect(await recordings.linkSpelling(numbered, VERSION, any)).toBe(false);
  });

  it("gets the analysis of the whole recording rather than a newer one of an excerpt", async () => {
    await store.save(analysisOf("Salt", 90));
    await store.save(analysisOf("Salt - Remastered 2011", 91, { excerptSeconds: 30 }));

    await recordings.linkSpelling(numbered, VERSION, any);

    expect(await tempoOf(numbered)).toBe(90);
  });

  it("gets the newest analysis of an excerpt, unless the whole is wanted", async () => {
    await store.save(analysisOf("Salt", 90, { excerptSeconds: 30 }));
    await store.save(analysisOf("Salt - Remastered 2011", 91, { excerptSeconds: 30 }));

    const ofWhole = await recordings.linkSpelling(numbered, VERSION, whole);
    const before = await tempoOf(numbered);
    const ofAny = await recordings.linkSpelling(numbered, VERSION, any);

    expect([ofWhole, before]).toEqual([false, undefined]);
    expect([ofAny, await tempoOf(numbered)]).toEqual([true, 91]);
  });
});
