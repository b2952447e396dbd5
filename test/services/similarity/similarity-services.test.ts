import { KeyvMetadataCache } from "../../../src/adapters/cache/keyv-metadata-cache.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { CatalogueIndex } from "../../../src/adapters/storage/catalogue/catalogue-index.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { parseSimilarityWeights } from "../../../src/domain/catalogue/similarity.js";
import type { RecordingId } from "../../../src/domain/track/recording-id.js";
import { trackKeyFrom, type TrackKey } from "../../../src/domain/track/track-key.js";
import { unlimitedBudget } from "../../../src/domain/work-budget.js";
import { TrackService } from "../../../src/services/search/track-service.js";
import { AnalysedTracks } from "../../../src/services/similarity/analysed-tracks.js";
import { MixPathService } from "../../../src/services/similarity/mix-path-service.js";
import { SimilarityService } from "../../../src/services/similarity/similarity-service.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { linkedPerformances } from "../../fakes/linked-performances.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { MemoryLibraryStore } from "../../fakes/memory-library-store.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";

const weights = parseSimilarityWeights();
const recording = (title: string): RecordingId => analysisOf("Artist", title).recordingId;
const keyOf = (title: string): TrackKey => trackKeyFrom("Artist", title);
const roundedOf = (value: number): number => Math.round(value * 10_000) / 10_000;

describe("The tracks that sound", () => {
  let database: Database;
  let cache: KeyvMetadataCache;
  let similarity: SimilarityService;
  let mixes: MixPathService;
  /** The tracks that are forgotten between the comparison and the reading of their names. */
  let forgotten: string[];

  beforeAll(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    const catalogue = new CatalogueIndex(database);
    const store = new SqlAnalysisStore({ database, catalogue });
    const clock = new ManualClock();
    cache = new KeyvMetadataCache({
      database,
      clock,
      logger: new RecordingLogger(),
      ttlSeconds: 9,
    });
    const library = new MemoryLibraryStore();
    class ForgetfulTracks extends TrackService {
      override async findMany(...given: Parameters<TrackService["findMany"]>) {
        const tracks = await super.findMany(...given);
        return tracks.map((track) =>
          track && forgotten.includes(track.trackName) ? undefined : track,
        );
      }
    }
    const tracks = new ForgetfulTracks({ cache, library, analyses: store });
    const analysed = new AnalysedTracks({ store, tracks });
    const performances = linkedPerformances([recording("Step 0"), recording("Step 0 (Vinyl)")]);
    similarity = new SimilarityService({
      ...{ catalogue, analysed, tracks, performances, analysisVersion: 1 },
    });
    mixes = new MixPathService({ catalogue, analysed, tracks, performances });
    for (const step of [0, 1, 2, 3, 4, 5, 6]) {
      const part = step / 6;
      const values = {
        tempo: 100 + 5 * step,
        key: 0,
        mode: 1,
        energy: part,
        arousal: part,
        valence: part,
      };
      await store.save(analysisOf("Artist", `Step ${step}`, values));
    }
    await store.save(analysisOf("Artist", "Step 0 (Vinyl)", { tempo: 100, energy: 0 }));
    const unheard = { trackKey: keyOf("Unheard"), artist: "Artist", trackName: "Unheard" };
    await cache.saveTracks([{ ...unheard, artwork: { kind: "none" }, providers: [] }]);
  });
  beforeEach(() => {
    forgotten = [];
  });
  afterAll(() => database.close());

  describe("similar to a track", () => {
    it("are the nearest, most similar first, without its other encoding, and say why", async () => {
      const found = await similarity.findSimilar(keyOf("Step 0"), 3, weights);

      expect(found.map(({ track }) => track.trackName)).toEqual(["Step 1", "Step 2", "Step 3"]);
      const values = found.map((one) => one.similarity);
      expect(values).toEqual([...values].sort((one, other) => other - one));
      expect(new Set(values).size).toBe(3);
      expect(values).toEqual(values.map(roundedOf));
      expect(found[0]!.reasons.length).toBeGreaterThan(0);
    });

    it("have its other encoding where nothing is collapsed", async () => {
      const key = keyOf("Step 0");

      const one = await similarity.findSimilar(key, 10, weights);
      const all = await similarity.findSimilar(key, 10, weights, { collapse: "none" });

      const [titles, allTitles] = [one, all].map((found) =>
        found.map(({ track }) => track.trackName).sort(),
      );
      expect(allTitles).toEqual(["Step 0 (Vinyl)", ...titles!]);
    });

    it("omit one that was removed meanwhile, and keep the others with their values", async () => {
      const before = await similarity.findSimilar(keyOf("Step 0"), 3, weights);
      forgotten = ["Step 1"];

      const found = await similarity.findSimilar(keyOf("Step 0"), 3, weights);

      expect(found).toEqual(before.slice(1));
    });
  });

  describe("between two tracks", () => {
    it("lead from one to the other in even steps, each with its transition but the first", async () => {
      const { steps } = await mixes.create(keyOf("Step 0"), keyOf("Step 6"), 4);

      expect(steps.map(({ track }) => track.trackName)).toEqual([
        ...["Step 0", "Step 2", "Step 4", "Step 6"],
      ]);
      const progress = steps.map((step) => step.progress);
      expect(progress).toEqual([0, expect.closeTo(1 / 3, 1), expect.closeTo(2 / 3, 1), 1]);
      expect(progress).toEqual(progress.map(roundedOf));
      expect(steps.map(({ transition }) => transition?.tempoChangePercent)).toEqual([
        undefined,
        expect.closeTo(10, 1),
        expect.closeTo(9.1, 1),
        expect.closeTo(8.3, 1),
      ]);
      expect("transition" in steps[0]!).toBe(false);
    });

    it("omit one that was removed meanwhile, and step over it", async () => {
      forgotten = ["Step 2"];

      const { steps } = await mixes.create(keyOf("Step 0"), keyOf("Step 6"), 4);

      expect(steps.map(({ track }) => track.trackName)).toEqual(["Step 0", "Step 4", "Step 6"]);
      expect(steps[1]!.transition?.tempoChangePercent).toBeCloseTo(20, 0);
    });

    it("are no longer searched for once the caller has aborted", async () => {
      const budget = unlimitedBudget(AbortSignal.abort(new Error("left")));

      const creating = mixes.create(keyOf("Step 0"), keyOf("Step 6"), 4, { budget });

      await expect(creating).rejects.toThrow("left");
    });

    it("are refused where both are one recording", async () => {
      const creating = mixes.create(keyOf("Step 0"), keyOf("Step 0"), 4);

      await expect(creating).rejects.toMatchObject({
        code: "INVALID_INPUT",
        facts: { parameter: "to" },
      });
    });
  });

  it.each([
    ["is known, but not analysed", "Unheard", "ANALYSIS_NOT_FOUND"],
    ["is unknown", "Unknown", "TRACK_NOT_FOUND"],
  ])("are not compared with a track that %s", async (_what, title, code) => {
    const trackKey = keyOf(title);
    const attempts = [
      similarity.findSimilar(trackKey, 3, weights),
      mixes.create(trackKey, keyOf("Step 0"), 3),
      mixes.create(keyOf("Step 0"), trackKey, 3),
    ];

    const outcomes = await Promise.allSettled(attempts);

    const refused = { status: "rejected", reason: expect.objectContaining({ code }) as unknown };
    expect(outcomes).toEqual([refused, refused, refused]);
  });
});
