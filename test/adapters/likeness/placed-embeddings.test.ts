import { arrangedLayout } from "../../../src/adapters/likeness/arranged-layout.js";
import { likenessPlaces } from "../../../src/adapters/likeness/likeness-places.js";
import { PlacedEmbeddings } from "../../../src/adapters/likeness/placed-embeddings.js";
import { madeUpSounds } from "./made-up-sounds.js";

describe("Places that are remembered", () => {
  const { embeddings } = madeUpSounds(120, 6, 1);
  const layout = { version: "1/1", ...arrangedLayout(embeddings, undefined, 60) };

  it("are those that are computed, first and again, of all and of some", () => {
    const placed = new PlacedEmbeddings();
    const computed = likenessPlaces(layout, embeddings);

    const half = placed.placesOf(layout, embeddings.slice(0, 16 * 60));
    const all = placed.placesOf(layout, embeddings);
    const again = placed.placesOf(layout, embeddings);

    expect(half.across).toEqual(computed.across.slice(0, 60));
    expect(all).toEqual(computed);
    expect(again).toEqual(computed);
  });

  it("are those of the layout that is asked for", () => {
    const placed = new PlacedEmbeddings();
    const turned = { ...layout, places: layout.places.map((place) => 1 - place) };
    placed.placesOf(layout, embeddings);

    const other = placed.placesOf(turned, embeddings);

    expect(other).toEqual(likenessPlaces(turned, embeddings));
  });
});
