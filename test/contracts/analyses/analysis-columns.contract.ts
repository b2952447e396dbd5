import type { MeasuredField, TrackFilter } from "../../../src/domain/catalogue/catalogue-query.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { AnalysisCatalogue } from "../../../src/ports/analysis/analysis-catalogue.js";
import type { AnalysisStore } from "../../../src/ports/analysis/analysis-store.js";
import { analysisOf } from "./analysis-store.contract.js";
import { type OpenedCatalogue, replaceBytes } from "./replaced-bytes.js";

/** The contract of every AnalysisStore for values in columns. */
export function describeAnalysisColumns(name: string, open: () => Promise<OpenedCatalogue>): void {
  describe(`${name}, in columns`, () => {
    it("returns each value at the index of its track, NaN where there is none", async () => {
      const { store, catalogue } = await open();
      await saveThree(store);

      const rows = await rowsOf(catalogue, ["tempo", "happy", "durationMs"], {});

      expect(rows).toEqual(
        new Map([
          [trackKeyFrom("A", "Slow"), [60, Math.fround(0.2), 180_000]],
          [trackKeyFrom("B", "Fast"), [140, Math.fround(0.9), 180_000]],
          [trackKeyFrom("C", "Still"), [NaN, 0.5, 90_500]],
        ]),
      );
    });

    it("returns the tracks that pass a filter", async () => {
      const { store, catalogue } = await open();
      await saveThree(store);

      const rows = await rowsOf(catalogue, ["tempo"], { estimates: { tempo: { gte: 100 } } });

      expect([...rows]).toEqual([[trackKeyFrom("B", "Fast"), [140]]]);
    });

    it("returns columns without values where there is no track", async () => {
      const { catalogue } = await open();

      const { columns, ...rest } = await catalogue.readColumns({
        ...{ fields: ["tempo", "key"], filter: {}, limit: 10 },
      });

      expect(rest).toEqual({
        ...{ count: 0, totalCount: 0 },
        embeddings: new Int8Array(),
        recordingIds: new Uint8Array(),
        trackKeys: new Uint8Array(),
      });
      expect(columns).toEqual([new Float32Array(), new Float32Array()]);
    });

    it("returns values as they are after a change and a removal", async () => {
      const { store, files, catalogue } = await open();
      await saveThree(store);
      await rowsOf(catalogue, ["tempo"], {});

      await store.save(analysisOf("B", "Fast", { tempo: 141 }));
      await replaceBytes(files, analysisOf("A", "Slow"));

      expect(await rowsOf(catalogue, ["tempo"], {})).toEqual(
        new Map([
          [trackKeyFrom("B", "Fast"), [141]],
          [trackKeyFrom("C", "Still"), [NaN]],
        ]),
      );
    });

    it("returns as many as the limit of more tracks, spread over all of them", async () => {
      const { store, catalogue } = await open();
      for (let index = 0; index < 10; index += 1) {
        await store.save(analysisOf("Artist", `${index}`, { energy: index / 16 }));
      }

      const { columns, ...counts } = await catalogue.readColumns({
        ...{ fields: ["energy"], filter: {}, limit: 4 },
      });

      expect(counts).toMatchObject({ count: 4, totalCount: 10 });
      expect(columns[0]).toHaveLength(4);
      const [first = NaN, , , last = NaN] = columns[0] ?? [];
      expect(16 * (last - first)).toBeGreaterThan(5);
    });
  });
}

async function saveThree(store: AnalysisStore): Promise<void> {
  await store.save(analysisOf("A", "Slow", { tempo: 60, happy: 0.2 }));
  await store.save(analysisOf("B", "Fast", { tempo: 140, happy: 0.9 }));
  await store.save({ ...analysisOf("C", "Still", { tempo: null }), durationSeconds: 90.5 });
}

/** Returns the values of each track by its key. */
async function rowsOf(
  catalogue: AnalysisCatalogue,
  fields: readonly MeasuredField[],
  filter: TrackFilter,
): Promise<ReadonlyMap<string, readonly (number | undefined)[]>> {
  const { count, totalCount, trackKeys, columns } = await catalogue.readColumns({
    ...{ fields, filter, limit: 10 },
  });
  expect(totalCount).toBe(count);
  expect(trackKeys).toHaveLength(8 * count);
  return new Map(
    Array.from({ length: count }, (_, index) => [
      Buffer.from(trackKeys.subarray(8 * index, 8 * index + 8)).toString("hex"),
      columns.map((values) => values[index]),
    ]),
  );
}
