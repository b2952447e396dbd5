import type { Playlist } from "../../src/domain/playlist/playlist.js";
import type { PlaylistStore } from "../../src/ports/playlists/playlist-store.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";

const seed = trackKeyFrom("Ann", "One");
const playlist = (id: string, parts: Partial<Playlist> = {}): Playlist => ({
  id: `pl_${id}`,
  owner: "0a1b2c3d",
  name: `Playlist ${id}`,
  recipe: {
    filter: { tempo: { gte: 120 }, text: "björk 東京" },
    order: "-energy",
    length: 30,
    seeds: [seed],
    exclude: [trackKeyFrom("Ann", "Two")],
    path: null,
  },
  isWritten: false,
  createdAt: 1_700_000_000_000,
  changedAt: 1_700_000_000_001,
  ...parts,
});

/** The contract of every PlaylistStore. */
export function describePlaylistStore(name: string, open: () => Promise<PlaylistStore>): void {
  describe(`${name} as a PlaylistStore`, () => {
    let store: PlaylistStore;

    beforeEach(async () => {
      store = await open();
      await store.add(playlist("one"));
    });

    it("finds a playlist as it was added, and no other", async () => {
      const path = { from: seed, to: trackKeyFrom("Ann", "Three") };
      const other = playlist("two", { isWritten: true, recipe: { ...playlist("").recipe, path } });

      const isAdded = await store.add(other);

      expect(isAdded).toBe(true);
      expect(await store.find("pl_one")).toEqual(playlist("one"));
      expect(await store.find("pl_two")).toEqual(other);
      expect(await store.find("pl_three")).toBeUndefined();
    });

    it("does not add a second of one name for an owner, and does for another owner", async () => {
      const { name: taken } = playlist("one");

      const second = await store.add(playlist("two", { name: taken }));
      const others = await store.add(playlist("three", { name: taken, owner: "ffffffff" }));

      expect([second, others]).toEqual([false, true]);
      expect(await store.find("pl_two")).toBeUndefined();
    });

    it("lists the playlists of an owner, or all, by name", async () => {
      await store.add(playlist("b", { name: "Ä" }));
      await store.add(playlist("a", { name: "Another" }));
      await store.add(playlist("x", { owner: "ffffffff", name: "Their own" }));

      const own = await store.list("0a1b2c3d");
      const all = await store.list();

      expect(own.map(({ id }) => id)).toEqual(["pl_a", "pl_one", "pl_b"]);
      expect(all.map(({ id }) => id)).toEqual(["pl_a", "pl_one", "pl_x", "pl_b"]);
      expect(await store.list("00000000")).toEqual([]);
    });

    it("changes name, recipe and writing, and nothing of others", async () => {
      await store.add(playlist("two"));
      const changed = playlist("one", { name: "New", isWritten: true, changedAt: 5 });

      const outcome = await store.change(changed);

      expect(outcome).toBe("changed");
      expect(await store.find("pl_one")).toEqual(changed);
      expect(await store.find("pl_two")).toEqual(playlist("two"));
    });

    it("changes none to the name of another, and none that does not exist", async () => {
      await store.add(playlist("two"));

      const taken = await store.change(playlist("one", { name: "Playlist two" }));
      const unknown = await store.change(playlist("three"));

      expect([taken, unknown]).toEqual(["taken", "unknown"]);
      expect(await store.find("pl_one")).toEqual(playlist("one"));
      expect(await store.list()).toHaveLength(2);
    });

    it("removes a playlist once", async () => {
      expect(await store.remove("pl_one")).toBe(true);
      expect(await store.remove("pl_one")).toBe(false);
      expect(await store.list()).toEqual([]);
    });
  });
}
