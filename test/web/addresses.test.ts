import { addressIn, fragmentOf, type AddressCodec } from "../../src/web/page/address/address.js";
import { withKeptParts } from "../../src/web/page/address/state-parts.js";
import { duplicatesAddress } from "../../src/web/page/duplicates/duplicates-address.js";
import { filtersAddress } from "../../src/web/page/filters/filters-address.js";
import {
  libraryListAddress,
  trackQueryOf,
} from "../../src/web/page/conditions/track-conditions.js";
import { mapAddress } from "../../src/web/page/map/map-address.js";
import { mixAddress } from "../../src/web/page/mix/mix-address.js";
import { addressOf } from "../../src/web/page/parts/library-address.js";
import { recipeAddress } from "../../src/web/page/recipe/recipe-address.js";
import { searchAddress } from "../../src/web/page/search/search-address.js";

/** Returns the state that an address of a view leads to, and the address that the state is given. */
function readAndWritten<State>(codec: AddressCodec<State>, fragment: string): [State, string] {
  const address = addressIn(fragment);
  const state = codec.read(address);
  return [state, fragmentOf({ path: address.path, ...codec.write(state) })];
}

describe("An address", () => {
  it("has a view, its argument and names with values", () => {
    const { path, argument, query } = addressIn("#/library/artist/AC%2FDC?sort=-year&genre=R%26B");

    expect([path, argument]).toEqual(["library", "artist/AC/DC"]);
    expect([...query]).toEqual([
      ["sort", "-year"],
      ["genre", "R&B"],
    ]);
  });

  it("is that of the first view where it names none, or cannot be decoded", () => {
    expect(["", "#", "#session=abc", "#/"].map((text) => addressIn(text).path)).toEqual(
      Array.from({ length: 4 }, () => ""),
    );
    expect(addressIn("#/track/100%").argument).toBe("100%");
  });

  it.each(["AC/DC", "a?b#c", "100%", "شط إسكندرية", "/", " two  words ", "+&="])(
    "leads back to %j as an argument",
    (argument) => {
      expect(addressIn(fragmentOf({ path: "search", argument })).argument).toBe(argument);
    },
  );
});

describe("The address of a view", () => {
  it.each([
    ["search", searchAddress, "#/search/slow%20waltz?artist=Ann"],
    [
      "the library",
      libraryListAddress,
      "#/library/genre/Waltz?tempo.gte=90&year.lte=1999&sort=-year",
    ],
    [
      "the library by several names",
      libraryListAddress,
      "#/library?artist=Ann&album=One&foldTempo=true&keyIn=08A%2CA%23+minor%2C1m&camelotCompatibleWith=F%23m&kind=music&hasFile=true",
    ],
    [
      "filters",
      filtersAddress,
      "#/filters?tempo.gte=87&mood.happy.lte=0.5&keyIn=8A%2C9A&sort=tempo",
    ],
    [
      "the map",
      mapAddress,
      "#/map?x=TEMPO&y=ENERGY&colour=NONE&window=0.5%2C0.25%2C4&select=0.1%2C0.4%2C0.2%2C0.3",
    ],
    ["a mix", mixAddress, "#/mix?from=rec%3A0123456789abcdef&to=rec%3Afedcba9876543210&length=20"],
    ["a mix in another order", mixAddress, "#/mix?from=a&to=b&tracks=b%2Cc%2Ca"],
    [
      "a bounded mix",
      mixAddress,
      "#/mix?from=a&to=b&maxTempoChangePercent=6&artistSpacing=1&compatibleKeysOnly=true&locked=2-c%2C4-d&tempo.gte=90&keyIn=8A%2C9A",
    ],
    ["duplicates", duplicatesAddress, "#/duplicates?kind=COPIES&score=0.9&folder=a%2Fb&sort=NAME"],
    [
      "a recipe",
      recipeAddress,
      "#/recipe/pl_0123456789abcdef?genre=Waltz%3B+Tango&tempo.gte=90&order=random%3A7&length=9&seeds=none&exclude=a%2Cb",
    ],
  ] as const)("of %s leads to the state that it was made of", (_, codec, fragment) => {
    const [, written] = readAndWritten<unknown>(codec as AddressCodec<unknown>, fragment);

    expect(written).toBe(fragment);
  });

  it.each([
    ["search", searchAddress, "#/search"],
    [
      "library",
      libraryListAddress,
      "#/library?hasFile=none&kind=NOISE&sort=beauty&foldTempo=1&addedAt.gte=2026-1-1&keyIn=13A,H&camelotCompatibleWith=8&x=y",
    ],
    ["filters", filtersAddress, "#/filters?tempo.gte=fast&keyIn=99Z&mood.happy.lte=&sort=-"],
    ["map", mapAddress, "#/map?x=BEAUTY&y=KEY&colour=RED&window=a,b,c&select=1,2,3"],
    [
      "mix",
      mixAddress,
      "#/mix?length=7&maxTempoChangePercent=7&artistSpacing=x&compatibleKeysOnly=1&locked=0-a,b,3-&tempo.gte=",
    ],
    ["duplicates", duplicatesAddress, "#/duplicates?kind=ALL&score=2&sort=SIZE"],
  ] as const)("of %s is without what it does not know", (path, codec, fragment) => {
    const [, written] = readAndWritten<unknown>(codec as AddressCodec<unknown>, fragment);

    expect(written).toBe(`#/${path}`);
  });

  it("of the tracks of an artist is the one that leads there from a row", () => {
    const [state, written] = readAndWritten(libraryListAddress, addressOf("artist", "Ann"));

    expect(state.stated).toEqual({ artist: "Ann" });
    expect(written).toBe(addressOf("artist", "Ann"));
  });

  it("of an album lists it in the order of its tracks, unless it says another one", () => {
    const orderAt = (fragment: string): unknown =>
      readAndWritten(libraryListAddress, fragment)[0].order;

    expect(orderAt(addressOf("album", "One"))).toEqual({ field: "ALBUM", direction: "ASC" });
    expect(orderAt("#/library/album/One?sort=artist")).toEqual({
      field: "ARTIST",
      direction: "ASC",
    });
  });

  it("of a list of the library is asked for with the same conditions and order as a file", () => {
    const address =
      "#/library/genre/Slow%20Waltz?tempo.gte=89%2C5&year.lte=1999&hasFile=true&kind=music&sort=-sad";
    const [state] = readAndWritten(libraryListAddress, address);

    expect(Object.fromEntries(new URLSearchParams(trackQueryOf(state)))).toEqual({
      genre: "Slow Waltz",
      "tempo.gte": "89.5",
      "year.lte": "1999",
      hasFile: "true",
      kind: "music",
      order: "-mood.sad",
    });
  });

  it("of a part of the map beyond its edge is the nearest part of it", () => {
    const [{ camera }] = readAndWritten(mapAddress, "#/map?window=5,-3,2");

    expect(camera).toEqual({ x: 0.75, y: 0.25, zoom: 2 });
  });
});

describe("The state of a view", () => {
  const before = addressIn("#/filters?tempo.gte=120&mood.happy.lte=0.5&keyIn=8A&sort=tempo");

  it("keeps the conditions where only the order is another", () => {
    const first = filtersAddress.read(before);
    const sorted = addressIn("#/filters?tempo.gte=120&mood.happy.lte=0.5&keyIn=8A&sort=-energy");

    const next = withKeptParts(first, filtersAddress.read(sorted));

    expect(next.conditions).toBe(first.conditions);
    expect(next.order).toEqual({ field: "ENERGY", direction: "DESC" });
  });

  it.each([
    "#/filters?tempo.gte=121&mood.happy.lte=0.5&keyIn=8A&sort=tempo",
    "#/filters?tempo.gte=120&mood.sad.lte=0.5&keyIn=8A&sort=tempo",
    "#/filters?tempo.gte=120&mood.happy.lte=0.5&keyIn=9A&sort=tempo",
    "#/filters?tempo.gte=120&mood.happy.lte=0.5&sort=tempo",
    "#/filters?sort=tempo",
  ])("has the conditions of %s instead, and keeps the order", (fragment) => {
    const first = filtersAddress.read(before);
    const read = filtersAddress.read(addressIn(fragment));

    const next = withKeptParts(first, read);

    expect(next).toEqual(read);
    expect(next.conditions).not.toEqual(first.conditions);
    expect(next.order).toBe(first.order);
  });

  it("keeps the rectangle of a map that is moved, and none where there is none any more", () => {
    const first = mapAddress.read(addressIn("#/map?select=0.1,0.4,0.2,0.3"));
    const [moved, cleared] = ["window=0.5,0.5,4&select=0.1,0.4,0.2,0.3", "window=0.5,0.5,4"].map(
      (query) => withKeptParts(first, mapAddress.read(addressIn(`#/map?${query}`))),
    );

    expect(moved?.region).toBe(first.region);
    expect(moved?.camera).toEqual({ x: 0.5, y: 0.5, zoom: 4 });
    expect(cleared?.region).toBeNull();
  });
});
