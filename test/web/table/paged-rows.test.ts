import { PagedRows, type LoadedPage } from "../../../src/web/page/table/paged-rows.js";
import type { ShownRow } from "../../../src/web/page/table/shown-track.js";
import { waitUntil } from "../../wait-until.js";

/** A list of a server. */
class ListOfNames {
  /** The places that pages were asked from. */
  readonly asked: number[] = [];
  names: readonly string[];
  isAway = false;

  constructor(count: number) {
    this.names = Array.from({ length: count }, (_, index) => `name ${String(index)}`);
  }

  readonly load = (offset: number): Promise<LoadedPage> => {
    this.asked.push(offset);
    if (this.isAway) return Promise.reject(new Error("away"));
    const rows = this.names.slice(offset, offset + 100).map(rowNamed);
    return Promise.resolve({ rows, totalCount: this.names.length });
  };
}

const rowNamed = (trackName: string): ShownRow => ({
  ...{ trackKey: trackName, recordingId: null, trackName, artist: "", album: null },
  ...{ albumArtist: null, composer: null, genre: null, label: null, year: null, trackNumber: null },
  ...{ durationMs: null, thumbnailUrl: null, values: null },
});

function rowsOf(
  { load }: ListOfNames,
  known: { readonly count?: number } = {},
): { readonly rows: PagedRows; readonly changes: () => number } {
  let changes = 0;
  const onChange = (): void => {
    changes += 1;
  };
  return { rows: new PagedRows({ load, onChange, ...known }), changes: () => changes };
}

const namesIn = (rows: PagedRows, from: number, to: number): (string | undefined)[] =>
  Array.from({ length: to - from }, (_, place) => rows.rowAt(from + place)?.trackName);

describe("The rows of a list that is read by pages", () => {
  it("have the number of the whole list after the first page", async () => {
    const list = new ListOfNames(1000);
    const { rows, changes } = rowsOf(list);

    rows.show(0, 10);
    await waitUntil(() => rows.count !== null);

    expect(rows.count).toBe(1000);
    expect(namesIn(rows, 0, 100)).toEqual(list.names.slice(0, 100));
    expect(rows.rowAt(500)).toBeUndefined();
    expect([list.asked, changes()]).toEqual([[0], 1]);
  });

  it.each([
    ["in the middle", 50_020, 50_040, [0, 50_000, 49_900]],
    ["at the end", 99_980, 100_000, [0, 99_900]],
    ["on two pages", 50_090, 50_110, [0, 50_000, 50_100]],
  ])(
    "come where they are in sight %s, and those beside them after them",
    async (_where, from, to, asked) => {
      const list = new ListOfNames(100_000);
      const { rows } = rowsOf(list);
      rows.show(0, 10);
      await waitUntil(() => rows.count !== null);

      rows.show(from, to);
      await waitUntil(() => list.asked.length === asked.length);
      await waitUntil(() => rows.rowAt(to - 1) !== undefined);

      expect(namesIn(rows, from, to)).toEqual(list.names.slice(from, to));
      expect(list.asked).toEqual(asked);
    },
  );

  it("are not asked for where they are known already, or were only scrolled past", async () => {
    const list = new ListOfNames(100_000);
    const { rows } = rowsOf(list, { count: 100_000 });

    rows.show(0, 10);
    for (let from = 0; from < 90_000; from += 1000) rows.show(from, from + 20);
    rows.show(90_020, 90_040);
    await waitUntil(() => list.asked.length === 3);
    rows.show(20, 40);

    expect(namesIn(rows, 90_000, 90_100)).toEqual(list.names.slice(90_000, 90_100));
    expect(list.asked).toEqual([0, 90_000, 89_900]);
  });

  it("are read again where the list became longer meanwhile, and stay until they come", async () => {
    const list = new ListOfNames(350);
    const { rows } = rowsOf(list);
    rows.show(0, 10);
    await waitUntil(() => rows.count !== null);
    const [first] = list.names;

    list.names = ["one more", ...list.names];
    rows.show(300, 350);
    await waitUntil(() => rows.count === 351);
    const before = rows.rowAt(0)?.trackName;
    rows.show(0, 10);
    await waitUntil(() => rows.rowAt(0)?.trackName === "one more");

    expect(before).toBe(first);
    expect(namesIn(rows, 0, 100)).toEqual(list.names.slice(0, 100));
    expect(namesIn(rows, 300, 351)).toEqual(list.names.slice(300));
  });

  it("are as many as there are where the list became shorter than where they are looked for", async () => {
    const list = new ListOfNames(350);
    const { rows } = rowsOf(list);
    rows.show(0, 10);
    await waitUntil(() => rows.count !== null);

    list.names = list.names.slice(0, 150);
    rows.show(330, 350);
    await waitUntil(() => rows.count === 150);
    rows.show(130, 150);
    await waitUntil(() => rows.rowAt(149) !== undefined);

    expect(namesIn(rows, 100, 150)).toEqual(list.names.slice(100, 150));
  });

  it("stay where the server is away, and go on when it is asked again", async () => {
    const list = new ListOfNames(300);
    const { rows } = rowsOf(list);
    rows.show(0, 10);
    await waitUntil(() => rows.count !== null);
    list.isAway = true;
    rows.show(100, 110);
    await waitUntil(() => rows.failure !== null);
    const askedWhileAway = list.asked.length;
    rows.show(105, 115);

    list.isAway = false;
    rows.retry();
    await waitUntil(() => rows.rowAt(110) !== undefined);

    expect(askedWhileAway).toBe(2);
    expect(rows.failure).toBeNull();
    expect(namesIn(rows, 0, 200)).toEqual(list.names.slice(0, 200));
  });

  it("are none of an empty list, which is asked for once", async () => {
    const list = new ListOfNames(0);
    const { rows } = rowsOf(list);

    rows.show(0, 10);
    await waitUntil(() => rows.count !== null);
    rows.show(0, 10);

    expect([rows.count, list.asked]).toEqual([0, [0]]);
  });

  it("are not loaded any more once they are closed", async () => {
    const list = new ListOfNames(300);
    const { rows, changes } = rowsOf(list);
    rows.show(0, 10);
    await waitUntil(() => rows.count !== null);

    rows.close();
    rows.show(200, 210);

    expect([list.asked, changes()]).toEqual([[0], 1]);
  });
});
