import {
  withDerived,
  withoutDerived,
} from "../../../../src/adapters/storage/catalogue/derived-names.js";
import { searchedNames } from "../../../../src/domain/catalogue/searched-words.js";
import type { TextPortion } from "../../../../src/adapters/storage/catalogue/columns/text-column.js";
import { foldText } from "../../../../src/domain/track/folded-text.js";

const tracks = [
  ["Sigur Rós", "Sæglópur"],
  ["R.E.M.", "Stand"],
  ["emoji 🎵", "Straße"],
  ["", ""],
  ["Plain Artist", "Plain Title"],
  ["AC/DC", "T.N.T."],
] as const;

const texts = {
  artistFolded: portionOf(tracks.map(([artist]) => foldText(artist))),
  trackNameFolded: portionOf(tracks.map(([, title]) => foldText(title))),
  names: portionOf(tracks.map(([artist, title]) => searchedNames(artist, title))),
};

describe("searched names that follow from artist and title", () => {
  it("are left out, unlike names with initials or symbols", () => {
    const { lengths, bytes } = withoutDerived(texts);

    const isKept = [...lengths].map((length) => length > 0);
    expect(isKept).toEqual([false, true, true, false, false, true]);
    expect(bytes).toHaveLength(lengths.reduce((sum, length) => sum + length, 0));
  });

  it("are put back as they were", () => {
    expect(withDerived(withoutDerived(texts), texts)).toEqual(texts.names);
  });
});

function portionOf(values: readonly string[]): TextPortion {
  const encoded = values.map((value) => Buffer.from(value));
  return {
    lengths: Uint32Array.from(encoded, ({ length }) => length),
    bytes: Uint8Array.from(Buffer.concat(encoded)),
  };
}
