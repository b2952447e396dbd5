import type { LoadedColumns } from "../../../src/web/page/columns/load-columns.js";
import { coloursOf } from "../../../src/web/page/map/map-colours.js";

const loaded = { count: 3 } as LoadedColumns;

/** Returns the colour of each track. */
const painted = (rgb: Uint8Array): readonly string[] =>
  [0, 1, 2].map((index) => rgb.subarray(3 * index, 3 * index + 3).join());

describe("The colours of a map by classes that have names", () => {
  it("are one for each class, and another one for tracks of none", () => {
    const classes = { names: ["House", "Waltz"], classOf: (index: number) => [1, 0, -1][index]! };

    const { rgb, legend } = coloursOf("GENRE", loaded, false, classes);

    const [waltz, house, other] = painted(rgb);
    expect(new Set([waltz, house, other]).size).toBe(3);
    expect(legend).toEqual([
      { colour: `rgb(${house!.replaceAll(",", " ")})`, className: "House" },
      { colour: `rgb(${waltz!.replaceAll(",", " ")})`, className: "Waltz" },
      { colour: `rgb(${other!.replaceAll(",", " ")})`, className: null },
    ]);
  });

  it("are all alike until the classes are known", () => {
    const { rgb, legend } = coloursOf("MOOD", loaded, true, null);

    expect(new Set(painted(rgb)).size).toBe(1);
    expect(legend).toEqual([]);
  });
});
