import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SniffedListReader } from "../../src/adapters/track-lists/sniffed-list-reader.js";
import { playlistImportCommand } from "../../src/cli/catalogue/playlist-import-command.js";
import type { CommandContext } from "../../src/cli/command-context.js";
import type { CalledFile } from "../../src/ports/library/library-names.js";
import { InvalidInputError } from "../../src/domain/errors/request-errors.js";
import type { Playlist } from "../../src/domain/playlist/playlist.js";
import type { FileId } from "../../src/domain/library/library-file.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { ListImportService } from "../../src/services/list-import/list-import-service.js";

describe("overtone playlist import", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-import-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const named = (artist: string, trackName: string, durationMs: number): CalledFile => ({
    fileId: "0123456789abcdef" as FileId,
    path: { folder: join(folder, "music"), relativePath: `${artist}/${trackName}.flac` },
    isPart: false,
    trackKey: trackKeyFrom(artist, trackName),
    ...{ artist, trackName, durationMs },
  });

  /** Returns what the command prints and writes for a file of a library with three tracks. */
  async function run(name: string, content: string, ...options: readonly string[]) {
    const ended = {
      lines: [] as string[],
      errors: [] as string[],
      saved: new Map<string, string>(),
      kept: [] as unknown[][],
    };
    const path = join(folder, name);
    await writeFile(path, content);
    const files = [
      named("Ann", "One", 201_000),
      named("Ann", "Two (Bo Remix)", 300_000),
      named("Cy", "Three", 61_000),
    ];
    const listImports = new ListImportService({
      reader: new SniffedListReader(),
      names: {
        filesAfter: () => Promise.resolve(files),
        findUnheld: () => Promise.resolve([]),
        recordingsOf: () => Promise.resolve([]),
      },
      playlists: {
        keepAnalysed: (owner, name, refs) => {
          ended.kept.push([owner, name, ...refs]);
          const id = "pl_0123456789abcdef";
          const playlist = { id, name, rows: { count: 1, durationMs: 1 } } as unknown as Playlist;
          const isNone = refs.length === 0;
          const kept = new Set(refs.slice(0, 1));
          return Promise.resolve({ playlist: isNone ? undefined : playlist, kept });
        },
      },
      links: { findMany: (ids) => Promise.resolve(ids.map(() => undefined)) },
      clock: { sleep: () => Promise.resolve() },
    });
    const playlists = {
      requireFreeName: (_owner: string, name: string, parameter: string) =>
        name === "Taken"
          ? Promise.reject(new InvalidInputError(parameter, "is taken"))
          : Promise.resolve(name),
    };
    const context = {
      withServices: (use: (services: unknown) => Promise<void>) => use({ listImports, playlists }),
      print: (...lines: readonly string[]) => void ended.lines.push(...lines),
      printError: (...lines: readonly string[]) => void ended.errors.push(...lines),
      saveFile: async (to: string, parts: AsyncIterable<Uint8Array>) => {
        const written: Uint8Array[] = [];
        for await (const part of parts) written.push(part);
        ended.saved.set(to, Buffer.concat(written).toString());
      },
      signal: new AbortController().signal,
    } as unknown as CommandContext;
    await playlistImportCommand(context).parseAsync([path, ...options], { from: "user" });
    return ended;
  }

  it("prints each row with the tracks that it may mean, and how many of each kind there are", async () => {
    const { lines, errors } = await run(
      "list.csv",
      "title,artist,duration\nOne,Ann,3:21\nTwo,Ann,\nFour,Ann,\n",
    );

    const key = trackKeyFrom("Ann", "One");
    const remix = trackKeyFrom("Ann", "Two (Bo Remix)");
    expect(lines).toEqual([
      "    1 = Ann - One  3:21",
      `          0.96  names  ${key}  Ann - One  3:21`,
      "    2 ? Ann - Two",
      `          0.64  names  ${remix}  Ann - Two (Bo Remix)  5:00`,
      "    3 - Ann - Four",
    ]);
    expect(errors).toEqual(["3 rows: 1 sure, 1 unsure, 1 not in the library."]);
  });

  it("finds files by paths that start from the folder of the list", async () => {
    const { lines } = await run("list.m3u8", "#EXTM3U\nmusic/Cy/Three.flac\nmusic/none.flac\n");

    expect(lines).toEqual([
      `    1 = ${join(folder, "music/Cy/Three.flac")}`,
      `          1.00  path   ${trackKeyFrom("Cy", "Three")}  Cy - Three  1:01`,
      `    2 - ${join(folder, "music/none.flac")}`,
    ]);
  });

  it("prints a JSON line per row", async () => {
    const { lines } = await run("list.csv", "title,artist\nOne,Ann\nFour,Ann\n", "--json");

    const rows = lines.map((line) => JSON.parse(line) as unknown);
    expect(rows).toMatchObject([
      {
        ...{ position: 1, title: "One", artist: "Ann", raw: "One,Ann", state: "sure" },
        candidates: [{ trackName: "One", path: join(folder, "music/Ann/One.flac") }],
      },
      { position: 2, state: "absent", candidates: [] },
    ]);
  });

  it("writes the rows that the library does not have to a table that can be imported", async () => {
    const missing = join(folder, "missing.csv");

    const { saved, errors } = await run(
      "list.csv",
      'title,artist,isrc\nOne,Ann,\n"=Four, ""4""",Dee,GBN9Y1100088\n',
      "--missing",
      missing,
    );

    expect(saved.get(missing)).toBe(
      "\ufeffposition,artist,title,album,duration_ms,isrc,mbid,spotify_id,path,row\r\n" +
        '2,Dee,"\'=Four, ""4""",,,GBN9Y1100088,,,,"""=Four, """"4"""""",Dee,GBN9Y1100088"\r\n',
    );
    expect(errors.at(-1)).toBe(`1 row written to ${missing}.`);
  });

  it("keeps nothing where no row is sure, and says so", async () => {
    const { errors } = await run("list.csv", "title,artist\nFour,Ann\n", "--keep", "Mine");

    expect(errors.at(-1)).toBe(
      "Nothing is kept, because no row is sure. --missing writes what the library lacks.",
    );
  });

  it("keeps the sure rows as a playlist, and says which tracks it lacks", async () => {
    const table = "title,artist,duration\nThree,Cy,1:01\nFour,Ann,\nOne,Ann,3:21\n";

    const { kept, errors } = await run("list.csv", table, "--keep", "Mine");

    const keys = [trackKeyFrom("Cy", "Three"), trackKeyFrom("Ann", "One")];
    expect(kept).toEqual([["operator", "Mine", ...keys]]);
    expect(errors.slice(1)).toEqual([
      'Kept as "Mine" (pl_0123456789abcdef): 1 track.',
      "1 sure row left out, whose tracks are not analysed.",
    ]);
    await expect(run("list.csv", table, "--keep", "Taken")).rejects.toThrow('"keep" is taken');
  });

  it("says which lists a file has, and takes the one that is asked for", async () => {
    const table = "title,artist,playlist\nOne,Ann,Evening\nThree,Cy,Morning\n";

    const first = await run("list.csv", table);
    const second = await run("list.csv", table, "--list", "Morning");

    expect(first.errors.slice(0, 4)).toEqual([
      "The file has several lists; --list chooses one:",
      "  1  Evening (1)",
      "  2  Morning (1)",
      "Shown is list 1.",
    ]);
    expect(second.lines[0]).toBe("    1 = Cy - Three");
    expect(second.errors).toHaveLength(1);
  });

  it("refuses a file that is none, and one that is no list", async () => {
    await expect(run("letter.doc", "Dear reader")).rejects.toThrow('"file" must be M3U');
    const context = {} as CommandContext;
    const command = playlistImportCommand(context).parseAsync([folder], { from: "user" });
    await expect(command).rejects.toThrow('"file" is not a file');
  });
});
