import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { WorkerAnalyzer } from "../../../src/adapters/analyzer/worker-analyzer.js";
import { duplicatesCommand } from "../../../src/cli/files/duplicates-command.js";
import type { CommandContext } from "../../../src/cli/command-context.js";
import type { Services } from "../../../src/services/services.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { builtAnalysisThread } from "../../adapters/threads/built-threads.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { demoPiece, encodedAgain } from "./encoded-again.js";

const NEVER = new AbortController().signal;
const waltz = "Overtone - Slow Waltz.ogg";
const orlik = "Pavel Orlík - Carousel.ogg";
const floor = "Overtone - Four on the Floor.mp3";

interface File {
  readonly path: string | null;
  readonly isKept: boolean;
  readonly format: string;
  readonly isLossless: boolean | null;
  readonly sizeBytes: number;
}

interface Group {
  readonly kind: string;
  readonly bytesToFree: number;
  readonly changedFiles: number;
  readonly recordings: readonly {
    readonly recordingId: string;
    readonly track: { readonly trackName: string };
    readonly durationSeconds: number;
    readonly bitRate: number | null;
    readonly files: readonly File[];
  }[];
  readonly links: readonly { readonly score: number; readonly offsetSeconds: number }[];
}

interface Listed {
  readonly data: readonly Group[];
  readonly page: {
    readonly totalCount: number;
    readonly bytesToFree: number;
    readonly nextCursor: string | null;
  };
}

describe("Files that are copies, and encodings of one performance", () => {
  const analyzer = new WorkerAnalyzer({ concurrency: 2, workerUrl: builtAnalysisThread });
  let application: ApplicationUnderTest;
  let folder: string;
  let writer: string;

  beforeAll(async () => {
    folder = await musicFolder({
      "waltz.ogg": await demoPiece(waltz),
      "again.aiff": await encodedAgain(waltz, "Slow Waltz (Vinyl)"),
      "floor.mp3": await demoPiece(floor),
      "copies/floor.mp3": await demoPiece(floor),
      "orlik.ogg": await demoPiece(orlik),
    });
    application = await openApplicationUnderTest(
      { analyzer, sources: undefined, providers: undefined },
      { LIBRARY_DIRS: folder },
    );
    const { access, library, libraryAnalysis, performanceLinking } = application.services;
    await library.scanAll();
    await libraryAnalysis.finish(NEVER);
    await performanceLinking.finish(NEVER, () => undefined);
    ({ token: writer } = await access.issue({ name: "writer", scopes: ["read", "write"] }));
  });
  afterAll(async () => {
    await application.close();
    await removeMusicFolders();
  });

  const listed = async (query = "", token = writer): Promise<Listed> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await (
      await application.get(`/api/audio/duplicates?${query}`, headers)
    ).json()) as Listed;
  };
  const filesOf = ({ recordings }: Group): readonly File[] =>
    recordings.flatMap(({ files }) => files);
  const pathsOf = (group: Group): readonly (string | null)[] =>
    filesOf(group).map(({ path }) => path && path.slice(folder.length + 1));

  it("are listed over REST with what would be kept, what would be freed, and how sure each link is", async () => {
    const { data, page } = await listed();

    const [copies, performance] = data;
    expect(data.map(({ kind }) => kind)).toEqual(["copies", "samePerformance"]);
    expect(pathsOf(performance!)).toEqual(["again.aiff", "waltz.ogg"]);
    expect(pathsOf(copies!)).toEqual(["copies/floor.mp3", "floor.mp3"]);
    expect(filesOf(performance!)).toMatchObject([
      { isKept: true, format: "AIFF", isLossless: true },
      { isKept: false, format: "Ogg (Vorbis, Opus, FLAC)", isLossless: null },
    ]);
    expect(performance!.bytesToFree).toBe(filesOf(performance!)[1]!.sizeBytes);
    expect(performance!.recordings[0]!.track.trackName).toBe("Slow Waltz (Vinyl)");
    expect(performance!.links).toHaveLength(1);
    expect(performance!.links[0]!.score).toBeGreaterThan(0.9);
    expect(Math.abs(performance!.links[0]!.offsetSeconds)).toBeLessThan(0.13);
    const { bitRate, durationSeconds, files } = copies!.recordings[0]!;
    expect(bitRate).toBe(Math.round((8 * files[0]!.sizeBytes) / durationSeconds));
    expect(page).toMatchObject({
      totalCount: 2,
      nextCursor: null,
      bytesToFree: performance!.bytesToFree + copies!.bytesToFree,
    });
  });

  it("are listed by kind, least score, folder, order and page, and other parameters are refused", async () => {
    const kinds = async (query: string): Promise<readonly string[]> =>
      (await listed(query)).data.map(({ kind }) => kind);
    const inCopies = encodeURIComponent(join(folder, "copies/"));

    expect(await kinds("kind=copies")).toEqual(["copies"]);
    expect(await kinds("minScore=0.9&kind=samePerformance")).toEqual(["samePerformance"]);
    expect(await kinds(`folder=${inCopies}`)).toEqual(["copies"]);
    expect(await kinds("order=name")).toEqual(["copies", "samePerformance"]);
    const { page } = await listed("order=name&limit=1");
    expect(await kinds(`order=name&cursor=${page.nextCursor}`)).toEqual(["samePerformance"]);
    for (const wrong of ["kind=all", "minScore=0.4", "order=size", "limit=0", "sort=name"]) {
      const answer = await application.get(`/api/audio/duplicates?${wrong}`);
      expect([wrong, answer.status]).toEqual([wrong, 400]);
    }
  });

  it("are listed without paths, and not by folder, for those who may not see paths", async () => {
    const { data } = await listed("", application.token);
    const byFolder = await application.get("/api/audio/duplicates?folder=/music");

    expect(data.flatMap(filesOf).map(({ path }) => path)).toEqual([null, null, null, null]);
    expect(byFolder.status).toBe(403);
  });

  it("are the same over GraphQL", async () => {
    const { data, page } = await listed("", application.token);

    const { data: answer } = await askGraphql<
      {
        duplicates: {
          totalCount: number;
          bytesToFree: number;
          edges: { node: Group }[];
        };
      },
      Record<string, unknown>
    >(
      application,
      `{ duplicates { totalCount bytesToFree pageInfo { hasNextPage } edges { node {
          kind bytesToFree changedFiles
          recordings {
            recordingId durationSeconds isExcerpt bitRate track { trackName }
            files { path presence isKept format isLossless sizeBytes tagCount }
          }
          links { firstId secondId score offsetSeconds share }
      } } } }`,
      {},
    );

    const { duplicates } = answer;
    expect(duplicates.totalCount).toBe(page.totalCount);
    expect(duplicates.bytesToFree).toBe(page.bytesToFree);
    const kinds = { COPIES: "copies", SAME_PERFORMANCE: "samePerformance" };
    const found = duplicates.edges.map(({ node }) => ({
      ...node,
      kind: kinds[node.kind as keyof typeof kinds],
      recordings: node.recordings.map(({ files, ...recording }) => ({
        ...recording,
        files: files.map((file) => ({ ...file, presence: "here" })),
      })),
    }));
    expect(data).toMatchObject(found);
  });

  it("are listed by the command line, as a table, as JSON, and as playlists of those that can be read", async () => {
    const run = async (...words: readonly string[]): Promise<readonly string[]> => {
      const printed: string[] = [];
      const context = {
        withServices: (use: (services: Services) => Promise<void>) => use(application.services),
        print: (...lines: readonly string[]) => void printed.push(lines.join("\n")),
        printError: (...lines: readonly string[]) => void printed.push(lines.join("\n")),
        send: async (content: AsyncIterable<Uint8Array>) => {
          printed.push(await text(content));
        },
        signal: NEVER,
      } as unknown as CommandContext;
      await duplicatesCommand(context).parseAsync(words, { from: "user" });
      return printed.map((line) => line.replaceAll(`${folder}/`, ""));
    };

    const table = await run();
    const lines = await run("--json", "--order", "name", "--limit", "1");
    const others = await run("--m3u");
    const all = await run("--m3u", "all", "--kind", "samePerformance");

    const { data } = await listed();
    expect(table[0]).toMatch(
      /^copies: [\d.]+ kB could be freed\n {2}Overtone - Four on the Floor {2}\(0:20, \d+ kbit\/s, rec:[0-9a-f]{16}\)\n {4}keep {2}MP3 +[\d.]+ kB {2}copies\/floor.mp3\n {10}MP3 +[\d.]+ kB {2}floor.mp3\n$/,
    );
    expect(table[1]).toMatch(/\n {2}1\.00 {2}rec:[0-9a-f]{16} at 0\.0 s of rec:[0-9a-f]{16}\n$/);
    expect(table[2]).toMatch(/^2 groups; .* take [\d.]+ kB\. Nothing was deleted\.$/);
    const [json] = lines.map((line) => line.startsWith("{") && (JSON.parse(line) as Group));
    const { recordings, ...group } = data[0]!;
    expect(json).toMatchObject(group);
    expect(json).toMatchObject({
      recordings: [{ trackName: "Four on the Floor", recordingId: recordings[0]!.recordingId }],
    });
    const pathsIn = (m3u: string): readonly string[] =>
      m3u.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(pathsIn(others[0]!)).toEqual(["floor.mp3", "waltz.ogg"]);
    expect(others[1]).toBe("2 files. Nothing was deleted.");
    expect(pathsIn(all[0]!)).toEqual(["again.aiff", "waltz.ogg"]);
  });

  it("are the same group after a file was renamed", async () => {
    await rename(join(folder, "floor.mp3"), join(folder, "renamed.mp3"));
    await application.services.library.scanAll();

    const { data } = await listed("kind=copies");

    expect(data.map(pathsOf)).toEqual([["copies/floor.mp3", "renamed.mp3"]]);
  });

  it("are listed no longer once they have changed or are gone, and after a scan as what they hold now", async () => {
    await writeFile(join(folder, "waltz.ogg"), await demoPiece(orlik));
    await rm(join(folder, "copies"), { recursive: true });

    const before = await listed("kind=samePerformance");
    await application.services.library.scanAll();
    const after = await listed();

    expect(before.data.map((group) => [pathsOf(group), group.changedFiles])).toEqual([
      [["again.aiff"], 1],
    ]);
    expect(before.data[0]!.bytesToFree).toBe(0);
    expect(after.data.map(pathsOf)).toEqual([["orlik.ogg", "waltz.ogg"]]);
  });
});
