import { CatalogueColumns } from "../../../../src/adapters/storage/catalogue/columns/catalogue-columns.js";
import {
  firstSlots,
  slotsBeside,
  slotsFrom,
} from "../../../../src/adapters/storage/catalogue/ordered-slots.js";
import { finish } from "../../../../src/adapters/storage/sliced-work.js";
import { reversed, slotOrder } from "../../../../src/adapters/storage/catalogue/slot-order.js";
import { toAnalysesRow } from "../../../../src/adapters/storage/analysis-row.js";
import type { TrackOrder } from "../../../../src/domain/catalogue/catalogue-query.js";
import { madeUpAnalysis } from "../../../benchmark/database/made-up-analysis.js";

const TRACKS = 3000;

describe.each<TrackOrder["field"]>(["artist", "trackName", "source", "analyzedAt", "tempo", "key"])(
  "slots in the order of %s",
  (field) => {
    const analyses = Array.from({ length: TRACKS }, (_, index) => madeUpAnalysis(index * 331));
    const columns = new CatalogueColumns();
    for (const analysis of analyses) columns.put(toAnalysesRow(analysis));

    it.each(["asc", "desc"] as const)("begin with those of a complete sort, %s", (direction) => {
      const order = slotOrder(columns, { field, direction });
      const sorted = [...columns.allSlots()].sort(order.compare);

      const first = firstSlots(columns.allSlots(), order, 20);
      const last = firstSlots(columns.allSlots(), reversed(order), 20);

      expect(first).toEqual(sorted.slice(0, 20));
      expect([...last].reverse()).toEqual(sorted.slice(-20));
    });

    it.each(["asc", "desc"] as const)("are divided behind any number of them, %s", (direction) => {
      const order = slotOrder(columns, { field, direction });
      const sorted = [...columns.allSlots()].sort(order.compare);

      for (const offset of [0, 1, 700, TRACKS - 1, TRACKS, TRACKS + 1]) {
        const behind = [...finish(slotsFrom(columns.allSlots(), order, offset))];

        expect(behind.sort(order.compare)).toEqual(sorted.slice(offset));
      }
    });

    it.each(["asc", "desc"] as const)("are divided by each position, %s", (direction) => {
      const order = slotOrder(columns, { field, direction });
      const sorted = [...columns.allSlots()].sort(order.compare);

      for (const place of [0, 700, 1500, TRACKS - 1]) {
        const analysis = analyses[sorted[place] as number]!;
        const value =
          field === "tempo" || field === "key"
            ? analysis.estimates[field].value
            : analysis[field as "artist"];
        const position = { value, id: analysis.recordingId };

        const behind = [...slotsBeside(columns.allSlots(), order, position, 1)];
        const before = [...slotsBeside(columns.allSlots(), order, position, -1)];

        expect(behind.sort(order.compare)).toEqual(sorted.slice(place + 1));
        expect(before.sort(order.compare)).toEqual(sorted.slice(0, place));
      }
    });
  },
);
