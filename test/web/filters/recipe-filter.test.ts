import { addressIn } from "../../../src/web/page/address/address.js";
import { filtersAddress } from "../../../src/web/page/filters/filters-address.js";
import { filterWith, otherConditions } from "../../../src/web/page/filters/recipe-filter.js";

const conditionsIn = (query: string) =>
  filtersAddress.read(addressIn(`#/filters?${query}`)).conditions;

const STORED = {
  tempo: { gte: 99.7, lte: 140.2 },
  mood: { happy: { gte: 0.333 } },
  keyIn: ["8A", "9A"],
  genre: ["Waltz", "Ballad"],
  confidence: { tempo: { gte: 0.5 } },
  foldTempo: true,
};
const SHOWN = "tempo.gte=99.7&tempo.lte=140.2&mood.happy.gte=0.333&keyIn=8A,9A";

describe("The filter of a recipe", () => {
  it("is the same where no control is moved, also where a control cannot show its values", () => {
    expect(filterWith(STORED, conditionsIn(SHOWN))).toEqual(STORED);
  });

  it("has the bounds of controls that are moved, and keeps the others as they were", () => {
    const moved = conditionsIn(SHOWN.replace("140.2", "120").replace("8A,9A", "8A"));

    expect(filterWith(STORED, moved)).toEqual({
      ...{ ...STORED, tempo: { gte: 99.7, lte: 120 }, keyIn: ["8A"] },
    });
  });

  it("loses what the reader clears, and keeps what has no control", () => {
    expect(filterWith(STORED, conditionsIn(""))).toEqual({
      ...{ genre: ["Waltz", "Ballad"], confidence: { tempo: { gte: 0.5 } }, foldTempo: true },
    });
  });

  it("keeps keys that the wheel does not name until others are chosen", () => {
    expect(filterWith({ keyIn: ["Am"] }, conditionsIn(""))).toEqual({ keyIn: ["Am"] });
    expect(filterWith({ keyIn: ["Am"] }, conditionsIn("keyIn=9A"))).toEqual({ keyIn: ["9A"] });
  });

  it("says what has no control", () => {
    expect(otherConditions(STORED)).toEqual([
      ...["genre=Waltz; Ballad", "confidence.tempo.gte=0.5", "foldTempo=true"],
    ]);
    expect(otherConditions({ keyIn: ["Am"], durationMs: { lte: 1000 } })).toEqual(["keyIn=Am"]);
  });
});
