import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DiskLibraryFolders } from "../../src/adapters/library/disk-library-folders.js";
import { encodedPiece, fileNameOf } from "./encode/encoded-piece.js";
import { allPieces } from "./pieces/all-pieces.js";
import { perform } from "./synth/performance.js";
import { keyNameFrom } from "../../src/domain/analysis/musical-key.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { listed } from "../contracts/library-folders.contract.js";
import { InProcessTagReader } from "../fakes/in-process-readers.js";
import { RecordingLogger } from "../fakes/recording-logger.js";

interface ManifestEntry {
  readonly file: string;
  readonly artist: string;
  readonly track: string;
  readonly trackKey: string;
  readonly tempo: number;
  readonly key: number;
  readonly keyString: string;
  readonly mode: 0 | 1;
  readonly timeSignature: number;
  readonly durationSeconds: number;
}

const library = fileURLToPath(new URL("../../src/demo/library", import.meta.url));
const logger = new RecordingLogger();
const embedded = new InProcessTagReader();
const folders = new DiskLibraryFolders({ folders: [library], logger, embedded });

const readManifest = async (): Promise<readonly ManifestEntry[]> =>
  JSON.parse(await readFile(join(library, "manifest.json"), "utf8")) as readonly ManifestEntry[];

const inOrder = (names: readonly string[]): string[] => [...names].sort();

describe("The demo library", () => {
  it("contains the files of its manifest and no others", async () => {
    const manifest = await readManifest();

    const files = await readdir(library);

    const named = [...manifest.map(({ file }) => file), "manifest.json"];
    expect(inOrder(files)).toEqual(inOrder(named));
  });

  it("has at least ten pieces in six formats, in less than 3 MB", async () => {
    const names = await readdir(library);

    const sizes = await Promise.all(
      names.map(async (name) => (await stat(join(library, name))).size),
    );

    const formats = new Set(names.map((name) => name.slice(name.lastIndexOf("."))));
    formats.delete(".json");
    expect(names.length - 1).toBeGreaterThanOrEqual(10);
    expect(inOrder([...formats])).toEqual([".aiff", ".flac", ".mp3", ".ogg", ".opus", ".wav"]);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3_000_000);
  });

  it("has in every file the artist and title of the manifest, with or without tags", async () => {
    const manifest = await readManifest();

    const read = await Promise.all(
      (await listed(folders, library)).map(async (file) => {
        const { artist, trackName, durationSeconds } = await folders.read(file);
        const seconds = Math.round(10 * (durationSeconds ?? 0)) / 10;
        return `${file.relativePath}: ${artist}, ${trackName}, ${seconds} s`;
      }),
    );

    const expected = manifest.map(({ file, artist, track, durationSeconds }) => {
      return `${file}: ${artist}, ${track}, ${Math.round(10 * durationSeconds) / 10} s`;
    });
    expect(inOrder(read)).toEqual(inOrder(expected));
  });

  it("has a track key per piece, and spells musical keys as the contract does", async () => {
    const manifest = await readManifest();

    const keys = manifest.map(({ artist, track }) => trackKeyFrom(artist, track));
    const names = manifest.map(({ key, mode }) => keyNameFrom({ tonic: key, mode }));

    expect(manifest.map(({ trackKey }) => trackKey)).toEqual(keys);
    expect(new Set(keys).size).toBe(manifest.length);
    expect(manifest.map(({ keyString }) => keyString)).toEqual(names);
  });

  it("has the two pieces of the documentation", async () => {
    const manifest = await readManifest();

    const documented = manifest.filter(({ artist }) => artist === "Overtone");

    expect(documented).toMatchObject([
      { track: "Four on the Floor", tempo: 128, keyString: "A minor", timeSignature: 4 },
      { track: "Slow Waltz", tempo: 90, keyString: "D major", timeSignature: 3 },
    ]);
  });

  it("has covers in some files and not in others", async () => {
    const files = await listed(folders, library);

    const covers = await Promise.all(
      files.map((file) => folders.findCover({ ...file, hasCover: true })),
    );

    const types = new Set(covers.map((cover) => cover?.mediaType));
    expect(types).toEqual(new Set(["image/png", undefined]));
  });

  it.each([".wav", ".aiff"])("renders its %s to the same bytes again", async (extension) => {
    const piece = allPieces.find((one) => fileNameOf(one).endsWith(extension))!;
    const committed = await readFile(join(library, fileNameOf(piece)));

    const rendered = await encodedPiece(piece, perform(piece));

    expect(digestOf(rendered)).toBe(digestOf(committed));
  });
});

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
