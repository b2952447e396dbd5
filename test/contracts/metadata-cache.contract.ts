import type { CandidateQuery } from "../../src/domain/track/search-query.js";
import { type TrackKey, trackKeyFrom } from "../../src/domain/track/track-key.js";
import type { CandidatePage, Track, TrackCandidate } from "../../src/domain/track/track.js";
import type { MetadataCache } from "../../src/ports/metadata/metadata-cache.js";
import type { ManualClock } from "../fakes/manual-clock.js";

/** A cache with a lifetime of an hour, and of five minutes for empty results, and its clock. */
export interface OpenedMetadataCache {
  readonly cache: MetadataCache;
  readonly clock: ManualClock;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The contract of every MetadataCache. */
export function describeMetadataCache(
  name: string,
  open: () => Promise<OpenedMetadataCache>,
): void {
  describe(`${name} as a MetadataCache`, () => {
    it("finds a result as it was stored", async () => {
      const { cache } = await open();
      await cache.saveCandidates("deezer", query, page);

      const found = await cache.findCandidates("deezer", query);

      expect(found).toEqual(page);
    });

    it.each<[string, string, Partial<CandidateQuery>]>([
      ["to another provider", "itunes", {}],
      ["for another track", "deezer", { track: "Time" }],
      ["for another artist", "deezer", { artist: "Pink" }],
      ["with another limit", "deezer", { limit: 31 }],
      ["for later candidates", "deezer", { offset: 30 }],
      ["for words of any name", "deezer", { isOfAnyName: true }],
    ])("does not return it for a request %s", async (_what, provider, parts) => {
      const { cache } = await open();
      await cache.saveCandidates("deezer", query, page);

      const found = await cache.findCandidates(provider, { ...query, ...parts });

      expect(found).toBeUndefined();
    });

    it("ignores letter case and white space in a query", async () => {
      const { cache } = await open();
      await cache.saveCandidates("deezer", query, page);

      const found = await cache.findCandidates("deezer", {
        track: " MONEY  money",
        artist: "pink floyd",
        limit: 30,
      });

      expect(found).toEqual(page);
    });

    it("stores the result for an id, and does not return it for another id", async () => {
      const { cache } = await open();
      await cache.saveCandidates("deezer", { kind: "deezer", deezerId: "7" }, page);

      const found = await cache.findCandidates("deezer", { kind: "deezer", deezerId: "7" });
      const other = await cache.findCandidates("deezer", { kind: "deezer", deezerId: "77" });

      expect(found).toEqual(page);
      expect(other).toBeUndefined();
    });

    it("drops a result when its lifetime ends, and not before", async () => {
      const { cache, clock } = await open();
      await cache.saveCandidates("deezer", query, page);

      clock.advance(HOUR - 1);
      const before = await cache.findCandidates("deezer", query);
      clock.advance(1);
      const after = await cache.findCandidates("deezer", query);

      expect(before).toEqual(page);
      expect(after).toBeUndefined();
    });

    it("keeps an empty result for minutes only", async () => {
      const { cache, clock } = await open();
      await cache.saveCandidates("deezer", query, { candidates: [], hasMore: false });

      clock.advance(5 * MINUTE - 1);
      const before = await cache.findCandidates("deezer", query);
      clock.advance(1);
      const after = await cache.findCandidates("deezer", query);

      expect(before).toEqual({ candidates: [], hasMore: false });
      expect(after).toBeUndefined();
    });

    it("returns tracks in the order of the keys, undefined for unknown ones", async () => {
      const { cache } = await open();
      const [money, time] = [trackNamed("Money"), trackNamed("Time")];
      await cache.saveTracks([money, time]);

      const found = await cache.findTracks([time.trackKey, unknownKey, money.trackKey]);

      expect(found).toEqual([time, undefined, money]);
    });

    it("replaces a track, and starts its lifetime again", async () => {
      const { cache, clock } = await open();
      const money = trackNamed("Money");
      await cache.saveTracks([money]);
      clock.advance(HOUR / 2);
      await cache.saveTracks([{ ...money, album: "The Dark Side of the Moon" }]);

      clock.advance(HOUR / 2);
      const [found] = await cache.findTracks([money.trackKey]);

      expect(found?.album).toBe("The Dark Side of the Moon");
    });

    it("accepts the same track twice in one call, and an empty list", async () => {
      const { cache } = await open();
      const money = trackNamed("Money");

      await cache.saveTracks([money, money]);
      await cache.saveTracks([]);

      expect(await cache.findTracks([money.trackKey])).toEqual([money]);
      expect(await cache.findTracks([])).toEqual([]);
    });
  });
}

const unknownKey: TrackKey = trackKeyFrom("nobody", "nothing");

const query: CandidateQuery = { track: "Money Money", artist: "Pink Floyd", limit: 30 };

const candidate: TrackCandidate = {
  provider: "deezer",
  trackName: "Money",
  artist: "Pink Floyd",
  artwork: { kind: "remote", url: "https://example.org/money.jpg" },
  durationSeconds: 382,
};

const page: CandidatePage = { candidates: [candidate], hasMore: true };

export function trackNamed(trackName: string): Track {
  return {
    trackKey: trackKeyFrom("Pink Floyd", trackName),
    trackName,
    artist: "Pink Floyd",
    artwork: { kind: "none" },
    providers: ["deezer"],
  };
}
