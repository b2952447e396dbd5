import { createHash } from "node:crypto";
import { CatalogueColumns } from "../../../../src/adapters/storage/catalogue/columns/catalogue-columns.js";
import {
  decodePortion,
  encodePortion,
} from "../../../../src/adapters/storage/catalogue/catalogue-portion.js";
import { packNumbers } from "../../../../src/adapters/storage/catalogue/packed-numbers.js";
import { toAnalysesRow } from "../../../../src/adapters/storage/analysis-row.js";
import { similarityFields } from "../../../../src/domain/catalogue/similarity.js";
import { analysisOf } from "../../../contracts/analyses/analysis-store.contract.js";
import { recordingsOf } from "./recordings-of.js";

describe("a portion of the catalogue", () => {
  it("is decoded to the bits that were encoded", () => {
    const portion = columnsOf(...analyses).portion(1, 3);

    const decoded = decodePortion(encodePortion(portion));

    expect(decoded).toEqual(portion);
    expect(Buffer.from(decoded.texts.names.bytes).toString()).toContain("🎵");
  });

  it("is decoded from bytes that begin anywhere in a larger buffer", () => {
    const portion = columnsOf(...analyses).portion(0, 3);
    const content = encodePortion(portion);
    const buffer = new Uint8Array(content.length + 3);
    buffer.set(content, 3);

    const decoded = decodePortion(buffer.subarray(3));

    expect(decoded).toEqual(portion);
  });

  it.each([
    ["is cut off", (content: Uint8Array) => content.subarray(0, -1)],
    ["is empty", () => new Uint8Array()],
    ["has another bit in a number", (content: Uint8Array) => withOtherBit(content, 100)],
    ["has another bit in a text", (content: Uint8Array) => withOtherBit(content, -10)],
    ["has another count", (content: Uint8Array) => withOtherBit(content, 7)],
  ])("is refused when it %s", (_, damage) => {
    const content = encodePortion(columnsOf(...analyses).portion(0, 3));

    const decode = () => decodePortion(damage(content));

    expect(decode).toThrow("is damaged");
  });

  /** If this fails, raise `FORMAT` in catalogue-portion.ts before you change the digest. */
  it("has the documented byte format", () => {
    const portion = columnsOf(...analyses).portion(0, 3);
    // Not those of the analyses, of which every new estimate makes more.
    const numbers = [
      packNumbers(Float64Array.of(1 / 3, -0, NaN)),
      packNumbers(Float64Array.of(-0.25, 123.45, NaN)),
    ];

    const content = encodePortion({ ...portion, numbers });

    const digest = createHash("sha256").update(content).digest("hex");

    expect(digest).toBe("20b623f526f069622ccbad8cd824aa71bb4ac125ba571f7289d7e47a98e162ce");
  });

  it("adds to the columns only tracks that they lack", () => {
    const whole = columnsOf(...analyses);
    const columns = columnsOf(analyses[1]);

    columns.append(whole.portion(0, 3));
    columns.append(whole.portion(0, 2));

    const [first, second, third] = analyses.map(({ recordingId }) => recordingId);
    expect([...recordingsOf(columns)].sort()).toEqual([first, second, third].sort());
    for (const { recordingId, estimates } of analyses) {
      const slot = recordingsOf(columns).indexOf(recordingId);
      expect(columns.numbers("tempo")[slot]).toBe(estimates.tempo.value ?? NaN);
    }
  });

  it("is equal to the last bit to its tracks one by one, also in how they sound", () => {
    const whole = columnsOf(...analyses);
    const columns = columnsOf(analyses[1]);

    columns.append(whole.portion(0, 3));
    columns.remove(analyses[0].recordingId);
    whole.remove(analyses[0].recordingId);

    expect(soundOf(columns)).toEqual(soundOf(whole));
    expect(columns.spreads).toEqual(whole.spreads);
    expect(columns.embeddingVariance).toBe(whole.embeddingVariance);
    expect(columns.spreads).toEqual(columnsOf(analyses[2], analyses[1]).spreads);
  });

  it("is updated by later changes of its tracks", () => {
    const columns = new CatalogueColumns();
    columns.append(columnsOf(...analyses).portion(0, 3));

    columns.remove(analyses[0].recordingId);
    columns.put(
      toAnalysesRow(analysisOf(analyses[1].artist, analyses[1].trackName, { tempo: 77 })),
    );

    const tempos = recordingsOf(columns).map((key, slot) => [key, columns.numbers("tempo")[slot]]);
    expect(Object.fromEntries(tempos)).toEqual({
      [analyses[1].recordingId]: 77,
      [analyses[2].recordingId]: analyses[2].estimates.tempo.value,
    });
  });
});

const analyses = [
  {
    ...analysisOf("R.E.M.", "Stand", { tempo: 1 / 3, tuning: -0 }),
    soundEmbedding: Array.from({ length: 16 }, (_, index) => 17 * index - 127),
  },
  analysisOf("emoji 🎵", "Straße", { tempo: null, loudness: -Number.MIN_VALUE }),
  {
    ...analysisOf("Sigur Rós", "Sæglópur / AC/DC", { tempo: 123.456789 }),
    soundEmbedding: Array.from({ length: 16 }, (_, index) => -index),
  },
] as const;

function columnsOf(...kept: readonly ReturnType<typeof analysisOf>[]): CatalogueColumns {
  const columns = new CatalogueColumns();
  for (const analysis of kept) columns.put(toAnalysesRow(analysis));
  return columns;
}

/** The coordinates and measured values of each track. */
const soundOf = (columns: CatalogueColumns): unknown =>
  Object.fromEntries(
    recordingsOf(columns).map((recordingId, slot) => [
      recordingId,
      [
        columns.measuredAt(slot),
        ...similarityFields.map((field) => columns.coordinates(field)[slot]),
      ],
    ]),
  );

function withOtherBit(content: Uint8Array, place: number): Uint8Array {
  const changed = Uint8Array.from(content);
  const index = place < 0 ? changed.length + place : place;
  changed[index] = (changed[index] ?? 0) ^ 1;
  return changed;
}
