import { addressIn } from "../../../src/web/page/address/address.js";
import { recipeAddress } from "../../../src/web/page/recipe/recipe-address.js";
import {
  filterWith,
  graphqlFilterOf,
  otherConditions,
} from "../../../src/web/page/recipe/recipe-filter.js";

const statedIn = (query: string) => recipeAddress.read(addressIn(`#/recipe/pl_1?${query}`)).stated;

const STORED = {
  tempo: { gte: 99.7, lte: 140.2 },
  mood: { happy: { gte: 0.333 } },
  keyIn: ["8A", "9A"],
  genre: ["Waltz", "Ballad"],
  album: ["One", "Two"],
  confidence: { tempo: { gte: 0.5 } },
  foldTempo: true,
  year: { gte: 800, lte: 1999 },
  kind: "music",
};
const SHOWN =
  "tempo.gte=99.7&tempo.lte=140.2&mood.happy.gte=0.333&keyIn=8A,9A&genre=Waltz; Ballad&foldTempo=true&year.lte=1999&kind=music";

describe("The filter of a recipe", () => {
  it("is the same where no control is moved, also where a control cannot show its values", () => {
    expect(filterWith(STORED, statedIn(SHOWN))).toEqual(STORED);
  });

  it("has what is stated by a control that is changed, and keeps the rest as it was", () => {
    const changed = statedIn(
      SHOWN.replace("140.2", "120").replace("8A,9A", "8A").replace("; Ballad", "; Blues; Tango") +
        "&hasFile=true&addedAt.gte=2020-01-31&timeSignature=3&source=deezer",
    );

    expect(filterWith(STORED, changed)).toEqual({
      ...STORED,
      tempo: { gte: 99.7, lte: 120 },
      keyIn: ["8A"],
      genre: ["Waltz", "Blues", "Tango"],
      hasFile: true,
      addedAt: { gte: "2020-01-31" },
      timeSignature: 3,
      source: "deezer",
    });
  });

  it("loses what the reader clears, and keeps what has no control", () => {
    expect(filterWith(STORED, {})).toEqual({
      album: ["One", "Two"],
      confidence: { tempo: { gte: 0.5 } },
      year: { gte: 800 },
    });
  });

  it("gets a value in place of one that has no control", () => {
    expect(filterWith(STORED, statedIn(`${SHOWN}&album=Three&year.gte=1990`))).toEqual({
      ...{ ...STORED, album: ["Three"], year: { gte: 1990, lte: 1999 } },
    });
  });

  it("says what has no control", () => {
    expect(otherConditions(STORED)).toEqual([
      ...["album=One; Two", "confidence.tempo.gte=0.5", "year.gte=800"],
    ]);
    expect(otherConditions({ keyIn: ["Am"], durationMs: { gte: null, lte: 1000 } })).toEqual([]);
  });

  it("is asked for over GraphQL with its choices in capitals", () => {
    expect(graphqlFilterOf({ kind: "music", presence: "any", genre: ["any"] })).toEqual({
      ...{ kind: "MUSIC", presence: "ANY", genre: ["any"] },
    });
  });
});
