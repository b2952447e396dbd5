import { RecentRecordings } from "../../../src/adapters/storage/analyses/recent-recordings.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlCorrectionStore } from "../../../src/adapters/storage/analyses/sql-correction-store.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { SqlLibraryStore } from "../../../src/adapters/storage/library/sql-library-store.js";
import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { CorrectionService } from "../../../src/services/analysis/correction-service.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { fileOf } from "../../contracts/library-store.contract.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { recordingOf } from "../../fakes/measured-audio.js";

const money = analysisOf("Pink Floyd", "Money", { tempo: 60 });
const { recordingId, trackKey } = money;

describe("CorrectionService", () => {
  let database: Database;
  let service: CorrectionService;
  let files: SqlLibraryStore;
  let published: number[];
  let delivered: number[];

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    const recent = new RecentRecordings();
    const store = new SqlAnalysisStore({ database, recent });
    files = new SqlLibraryStore({ database, recent });
    [published, delivered] = [[], []];
    const tempoOf = ({ estimates }: Analysis): number => estimates.tempo.value ?? NaN;
    service = new CorrectionService({
      ...{ store, library: files, clock: new ManualClock() },
      corrections: new SqlCorrectionStore({ database, recent }),
      events: { publish: (analysis) => void published.push(tempoOf(analysis)) },
      deliveries: {
        openDeliveries: () =>
          Promise.resolve((analysis) => {
            delivered.push(tempoOf(analysis));
            return [];
          }),
      },
    });
    await store.save(money);
  });
  afterEach(() => database.close());

  it("announces each change once, with the stated values", async () => {
    await service.correct(trackKey, { tempo: "double" });
    await service.correct(recordingId, { tempo: 120 });
    await service.takeBack(recordingId);
    await service.takeBack(recordingId);

    expect([delivered, published]).toEqual([
      [120, 60],
      [120, 60],
    ]);
  });

  it("refuses recordings and names without an analysis", async () => {
    await expect(service.get(recordingOf("unknown"))).rejects.toMatchObject({
      code: "TRACK_NOT_FOUND",
    });
    await expect(service.takeBack(trackKeyFrom("no", "body"))).rejects.toMatchObject({
      code: "ANALYSIS_NOT_FOUND",
    });
  });

  it("lists what is stated with the analysis and the file", async () => {
    const file = fileOf("Pink Floyd", "Money", { recordingId });
    await files.save([file]);
    await service.correct(recordingId, { valence: 0.25 });

    const [listed, ...others] = await service.list();

    expect(others).toEqual([]);
    expect(listed).toMatchObject({
      recordingId,
      stated: { valence: 0.25 },
      analysis: { trackKey },
    });
    expect(listed?.file?.relativePath).toBe(file.relativePath);
  });
});
