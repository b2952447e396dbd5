import type { SearchQuery } from "../../src/domain/track/search-query.js";
import type { MetadataProvider } from "../../src/ports/metadata/metadata-provider.js";

/** A provider, and some facts about its catalogue. */
export interface OpenedProvider {
  readonly provider: MetadataProvider;
  /** A track that it has. */
  readonly known: { readonly artist: string; readonly track: string };
  /** A word that at least three of its tracks share. */
  readonly shared: string;
}

/** The contract of every MetadataProvider. */
export function describeMetadataProvider(name: string, open: () => Promise<OpenedProvider>): void {
  describe(`${name} as a MetadataProvider`, () => {
    it("has a stable lower-case name, which every candidate contains", async () => {
      const { provider, known } = await open();

      const { candidates } = await provider.searchTracks({ ...known, limit: 10 }, notAborted());

      expect(provider.name).toMatch(/^[a-z]+$/);
      expect(candidates.map((candidate) => candidate.provider)).toEqual(
        candidates.map(() => provider.name),
      );
    });

    it("finds a track by title and artist, and lists it first", async () => {
      const { provider, known } = await open();

      const { candidates } = await provider.searchTracks({ ...known, limit: 10 }, notAborted());

      expect(candidates[0]).toMatchObject({ artist: known.artist, trackName: known.track });
    });

    it("finds a track by its title alone", async () => {
      const { provider, known } = await open();

      const { candidates } = await provider.searchTracks(
        { track: known.track, limit: 10 },
        notAborted(),
      );

      expect(candidates.map(({ trackName }) => trackName)).toContain(known.track);
    });

    it("returns at most as many candidates as requested", async () => {
      const { provider, shared } = await open();

      const { candidates } = await provider.searchTracks({ track: shared, limit: 2 }, notAborted());

      expect(candidates).toHaveLength(2);
    });

    it("returns every candidate once on pages that follow each other", async () => {
      const { provider, shared } = await open();
      const whole = await provider.searchTracks({ track: shared, limit: 10 }, notAborted());

      const pages = [];
      for (let offset = 0; pages.at(-1)?.hasMore !== false && offset < 20; offset += 2) {
        const query = { track: shared, limit: 2, offset };
        pages.push(await provider.searchTracks(query, notAborted()));
      }

      expect(whole.candidates.length).toBeGreaterThan(2);
      expect(whole.hasMore).toBe(false);
      expect(pages.flatMap(({ candidates }) => candidates)).toEqual(whole.candidates);
    });

    it("returns an empty list for an unknown track", async () => {
      const { provider } = await open();
      const unknown: SearchQuery = { track: "Qxzzyvk Wqpplm", limit: 10 };

      const { candidates } = await provider.searchTracks(unknown, notAborted());

      expect(candidates).toEqual([]);
    });

    it("rejects with the signal's reason once it is aborted", async () => {
      const { provider, known } = await open();
      const aborted = AbortSignal.abort(new Error("aborted by the caller"));

      const search = provider.searchTracks({ ...known, limit: 10 }, aborted);

      await expect(search).rejects.toThrow("aborted by the caller");
    });
  });
}

const notAborted = (): AbortSignal => new AbortController().signal;
