import {
  KEPT_REMOVED,
  KEPT_REVISIONS,
  type Playlist,
  type PlaylistRecipe,
} from "../../src/domain/playlist/playlist.js";
import type { PlaylistRow, RowOrder } from "../../src/domain/playlist/row-order.js";
import type { PlaylistStore, RevisedPlaylist } from "../../src/ports/playlists/playlist-store.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { recordingOf } from "../fakes/measured-audio.js";

const owner = "0a1b2c3d";
const seed = trackKeyFrom("Ann", "One");
const recipe: PlaylistRecipe = {
  filter: { tempo: { gte: 120 }, text: "björk 東京" },
  order: "-energy",
  length: 30,
  seeds: [seed],
  exclude: [trackKeyFrom("Ann", "Two")],
  path: null,
};

/** Returns a playlist whose tracks are found anew, as it is given to a store. */
export const revised = (id: string, parts: Partial<RevisedPlaylist> = {}): RevisedPlaylist => ({
  ...{ id: `pl_${id}`, owner, name: `Playlist ${id}`, note: "two\nlines", recipe },
  ...{ isWritten: false, createdAt: 1_700_000_000_000, changedAt: 1_700_000_000_001 },
  ...{ revision: 1, undoRevision: null, nextRow: 1, order: null, added: [] },
  ...parts,
});

/** Returns what a store finds of a playlist that it was given. */
function stored(revision: RevisedPlaylist): Playlist {
  const { order, added, ...playlist } = revision;
  expect([order, added]).toEqual([null, []]);
  return { ...playlist, rows: null };
}

const row = (number: number): PlaylistRow => ({
  ...{ number, recordingId: recordingOf(`Track ${number}`), artist: "Björk 東京" },
  ...{ trackName: `Track ${number}`, durationMs: number === 2 ? null : number * 1_000 },
});
const orderOf = (numbers: readonly number[], notes: [number, string][] = []): RowOrder => ({
  ...{ numbers, notes: new Map(notes) },
});

/** Returns a signal that has aborted when it is looked at for the n-th time. */
function abortingAtLook(count: number): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  let looks = 0;
  signal.throwIfAborted = () => {
    if (++looks >= count) throw new Error("The client has left.");
  };
  return signal;
}

/** The contract of every PlaylistStore. */
export function describePlaylistStore(name: string, open: () => Promise<PlaylistStore>): void {
  describe(`${name} as a PlaylistStore`, () => {
    let store: PlaylistStore;

    beforeEach(async () => {
      store = await open();
      await store.add(revised("one"));
    });

    /** Keeps a playlist of three rows. */
    const addRows = (id: string): Promise<Playlist | undefined> => {
      const rows = { order: orderOf([1, 2, 3], [[2, "slow"]]), added: [1, 2, 3].map(row) };
      return store.add(revised(id, { recipe: null, nextRow: 4, ...rows }));
    };
    const change = (
      id: string,
      revision: number,
      parts: Partial<RevisedPlaylist>,
    ): ReturnType<PlaylistStore["change"]> =>
      store.change(revised(id, { recipe: null, revision, undoRevision: revision - 1, ...parts }));

    it("finds a playlist as it was added, and no other", async () => {
      const path = { from: seed, to: trackKeyFrom("Ann", "Three") };
      const other = revised("two", { isWritten: true, recipe: { ...recipe, path } });

      const added = await store.add(other);

      expect(added).toEqual(stored(other));
      expect(await store.find("pl_one")).toEqual(stored(revised("one")));
      expect(await store.find("pl_two")).toEqual(stored(other));
      expect(await store.find("pl_three")).toBeUndefined();
    });

    it("does not add a second of one name for an owner, and does for another owner", async () => {
      const { name: taken } = revised("one");

      const second = await store.add(revised("two", { name: taken }));
      const others = await store.add(revised("three", { name: taken, owner: "ffffffff" }));

      expect([second, others?.id]).toEqual([undefined, "pl_three"]);
      expect(await store.find("pl_two")).toBeUndefined();
    });

    it("lists the playlists of an owner, or all, by name", async () => {
      await store.add(revised("b", { name: "Ä" }));
      await store.add(revised("a", { name: "Another" }));
      await store.add(revised("x", { owner: "ffffffff", name: "Their own" }));

      const own = await store.list(owner);
      const all = await store.list();

      expect(own.map(({ id }) => id)).toEqual(["pl_a", "pl_one", "pl_b"]);
      expect(all.map(({ id }) => id)).toEqual(["pl_a", "pl_one", "pl_x", "pl_b"]);
      expect(await store.list("00000000")).toEqual([]);
    });

    it("makes the next revision, and changes nothing of others", async () => {
      await store.add(revised("two"));
      const next = revised("one", {
        ...{ name: "New", note: "", isWritten: true, changedAt: 5, revision: 2, undoRevision: 1 },
      });

      const changed = await store.change(next);

      expect(changed).toEqual(stored(next));
      expect(await store.find("pl_one")).toEqual(stored(next));
      expect(await store.find("pl_two")).toEqual(stored(revised("two")));
    });

    it("changes none to the name of another, and none that does not exist", async () => {
      await store.add(revised("two"));

      const taken = await store.change(revised("one", { name: "Playlist two", revision: 2 }));
      const unknown = await store.change(revised("three", { revision: 2 }));

      expect([taken, unknown]).toEqual(["taken", "unknown"]);
      expect(await store.find("pl_one")).toEqual(stored(revised("one")));
      expect(await store.list()).toHaveLength(2);
    });

    it("changes none that has another revision than the one before", async () => {
      await store.change(revised("one", { note: "first", revision: 2 }));

      const late = await store.change(revised("one", { note: "second", revision: 2 }));
      const early = await store.change(revised("one", { note: "third", revision: 4 }));

      expect([late, early]).toEqual(["outdated", "outdated"]);
      expect(await store.find("pl_one")).toMatchObject({ note: "first", revision: 2 });
    });

    it("keeps rows with their order and notes, and how long they are", async () => {
      const added = await addRows("rows");

      const kept = await store.findRevision("pl_rows", 1);
      const rows = await store.findRows("pl_rows", [3, 1, 2, 9]);

      expect(added).toMatchObject({ rows: { count: 3, durationMs: 4_000 }, nextRow: 4 });
      expect(await store.find("pl_rows")).toEqual(added);
      expect(kept?.order).toEqual(orderOf([1, 2, 3], [[2, "slow"]]));
      expect(rows).toEqual([row(3), row(1), row(2), undefined]);
      expect(await store.findRows("pl_one", [1])).toEqual([undefined]);
    });

    it("stops between portions of rows where the signal aborts, and changes nothing then", async () => {
      const numbers = Array.from({ length: 1_500 }, (_, index) => index + 1);
      const rows = { order: orderOf(numbers), added: numbers.map(row) };
      const long = revised("long", { recipe: null, nextRow: 1_501, ...rows });

      await expect(store.add(long, abortingAtLook(3))).rejects.toThrow("has left");
      expect(await store.find("pl_long")).toBeUndefined();

      const added = await store.add(long);
      const emptied = revised("long", { recipe: null, revision: 2, order: orderOf([]) });
      await expect(store.change(emptied, abortingAtLook(3))).rejects.toThrow("has left");
      expect(await store.find("pl_long")).toEqual(added);
      await expect(store.findRows("pl_long", numbers, abortingAtLook(2))).rejects.toThrow(
        "has left",
      );
      expect(await store.findRows("pl_long", numbers)).toEqual(numbers.map(row));
    });

    it("keeps earlier revisions with the rows that left, which may return", async () => {
      await addRows("rows");

      const left = await change("rows", 2, { order: orderOf([4, 1]), added: [row(4)], nextRow: 5 });
      const back = await change("rows", 3, { order: orderOf([3, 1, 2]), nextRow: 5 });
      const earlier = await store.findRevision("pl_rows", 2);

      expect(left).toMatchObject({ rows: { count: 2, durationMs: 5_000 } });
      expect(back).toMatchObject({ rows: { count: 3, durationMs: 4_000 }, undoRevision: 2 });
      expect(earlier).toMatchObject({ undoRevision: 1, order: orderOf([4, 1]) });
      expect(await store.findRows("pl_rows", [4])).toEqual([row(4)]);
    });

    it("keeps the rows of a playlist that becomes a recipe for its earlier revisions only", async () => {
      await addRows("rows");

      const recipeAgain = await change("rows", 2, { recipe, nextRow: 4 });

      expect(recipeAgain).toMatchObject({ rows: null, recipe });
      expect((await store.findRevision("pl_rows", 2))?.order).toBeNull();
      expect(await store.findRows("pl_rows", [1, 2, 3])).toEqual([row(1), row(2), row(3)]);
    });

    it("forgets revisions that are kept no longer, with the rows that only they had", async () => {
      await addRows("rows");
      await change("rows", 2, { order: orderOf([1, 2]), nextRow: 4 });
      await change("rows", 3, { order: orderOf([1]), nextRow: 4 });

      for (let revision = 4; revision <= KEPT_REVISIONS + 1; revision++) {
        await change("rows", revision, { order: orderOf([1]), nextRow: 4 });
      }
      const first = await store.findRevision("pl_rows", 1);
      const second = await store.findRevision("pl_rows", 2);

      expect(first).toBeUndefined();
      expect(second?.order).toEqual(orderOf([1, 2]));
      expect(await store.findRows("pl_rows", [1, 2, 3])).toEqual([row(1), row(2), undefined]);
    });

    it("removes a playlist once, whose name is free then", async () => {
      const { name: free } = revised("one");

      const removed = [await store.remove("pl_one", 7), await store.remove("pl_one", 8)];
      const added = await store.add(revised("two", { name: free }));

      expect(removed).toEqual([true, false]);
      expect(await store.find("pl_one")).toBeUndefined();
      expect(await store.change(revised("one", { revision: 2 }))).toBe("unknown");
      expect(await store.list()).toEqual([added]);
    });

    it("restores a removed playlist as it was, where its name is free", async () => {
      const before = await addRows("rows");
      await store.remove("pl_rows", 7);

      const found = await store.findRemoved("pl_rows");
      await store.add(revised("two", { name: revised("rows").name }));
      const taken = await store.restore("pl_rows");
      await store.remove("pl_two", 8);
      const outcomes = [await store.restore("pl_rows"), await store.restore("pl_rows")];

      expect(found).toEqual(before);
      expect([taken, ...outcomes]).toEqual(["taken", "restored", "unknown"]);
      expect(await store.find("pl_rows")).toEqual(before);
      expect(await store.findRows("pl_rows", [2])).toEqual([row(2)]);
      expect(await store.findRemoved("pl_rows")).toBeUndefined();
    });

    it("forgets what an owner removed long before, and nothing of other owners", async () => {
      await addRows("rows");
      await store.add(revised("theirs", { owner: "ffffffff" }));
      await store.remove("pl_theirs", 1);
      await store.remove("pl_rows", 2);

      for (let number = 1; number <= KEPT_REMOVED; number++) {
        await store.add(revised(`old ${number}`));
        await store.remove(`pl_old ${number}`, 2 + number);
      }

      expect(await store.findRemoved("pl_rows")).toBeUndefined();
      expect(await store.findRows("pl_rows", [1])).toEqual([undefined]);
      expect(await store.findRevision("pl_rows", 1)).toBeUndefined();
      expect((await store.findRemoved("pl_old 1"))?.id).toBe("pl_old 1");
      expect((await store.findRemoved("pl_theirs"))?.id).toBe("pl_theirs");
    });
  });
}
