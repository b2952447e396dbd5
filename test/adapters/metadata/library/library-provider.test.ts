import { LibraryProvider } from "../../../../src/adapters/metadata/library/library-provider.js";
import type { LibraryFile } from "../../../../src/domain/library/library-file.js";
import type { Isrc, TrackCandidate } from "../../../../src/domain/track/track.js";
import { describeMetadataProvider } from "../../../contracts/metadata-provider.contract.js";
import { libraryFile, MemoryLibraryStore } from "../../../fakes/memory-library-store.js";

describeMetadataProvider("LibraryProvider", () => {
  const tracks = ["Money", "Time", "Us and Them"];
  const store = new MemoryLibraryStore(tracks.map((track) => libraryFile("Pink Floyd", track)));
  return Promise.resolve({
    provider: new LibraryProvider({ store }),
    known: { artist: "Pink Floyd", track: "Money" },
    shared: "Floyd",
  });
});

describe("The library as a metadata provider", () => {
  it("returns all tags of a file, and its cover as embedded artwork", async () => {
    const file = libraryFile("Pink Floyd", "Money", {
      album: "The Dark Side of the Moon",
      durationSeconds: 382.3,
      isrc: "GBN9Y1100088" as Isrc,
      musicbrainzId: "8b5a8b44-2b3c-4b5e-9d0e-0d5a1f0b8a11",
      hasCover: true,
    });

    const candidates = await searchAmong(file);

    expect(candidates).toEqual([
      {
        provider: "library",
        artist: "Pink Floyd",
        trackName: "Money",
        artwork: { kind: "embedded" },
        album: "The Dark Side of the Moon",
        durationSeconds: 382.3,
        isrc: "GBN9Y1100088",
        musicbrainzId: "8b5a8b44-2b3c-4b5e-9d0e-0d5a1f0b8a11",
      },
    ]);
  });

  it("omits fields that the tags of a file lack", async () => {
    const candidates = await searchAmong(libraryFile("Pink Floyd", "Money"));

    expect(candidates).toEqual([
      {
        provider: "library",
        artist: "Pink Floyd",
        trackName: "Money",
        artwork: { kind: "none" },
      },
    ]);
  });

  it("merges all files of a track into one candidate", async () => {
    const file = (relativePath: string, facts: Partial<LibraryFile>): LibraryFile =>
      libraryFile("Pink Floyd", "Money", { relativePath, ...facts });

    const candidates = await searchAmong(
      file("a.flac", { album: "The Dark Side of the Moon" }),
      file("b.mp3", { album: "Relics", durationSeconds: 382.3, hasCover: true }),
    );

    expect(candidates).toEqual([
      {
        provider: "library",
        artist: "Pink Floyd",
        trackName: "Money",
        album: "The Dark Side of the Moon",
        durationSeconds: 382.3,
        artwork: { kind: "embedded" },
      },
    ]);
  });

  it("is not cacheable, because a search sends no request", () => {
    const provider = new LibraryProvider({ store: new MemoryLibraryStore() });

    expect(provider.isCacheable).toBe(false);
  });
});

async function searchAmong(...files: readonly LibraryFile[]): Promise<readonly TrackCandidate[]> {
  const provider = new LibraryProvider({ store: new MemoryLibraryStore(files) });
  const { signal } = new AbortController();
  return (await provider.searchTracks({ track: "money", limit: 5 }, signal)).candidates;
}
