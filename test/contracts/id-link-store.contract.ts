import type { IdLink } from "../../src/domain/track/id-link.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { findIsrc } from "../../src/domain/track/track.js";
import type { IdLinkStore } from "../../src/ports/metadata/id-link-store.js";

const idOf = (number: number): string => String(number).padStart(22, "a");

const link = (number: number): IdLink => ({
  spotifyId: idOf(number),
  isrc: findIsrc("GBN9Y1100088")!,
  musicbrainzId: null,
  trackKey: trackKeyFrom("Ann", `Track ${number}`),
});

/** The contract of every IdLinkStore. */
export function describeIdLinkStore(name: string, open: () => Promise<IdLinkStore>): void {
  describe(`${name} as an IdLinkStore`, () => {
    it("finds a link as it was saved, and no other", async () => {
      const store = await open();

      await store.save([link(1), link(2)]);

      expect(await store.find(idOf(2))).toEqual(link(2));
      expect(await store.find(idOf(3))).toBeUndefined();
      expect(await store.find(idOf(2).toUpperCase())).toBeUndefined();
    });

    it("finds thousands of links in the order of their ids, and says which it has not", async () => {
      const store = await open();
      await store.save(Array.from({ length: 1_200 }, (_, number) => link(number)));

      const found = await store.findMany([idOf(1_199), idOf(5_000), idOf(3), idOf(1_199)]);
      const all = await store.findMany(Array.from({ length: 1_200 }, (_, number) => idOf(number)));

      expect(found).toEqual([link(1_199), undefined, link(3), link(1_199)]);
      expect(all.map((one) => one?.spotifyId)).toEqual(
        Array.from({ length: 1_200 }, (_, number) => idOf(number)),
      );
      expect(await store.findMany([])).toEqual([]);
    });

    it("replaces the link of an id, also within one call, where the last one counts", async () => {
      const store = await open();
      const other = {
        ...link(1),
        isrc: null,
        musicbrainzId: "8b5a8b44-2b3c-4b5e-9d0e-0d5a1f0b8a11",
      };
      await store.save([link(1)]);

      await store.save([link(1), other]);

      expect(await store.find(idOf(1))).toEqual(other);
    });

    it("saves thousands at once, and none", async () => {
      const store = await open();

      await store.save(Array.from({ length: 3_000 }, (_, number) => link(number)));
      await store.save([]);

      expect(await store.find(idOf(2_999))).toEqual(link(2_999));
    });

    it("saves the same links in two orders at the same time", async () => {
      const store = await open();
      const links = Array.from({ length: 1_000 }, (_, number) => link(number));

      await Promise.all([store.save(links), store.save([...links].reverse())]);

      expect(await store.find(idOf(999))).toEqual(link(999));
    });
  });
}
